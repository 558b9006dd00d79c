"""Writes a league's database; one process at a time does."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from arena.errors import StoreError
from arena.plan import Entrant, Fixture, Plan
from arena.records import Fault, MatchRecord, write_record
from arena.store.facts import Act, Platform, Ratings, Season
from arena.store.league_schema import LEAGUE
from arena.store.lock import is_still, sole_writer
from arena.store.opening import open_for_writing, put_away, refuse_for_writing, transaction
from arena.store.reader import Reader, made_by
from arena.store.refusals import refuse_unreadable

ADD_SEASON = """
INSERT INTO season (
    id, league, game, plan, seed, seed_source, commitment, arena, python, sandbox, repeatable
) VALUES (
    1, :league, :game, :plan, :seed, :seed_source, :commitment, :arena, :python, :sandbox,
    :repeatable
)
"""
CHANGE_SEASON = """
UPDATE season
SET league = :league, plan = :plan, sandbox = :sandbox, repeatable = :repeatable,
    arena = :arena, python = :python
"""
REVEAL = """
UPDATE season SET seed = :seed WHERE seed_source = 'committed'
"""
ADD_BOT = """
INSERT INTO bots (name, number, version, author, path, wave, status, left_wave, remark)
VALUES (:name, :number, :version, :author, :path, :wave, :status, :left, :remark)
ON CONFLICT (name, number) DO UPDATE SET
    author = excluded.author, path = excluded.path, status = excluded.status,
    left_wave = excluded.left_wave, remark = excluded.remark
"""
ADD_ACT = """
INSERT INTO acts (at, who, act, bot, detail, reason)
VALUES (:at, :who, :act, :bot, :detail, :reason)
"""
COUNT_ANEW = """
UPDATE matches SET counts = NOT counts WHERE counts = EXISTS (
    SELECT 1 FROM seats JOIN bots ON bots.id = bot_id
    WHERE match_id = matches.id AND status IN ('replaced', 'void')
)
"""
ADD_PLATFORM = """
INSERT INTO platforms (arena, python, c_library, processor, sandbox)
VALUES (:arena, :python, :c_library, :processor, :sandbox) ON CONFLICT DO NOTHING
"""
PLATFORM = """
SELECT id FROM platforms WHERE arena = :arena AND python = :python
AND c_library = :c_library AND processor = :processor AND sandbox = :sandbox
"""
ADD_MATCH = """
INSERT INTO matches (
    wave, round, line_up, deal, seating, schedule_place, deal_seed, players, moves, clock_limited,
    platform_id
) VALUES (
    :wave, :round, :line_up, :deal, :seating, :schedule_place, :deal_seed, :players, :moves,
    :clock_limited, :platform_id
) ON CONFLICT (line_up, deal, seating) DO NOTHING
RETURNING id
"""
ADD_SEAT = """
INSERT INTO seats (
    match_id, seat, bot_id, place, score, tokens, cards, fault, fault_move, fault_detail
) VALUES (
    :match_id, :seat, (SELECT id FROM bots WHERE label = :bot), :place, :score, :tokens, :cards,
    :fault, :fault_move, :fault_detail
)
"""
ADD_RECORD = """
INSERT INTO records (match_id, record) VALUES (?, ?)
"""
ADD_RATING = """
INSERT INTO ratings (bot_id, mu, sigma, matches)
VALUES ((SELECT id FROM bots WHERE label = :bot), :mu, :sigma, :matches)
"""


def open_writer(path: Path, league: Path | None = None) -> Writer:
    """Open the database of a league that has been begun, to write it.

    Raises StoreError if there is none, if another process writes it, and for whatever else
    keeps it from being written. ``league`` is its league file, for the sentence about none.
    """
    refuse_unreadable(path, made_by(league))
    return _opened(path, made_by(league), fill=None)


def open_or_create(path: Path, season: Season, paths: Mapping[str, str]) -> Writer:
    """Open the database of a league to write it, first making it if there is none.

    A new one holds the season and its plan's entrants; one that was there is not changed, so
    ask it for its season. ``paths`` says where each label's files are, as the league file gives
    it. Raises StoreError as ``open_writer`` does.
    """

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(ADD_SEASON, _season_row(season))
        _register(connection, season.plan.entrants, paths)

    return _opened(path, made_by(None), fill)


def _opened(path: Path, maker: str, fill: Callable[[sqlite3.Connection], None] | None) -> Writer:
    refuse_for_writing(path, LEAGUE, maker)
    with ExitStack() as stack:
        refuse_if_lost = stack.enter_context(sole_writer(path))
        # FULL costs 2 ms for each block on a common disk and keeps through a power cut what has
        # been announced: a match that ran into a clock could end otherwise when played again.
        connection = open_for_writing(path, LEAGUE, fill=fill, synchronous="FULL")
        stack.callback(put_away, connection)
        return Writer(path, connection, refuse_if_lost, stack.pop_all())


class Writer(Reader):
    """Reads and writes a league's database. To be closed after use; until then no other may."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        refuse_if_lost: Callable[[], None],
        held: ExitStack,
    ) -> None:
        super().__init__(path, connection)
        self._refuse_if_lost = refuse_if_lost
        self._opened = path.stat()
        self._held = held
        self._platform_id: int | None = None

    def close(self) -> None:
        """Let go of the database and of the lock on it; harmless when that has been done."""
        self._held.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is written within, or nothing; by nobody who is not alone."""
        with transaction(self._connection, self.path):
            self._refuse_if_lost()
            if not is_still(self.path, self._opened):  # which SQLite would not tell
                raise StoreError(
                    f"{self.path}: it was moved, removed or replaced while it was written; nothing "
                    "more was stored. Put it back, with the files beside it, and run the same "
                    "command again"
                )
            yield

    def change_season(
        self,
        season: Season,
        paths: Mapping[str, str],
        acts: Iterable[Act] = (),
        ratings: Ratings | None = None,
    ) -> None:
        """Put a season in place of the stored one: its plan with its entrants, and its platform.

        Known versions keep their files; all else of them follows the plan, and with it which
        matches count. The ``acts`` go into the organiser's log; ``ratings`` are those after the
        matches that count now. All or nothing. Whether the season may change so is the caller's
        to ask (``plan.changes``).
        """
        with self._transaction():
            self._connection.execute(CHANGE_SEASON, _season_row(season))
            _register(self._connection, season.plan.entrants, paths)
            self._connection.execute(COUNT_ANEW)
            self._connection.executemany(ADD_ACT, map(msgspec.structs.asdict, acts))
            if ratings is not None:
                _replace_ratings(self._connection, ratings)

    def play_on(self, platform: Platform) -> None:
        """Matches that are added from now on were played on this platform."""
        row = msgspec.structs.asdict(platform)
        with self._transaction():
            self._connection.execute(ADD_PLATFORM, row)
            ((self._platform_id,),) = self._connection.execute(PLATFORM, row).fetchall()

    def reveal(self, seed: str, act: Act) -> None:
        """Store the seed of a season that was committed to it, and who did so.

        Whether it fits and nothing is left to play is the caller's to ask.
        """
        with self._transaction():
            self._connection.execute(REVEAL, {"seed": seed})
            self._connection.execute(ADD_ACT, msgspec.structs.asdict(act))

    def note(self, act: Act) -> None:
        """Put into the organiser's log what has happened and changes nothing stored."""
        with self._transaction():
            self._connection.execute(ADD_ACT, msgspec.structs.asdict(act))

    def add_matches(
        self, played: Iterable[tuple[Fixture, MatchRecord]], ratings: Ratings | None = None
    ) -> int:
        """Store finished matches, and the ratings after them, all or nothing.

        A fixture that has been stored stays as it is: a second result is dropped, whatever it
        says, since work that is sent out may be done twice. Returns how many were new.
        """
        with self._transaction():
            new = sum(_add_match(self._connection, *match, self._platform_id) for match in played)
            if ratings is not None:
                _replace_ratings(self._connection, ratings)
        return new

    def store_ratings(self, ratings: Ratings, acts: Iterable[Act] = ()) -> None:
        """Put ratings in place of the stored ones, and why into the organiser's log."""
        with self._transaction():
            _replace_ratings(self._connection, ratings)
            self._connection.executemany(ADD_ACT, map(msgspec.structs.asdict, acts))


