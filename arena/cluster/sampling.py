"""Faulted matches played once more here: a worker could tell faults that no bot has."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from msgspec.structs import replace

from arena.errors import BotError, PlatformError, RecordError
from arena.match.block import BlockOrder, FinishedMatch, MatchOrder, PlayedBlock, play_block
from arena.match.referee import PlayedMatch
from arena.players.nursery import Nursery
from arena.records import CLOCK_FAULTS, FaultKind, MatchRecord

SURELY_BY_CLOCK = CLOCK_FAULTS - {FaultKind.STARTUP}
"""A bot that could not start may have been silent, or have failed at once."""

MOST = 20
"""Matches that are played again in a run at most."""


class Sample:
    """The first faulted match of each bot in a run, of those that no clock has ended."""

    def __init__(self, nursery: Callable[[], Nursery]) -> None:
        self._make_nursery = nursery
        self._held = ExitStack()
        self._nursery: Nursery | None = None
        self._seen: set[str] = set()
        self._left = MOST

    def close(self) -> None:
        """End the zygotes."""
        self._held.close()
        self._nursery = None

    def check(self, block: PlayedBlock, order: BlockOrder) -> None:
        """Raise RecordError for a match of the block that comes out otherwise here."""
        ordered = {match.fixture.key: match for match in order.matches}
        for match in block.finished:
            faulted = _faulted(match)
            if faulted <= self._seen or _by_clock(match.played) or not self._left:
                continue
            self._left -= 1
            self._check(match.played.record, ordered[match.fixture.key], order)
            self._seen |= faulted  # not before: what has not held says nothing of a bot

    def _check(self, told: MatchRecord, match: MatchOrder, order: BlockOrder) -> None:
        played = self._played(match, order)
        if played is None or played == told:
            return
        # A bot that does not repeat is no fault of the worker's.
        if played == self._played(match, order):
            raise RecordError(
                f"{match.fixture.line_up}, deal {match.fixture.deal}",
                "played again here, the match comes out otherwise",
            )

    def _played(self, match: MatchOrder, order: BlockOrder) -> MatchRecord | None:
        """How a match comes out here; None where a clock or this machine stands against that."""
        alone = replace(order, matches=[match], charged=match.fixture.seats)
        try:
            if self._nursery is None:
                self._nursery = self._held.enter_context(self._make_nursery())
            (finished,) = play_block(alone, self._nursery, lambda: False).finished
        except (BotError, PlatformError, OSError):
            self.close()
            return None
        return None if _by_clock(finished.played) else finished.played.record


def _faulted(match: FinishedMatch) -> set[str]:
    """The labels of those who have failed by themselves."""
    return {
        match.fixture.seats[fault.seat]
        for fault in match.played.record.faults
        if fault.fault is not FaultKind.WITHDRAWN
    }


def _by_clock(played: PlayedMatch) -> bool:
    """Whether a clock has ended it for a bot: another time it may come out otherwise."""
    return any(
        fault.fault in SURELY_BY_CLOCK or fault.seat in played.silent
        for fault in played.record.faults
    )
