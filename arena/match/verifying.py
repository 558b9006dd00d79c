"""Whether records hold: as lines of a file, and as what a league has stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import IO, NamedTuple

from arena import seeds
from arena.errors import RecordError
from arena.formats.catalogue import FORMATS
from arena.games.catalogue import GAMES
from arena.match.replay import check
from arena.plan import Block, Entrant, Fixture, FixtureKey
from arena.records import MAX_LINE_BYTES, MatchRecord, Result, SeatRecord, read_record
from arena.store.facts import Season, StoredResult

END_OF_LINE = b"\r\n"
CHUNK_BYTES = MAX_LINE_BYTES + len(END_OF_LINE)


class Line(NamedTuple):
    """A line of a file without its end; of one that is too long only as much as shows that."""

    number: int
    text: bytes


def lines(stream: IO[bytes]) -> Iterator[Line]:
    """The lines that are not blank, counted from 1; however long one is, it fills no memory."""
    for number in count(1):
        text = stream.readline(CHUNK_BYTES)
        if not text:
            return
        line = Line(number, text.rstrip(END_OF_LINE))
        while not text.endswith(b"\n") and (text := stream.readline(CHUNK_BYTES)):
            continue
        if line.text.strip():
            yield line


def check_line(line: Line) -> None:
    """Raise RecordError for a line of a file of records that does not hold."""
    if len(line.text) > MAX_LINE_BYTES:
        raise RecordError("record", f"a line has at most {MAX_LINE_BYTES:,} bytes, this one more")
    check_record(line.text)


def check_record(text: bytes) -> MatchRecord:
    """Read a record and replay it; RecordError at the first thing that does not hold."""
    record = read_record(text)
    if record.game not in GAMES:
        raise RecordError("game", f"{record.game!r}; known are {', '.join(GAMES)}")
    check(record, GAMES[record.game])
    return record


def check_fixture(
    record: MatchRecord, fixture: Fixture, season: Season, entrants: Mapping[str, Entrant]
) -> None:
    """Raise RecordError unless the record is of this fixture of the season.

    ``entrants`` are those of the league by label. The deal's seed is checked as far as the
    league's seed is known; that the deal is of the schedule is ``check_scheduled``.
    """
    expected: dict[str, object] = {
        "game": season.plan.game,
        "deck": season.plan.deck,
        "seats": [
            SeatRecord(bot.name, bot.version) for bot in map(entrants.get, fixture.seats) if bot
        ],
    }
    if season.seed is not None:
        expected["seed"] = seeds.deal_seed(season.seed, fixture.place)
    check_expected(record, expected)


def check_expected(record: MatchRecord, expected: Mapping[str, object]) -> None:
    """Raise RecordError unless the record has these values, by key."""
    for key, value in expected.items():
        recorded = getattr(record, key)
        if recorded != value:
            # A seed is not told, since the match may be played yet.
            fixture = "another" if key == "seed" else _shown(value)
            raise RecordError(key, f"{_shown(recorded)}; the fixture has {fixture}")


def beside_schedule(
    season: Season, stored: Iterable[StoredResult], played: Mapping[FixtureKey, Result]
) -> Iterator[tuple[StoredResult, Fixture | None]]:
    """Each stored match, in schedule order, and the fixture that it must be of.

    That follows from the plan and the league's seed; None where the schedule has none, and for
    all while the seed is secret.
    """
    kind = FORMATS[season.plan.format.kind]
    blocks: Iterable[Block] = []
    if season.seed is not None and not kind.check(len(season.plan.entrants), season.plan.seats):
        blocks = kind.blocks(season.plan, season.seed, played)
    schedule = (fixture for block in blocks for fixture in block.fixtures)
    here = next(schedule, None)
    for match in stored:
        while here is not None and here.order < match.fixture.order:
            here = next(schedule, None)
        yield match, here if here is not None and here.order == match.fixture.order else None


def check_scheduled(fixture: Fixture, scheduled: Fixture | None) -> None:
    """Raise RecordError unless a stored fixture is the one that its deal's place and seed give."""
    if scheduled is None:
        raise RecordError(
            "schedule",
            f"it has no deal {fixture.deal} of {fixture.line_up}, seating {fixture.seating}",
        )
    if fixture.seats != scheduled.seats:
        seats, drawn = ", ".join(fixture.seats), ", ".join(scheduled.seats)
        raise RecordError("seats", f"{seats}; the league's seed seats them {drawn}")
    if fixture.place != scheduled.place:
        raise RecordError(
            "seed", f"of the place {fixture.place!r}; the fixture has {scheduled.place!r}"
        )


def check_stored(
    stored: StoredResult,
    text: bytes | None,
    season: Season,
    entrants: Mapping[str, Entrant],
    scheduled: Fixture | None,
) -> None:
    """Raise RecordError unless a stored match has a record that holds and fits the rest.

    ``scheduled`` is the fixture that it must be of (``beside_schedule``).
    """
    if text is None:
        raise RecordError("record", "the match has none")
    record = check_record(text)
    check_fixture(record, stored.fixture, season, entrants)
    if season.seed is not None:
        check_scheduled(stored.fixture, scheduled)
    if (record.seed, record.result, record.faults) != (stored.seed, stored.result, stored.faults):
        raise RecordError("record", "the tables of the database tell another result")


def _shown(value: object) -> str:
    """A value of a record in a sentence; of versions the beginning is enough."""
    if isinstance(value, list):
        return ", ".join(f"{seat.bot} {seat.version[:12]}" for seat in value)
    return repr(value)