def _season_row(season: Season) -> dict[str, object]:
    return {
        "league": season.plan.name,
        "game": season.plan.game,
        "plan": _text(season.plan),
        "seed": season.seed,
        "seed_source": season.seed_source,
        "commitment": season.commitment,
        "arena": season.arena,
        "python": season.python,
        "sandbox": season.sandbox,
        "repeatable": "yes" if season.repeatable else "no",
    }


def _text(plan: Plan) -> str:
    return msgspec.json.encode(plan).decode()


def _register(
    connection: sqlite3.Connection, entrants: Iterable[Entrant], paths: Mapping[str, str]
) -> None:
    for entrant in entrants:
        row = msgspec.structs.asdict(entrant)
        connection.execute(ADD_BOT, row | {"path": paths[entrant.label]})


def _add_match(
    connection: sqlite3.Connection,
    fixture: Fixture,
    record: MatchRecord,
    platform_id: int | None,
) -> bool:
    """Whether the match was new, and is stored now."""
    match = {
        "wave": fixture.wave,
        "round": fixture.round,
        "line_up": fixture.line_up,
        "deal": fixture.deal,
        "seating": fixture.seating,
        "schedule_place": fixture.place,
        "deal_seed": record.seed,
        "players": record.players,
        "moves": len(record.moves),
        "clock_limited": record.clock_limited,
        "platform_id": platform_id,
    }
    added = connection.execute(ADD_MATCH, match).fetchall()
    for (match_id,) in added:
        connection.executemany(ADD_SEAT, _seat_rows(match_id, fixture, record))
        connection.execute(ADD_RECORD, (match_id, write_record(record).decode()))
    return bool(added)


def _seat_rows(match_id: int, fixture: Fixture, record: MatchRecord) -> list[dict[str, object]]:
    faults = {fault.seat: fault for fault in record.faults}
    result = record.result
    columns = zip(
        fixture.seats, result.places, result.scores, result.tokens, result.cards, strict=True
    )
    return [
        {
            "match_id": match_id,
            "seat": seat,
            "bot": bot,
            "place": place,
            "score": score,
            "tokens": tokens,
            "cards": cards,
            **_fault_columns(faults.get(seat)),
        }
        for seat, (bot, place, score, tokens, cards) in enumerate(columns)
    ]


def _fault_columns(fault: Fault | None) -> dict[str, object]:
    if fault is None:
        return {"fault": None, "fault_move": None, "fault_detail": None}
    return {"fault": fault.fault, "fault_move": fault.move, "fault_detail": fault.detail}


def _replace_ratings(connection: sqlite3.Connection, ratings: Ratings) -> None:
    connection.execute("DELETE FROM ratings")
    rows = [msgspec.structs.asdict(rating) for rating in ratings.bots]
    connection.executemany(ADD_RATING, rows)
    connection.execute("UPDATE season SET rated = ?", (ratings.rated,))
