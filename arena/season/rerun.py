"""Stored matches played again with the bots that played them, and compared move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from arena.errors import BotError, RecordError
from arena.match.block import order_of, play_block
from arena.plan import Block
from arena.players.files import kept_entry
from arena.players.nursery import Nursery
from arena.records import FaultKind, MatchRecord
from arena.season.registration import snapshots_path
from arena.store.facts import StoredMatch
from arena.store.reader import Reader

WITHDRAWN = FaultKind.WITHDRAWN


class Rerun(msgspec.Struct, frozen=True):
    """A match that was played again; ``error`` tells the first difference, None if there is none.

    ``clock_limited`` is whether a bot ran into a clock in either, so that they may differ.
    """

    number: int
    error: RecordError | None
    clock_limited: bool


def rerun(reader: Reader, seed: str, count: int, nursery: Nursery) -> Iterator[Rerun]:
    """Play ``count`` of the stored matches again, spread evenly over the season.

    ``seed`` is the league's. Raises BotError if the files of a version are not kept any more.
    """
    season = reader.season()
    entrants = [bot.entrant for bot in reader.bots()]
    plan = msgspec.structs.replace(season.plan, entrants=entrants)
    folder = snapshots_path(reader.path)
    entries = _Entries(folder, {entrant.label: entrant.version for entrant in entrants})
    stored = reader.played()
    chosen = min(count, stored)
    for number in (1 + place * stored // chosen for place in range(chosen)):
        match = reader.match(number)
        seats = match.fixture.seats
        absent = {seats[fault.seat] for fault in match.record.faults if fault.fault == WITHDRAWN}
        found = {label: entries.entry(label) for label in seats if label not in absent}
        block = Block(fixtures=[match.fixture])
        order = order_of(block, plan, seed, found, charged=seats, absent=absent)
        (finished,) = play_block(order, nursery, lambda: False).finished
        yield _compared(match, finished.played.record)


class _Entries:
    """Where the kept files of versions are, looked for once."""

    def __init__(self, folder: Path, versions: dict[str, str]) -> None:
        self._folder = folder
        self._versions = versions
        self._found: dict[str, Path] = {}

    def entry(self, label: str) -> Path:
        """The file of a bot's version to run; BotError if it is not as it was."""
        if label not in self._found:
            try:
                self._found[label] = kept_entry(self._folder, self._versions[label])
            except BotError as error:
                raise BotError(f"bot {label}: {error}") from error
        return self._found[label]


def _compared(stored: StoredMatch, record: MatchRecord) -> Rerun:
    limited = stored.record.clock_limited or record.clock_limited
    return Rerun(stored.number, _difference(stored.record, record), limited)


def _difference(stored: MatchRecord, now: MatchRecord) -> RecordError | None:
    for number, (before, after) in enumerate(zip(stored.moves, now.moves, strict=False)):
        if before != after:
            sentence = f"{_move(after)} when played again, {_move(before)} stored"
            return RecordError(f"move {number}", sentence)
    if len(stored.moves) != len(now.moves):
        sentence = f"{len(now.moves)} moves when played again, {len(stored.moves)} stored"
        return RecordError(f"move {min(len(stored.moves), len(now.moves))}", sentence)
    if stored.faults != now.faults:
        return RecordError("faults", "others than stored when played again")
    return None if stored == now else RecordError("record", "another than stored")


def _move(move: tuple[int, str]) -> str:
    seat, action = move
    return f"seat {seat}: {action}"
