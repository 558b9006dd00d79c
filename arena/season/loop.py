"""The season: ask the format what to play, have it played, store it, until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from arena.formats.catalogue import FORMATS, unplayed
from arena.match.block import BlockOrder, FinishedMatch, VoidMatch, order_of
from arena.match.working import LostBlock, Outcome, Workers
from arena.plan import Block, Fixture, Plan
from arena.ranking.played import from_record
from arena.season.fold import RatingFold
from arena.store.facts import MatchLog
from arena.store.logs import LogWriter, log_text
from arena.store.writer import Writer


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: matches stored, of all that are certain.

    ``lost`` is a block that was just lost, ``void`` a match that does not count.
    """

    played: int
    total: int
    lost: LostBlock | None = None
    void: VoidMatch | None = None


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """What a run of a season needs: the plan, the league's seed, the bots' files, the stores."""

    plan: Plan
    seed: str
    entries: dict[str, Path]
    results: Writer
    logs: LogWriter
    most: int | None = None
    """How many matches to play at most in this run."""


def play(
    playing: Playing,
    workers: Workers,
    stopped: Callable[[], bool],
    tell: Callable[[Progress], None],
) -> list[LostBlock]:
    """Play what is left of a season, until it is over, is stopped, or ``most`` are played.

    A block is stored when it has finished, together with the ratings after it. Matches in which a
    bot was silent for the first time in this run are played again, each alone. Returns the blocks
    that could not be played.
    """
    run = _Run(playing)
    while not stopped() and (blocks := run.next_blocks()):
        tell(run.progress())
        for outcome in workers.play(map(run.order, blocks)):
            run.take(outcome, tell)
        while not stopped() and (blocks := run.blocks_to_repeat()):
            for outcome in workers.play(map(run.order, blocks), alone=True):
                run.take(outcome, tell)
    return run.lost


class _Run:
    """One run of a season: what it has left, has stored, has lost."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._left = playing.most
        self._played = self._total = 0
        self._charged: set[str] = set()
        """Labels of bots that were silent once: their silence is a fault from now on."""
        self._void: list[Fixture] = []
        self.lost: list[LostBlock] = []

    def next_blocks(self) -> list[Block]:
        """The blocks that can be played now, as far as this run goes; none at its end."""
        plan, results = self._playing.plan, self._playing.results
        known = results.results()
        blocks = list(FORMATS[plan.format.kind].blocks(plan, self._playing.seed, known))
        self._played = len(known)
        self._total = sum(len(block.fixtures) for block in blocks)
        self._fold = RatingFold(
            plan, results.ratings(), (fixture for block in blocks for fixture in block.fixtures)
        )
        for early in results.matches(after=self._fold.ratings.rated):
            self._fold.add(early.fixture.key, from_record(early.fixture, early.record))
        lost = {match.fixture.key for block in self.lost for match in block.order.matches}
        return list(_at_most(unplayed(blocks, known.keys() | lost), self._left))

    def order(self, block: Block) -> BlockOrder:
        """What to send to a worker, by what is known of the bots by now."""
        playing = self._playing
        return order_of(block, playing.plan, playing.seed, playing.entries, self._charged)

    def take(self, outcome: Outcome, tell: Callable[[Progress], None]) -> None:
        """Store what has finished, note what has not, tell how far the season is."""
        if isinstance(outcome, LostBlock):
            if not outcome.again:
                self.lost.append(outcome)
            tell(self.progress(lost=outcome))
            return
        for match in outcome.void:
            self._void.append(match.fixture)
            self._charged.update(match.silent)
            tell(self.progress(void=match))
        self._store(outcome.finished)
        tell(self.progress())

    def blocks_to_repeat(self) -> list[Block]:
        """The matches that were void since this was last asked, each as a block of its own."""
        blocks = [Block(fixtures=[fixture]) for fixture in self._void]
        self._void.clear()
        return blocks

    def _store(self, finished: Sequence[FinishedMatch]) -> None:
        """Store matches of a block, the ratings after them, and their logs."""
        matches = [(match.fixture, match.played.record) for match in finished]
        for fixture, record in matches:
            self._fold.add(fixture.key, from_record(fixture, record))
        self._playing.results.add_matches(matches, self._fold.ratings)
        self._playing.logs.add(log for match in finished for log in _logs(match))
        self._played += len(matches)
        if self._left is not None:
            self._left -= len(matches)

    def progress(self, lost: LostBlock | None = None, void: VoidMatch | None = None) -> Progress:
        """How far the season is."""
        return Progress(self._played, self._total, lost, void)


def _at_most(blocks: Iterable[Block], most: int | None) -> Iterator[Block]:
    """The first blocks with so many fixtures; the last one may be cut."""
    left = most
    for block in blocks:
        if left is None:
            yield block
        elif left > 0:
            yield Block(fixtures=block.fixtures[:left])
            left -= len(block.fixtures)


def _logs(match: FinishedMatch) -> Iterator[MatchLog]:
    fixture, played = match.fixture, match.played
    faulted = {fault.seat for fault in played.record.faults}
    for seat, log in enumerate(played.logs):
        yield MatchLog(
            line_up=fixture.line_up,
            deal=fixture.deal,
            seating=fixture.seating,
            seat=seat,
            bot=fixture.seats[seat],
            text=log_text(log.text),
            truncated=log.truncated,
            measured=log.measured,
            fault=seat in faulted,
        )
