"""Reads a league's database as it stands, column by column, for those who check that it adds up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from arena.plan import FixtureKey
from arena.store.league_schema import LEAGUE
from arena.store.logs import LOGS, MAKER
from arena.store.opening import is_filled, open_for_reading
from arena.store.reader import Reader, made_by
from arena.store.refusals import in_sentences
from arena.store.schema import objects

MOST_DAMAGES = 100

DAMAGES = f"""
SELECT integrity_check FROM pragma_integrity_check({MOST_DAMAGES}) WHERE integrity_check <> 'ok'
"""
ORPHANS = """
SELECT "table", parent, count(*) FROM pragma_foreign_key_check() GROUP BY 1, 2 ORDER BY 1, 2
"""
MATCHES = """
SELECT id, counts, wave, round, line_up, deal, seating, schedule_place, deal_seed, players, moves,
    clock_limited, CAST(record AS BLOB)
FROM matches LEFT JOIN records ON match_id = id
ORDER BY wave, round, line_up, deal, seating, id
"""
SEATS = """
SELECT seat, coalesce(label, '?'), place, score, tokens, cards, fault, fault_move, fault_detail
FROM seats LEFT JOIN bots ON bots.id = bot_id WHERE match_id = :match_id ORDER BY seat
"""
NAMES = """
SELECT league, game FROM season
"""
LAST_ACT = """
SELECT coalesce(max(id), 0) FROM acts
"""
LOGS_KEPT = """
SELECT line_up, deal, seating, seat, bot, fault FROM logs ORDER BY id
"""


class StoredSeat(msgspec.Struct, frozen=True):
    """A row of the seats; ``bot`` is the label, ``?`` where there is no such bot."""

    seat: int
    bot: str
    place: int
    score: int
    tokens: int
    cards: int
    fault: str | None
    fault_move: int | None
    fault_detail: str | None


class WholeMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A stored match as its rows have it, with the line of its record.

    ``number`` is its position among those that count, None for one that is history.
    """

    number: int | None
    wave: int
    round: int
    line_up: str
    deal: int
    seating: int
    place: str
    deal_seed: str
    players: int
    moves: int
    clock_limited: bool
    seats: list[StoredSeat]
    record: bytes | None

    @property
    def key(self) -> FixtureKey:
        """Of which fixture it is."""
        return (self.line_up, self.deal, self.seating)

    @property
    def order(self) -> tuple[int, int, str, int, int]:
        """Its place in the schedule."""
        return (self.wave, self.round, self.line_up, self.deal, self.seating)


class KeptLog(msgspec.Struct, frozen=True):
    """A log that is kept, without its text: of which seat it is, and whether of a fault."""

    key: FixtureKey
    seat: int
    bot: str
    fault: bool


def kept_logs(path: Path) -> list[KeptLog] | None:
    """The logs of a league, oldest first; None if none are kept.

    Where the league is being played they are read before its results: a match is stored first.
    Raises StoreError for a file that cannot be read.
    """
    if not is_filled(path):
        return None
    with closing(open_for_reading(path, LOGS, MAKER)) as connection, in_sentences(path):
        return [
            KeptLog((line_up, deal, seating), seat, bot, bool(fault))
            for line_up, deal, seating, seat, bot, fault in connection.execute(LOGS_KEPT)
        ]


def open_inspector(path: Path, league: Path | None = None) -> Inspector:
    """A league's database at this moment, whoever writes it; StoreError as ``open_reader``."""
    return Inspector(path, open_for_reading(path, LEAGUE, made_by(league)))


class Inspector(Reader):
    """A reader that takes nothing for granted of what is stored. To be closed after use."""

    def damages(self) -> Iterator[str]:
        """What SQLite itself finds wrong, in its words, and rows that belong to nothing."""
        for (finding,) in self._rows(DAMAGES):
            yield finding
        try:
            for table, parent, count in self._rows(ORPHANS):
                rows = "1 row" if count == 1 else f"{count:,} rows"
                yield f"{rows} of {table} without what is meant in {parent}"
        except sqlite3.OperationalError as error:  # a table without the keys that others refer to
            yield str(error)

    def changed(self, *kinds: str) -> Iterator[str]:
        """Which objects of these kinds (view, index, trigger) are not as the schema has them.

        Views and indexes under other names are their maker's: nothing here looks at them.
        """
        made, found = LEAGUE.objects(), objects(self._connection)
        for (kind, name), text in made.items():
            if kind in kinds and found.get((kind, name)) != text:
                is_there = (kind, name) in found
                yield f"{kind} {name}: it is {'not the one of arena' if is_there else 'gone'}"
        for kind, name in sorted(found.keys() - made.keys()):
            if kind == "trigger" and kind in kinds:
                yield f"{kind} {name}: arena makes none"

    def names(self) -> tuple[str, str]:
        """The league's name and game as the row of the season shows them."""
        ((league, game),) = self._rows(NAMES)
        return league, game

    def last_act(self) -> int:
        """The number of the last entry of the organiser's log; 0 if there is none."""
        ((last,),) = self._rows(LAST_ACT)
        return int(last)

    def whole_matches(self) -> Iterator[WholeMatch]:
        """Every stored match in schedule order, one at a time, those of history among them."""
        number = 0
        for match_id, counts, *columns, record in self._rows(MATCHES):
            number += counts
            wave, round_number, line_up, deal, seating, place, seed, players, moves, limited = (
                columns
            )
            seats = self._rows(SEATS, match_id=match_id)
            yield WholeMatch(
                number=number if counts else None,
                wave=wave,
                round=round_number,
                line_up=line_up,
                deal=deal,
                seating=seating,
                place=place,
                deal_seed=seed,
                players=players,
                moves=moves,
                clock_limited=bool(limited),
                seats=[StoredSeat(*row) for row in seats],
                record=record,
            )
