"""Reads what only exports and plans ask of a league's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arena.store.league_schema import LEAGUE
from arena.store.opening import open_for_reading
from arena.store.reader import Reader, made_by

# Both views count and number the matches of the schedule; what they leave out is not exported.
LENGTHS = """
SELECT match, moves, clock_limited FROM schedule ORDER BY match
"""
SEATS = """
SELECT match, seat, bot, place, score, tokens, cards, fault, fault_move
FROM results ORDER BY match, seat
"""
BEGUN = """
SELECT min(applied_at) FROM _sqlite_migrations
"""


class Length(NamedTuple):
    """How long a match was; ``clock_limited`` is 1 if a bot ran into a clock, else 0."""

    match: int
    moves: int
    clock_limited: int


class StoredSeat(NamedTuple):
    """A seat of a match; ``bot`` is the label, ``fault`` and its move are None without one."""

    match: int
    seat: int
    bot: str
    place: int
    score: int
    tokens: int
    cards: int
    fault: str | None
    fault_move: int | None


def open_export_reader(path: Path, league: Path | None = None) -> ExportReader:
    """A league's database as ``open_reader`` opens it."""
    return ExportReader(path, open_for_reading(path, LEAGUE, made_by(league)))


class ExportReader(Reader):
    """Reads also what tables for people leave out. To be closed after use."""

    def lengths(self) -> Iterator[Length]:
        """The length of every finished match, in schedule order."""
        return map(Length._make, self._rows(LENGTHS))

    def seats(self) -> Iterator[StoredSeat]:
        """The seats of every finished match, in schedule order."""
        return map(StoredSeat._make, self._rows(SEATS))

    def seconds_so_far(self) -> float:
        """From when the database was made until it was last written, pauses included.

        Only what is outside of matches has a clock, so this is all that is known of their pace.
        """
        ((begun,),) = self._rows(BEGUN)
        return max(0.0, self._last_written() - datetime.fromisoformat(begun).timestamp())

    def _last_written(self) -> float:
        path = self.path.resolve()
        times = [path.stat().st_mtime]
        with suppress(FileNotFoundError):  # a run that ends takes it away
            log = path.with_name(f"{path.name}-wal").stat()
            # Readers make an empty one; what is in it is later than the database itself.
            if log.st_size:
                times.append(log.st_mtime)
        return max(times)
