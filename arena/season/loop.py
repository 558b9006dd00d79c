"""The season: ask the format what to play, have it played, store it, until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from arena.formats.catalogue import FORMATS, unplayed
from arena.match.block import BlockOrder, FinishedMatch, MatchOrder, VoidMatch, order_of
from arena.match.working import LostBlock, Outcome, Workers
from arena.plan import Block, Fixture, FixtureKey, Plan
from arena.ranking.played import from_record
from arena.season.fold import RatingFold
from arena.season.noting import noted
from arena.store.facts import MatchLog
from arena.store.logs import LogWriter, log_text
from arena.store.writer import Writer


class PlatformFailure(msgspec.Struct, frozen=True):
    """A match that the platform has spoilt twice, the second time alone, and how each time."""

    match: MatchOrder
    reasons: list[str]


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: matches stored, of all that are certain.

    ``lost`` is a block that was just lost and is played again match by match, ``failure`` a match
    that is given up, ``void`` one that does not count.
    """

    played: int
    total: int
    lost: LostBlock | None = None
    failure: PlatformFailure | None = None
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
) -> list[PlatformFailure]:
    """Play what is left of a season, until it is over, is stopped, or ``most`` are played.

    A block is stored when it has finished, together with the ratings after it. Matches in which a
    bot was silent for the first time in this run, and those of a block that was lost, are played
    again, each alone. Returns the matches that were lost again.
    """
    run = _Run(playing)
    while not stopped() and (blocks := run.next_blocks()):
        tell(run.progress())
        for outcome in workers.play(map(run.order, blocks)):
            run.take(outcome, tell)
        while not stopped() and (blocks := run.blocks_to_repeat()):
            for outcome in workers.play(map(run.order, blocks), alone=True):
                run.take(outcome, tell)
    return run.failures


class _Run:
    """One run of a season: what it has left, has stored, has lost."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._left = playing.most
        self._played = self._total = 0
        self._charged: set[str] = set()
        """Labels of bots that were silent once: their silence is a fault from now on."""
        self._void: list[Fixture] = []
        self._lost: dict[FixtureKey, str] = {}
        """Matches of blocks that were lost, and how."""
        self._absent: dict[tuple[str, int], set[str]] = {}
        """By line-up and deal: the labels for which the caretaker plays."""
        self.failures: list[PlatformFailure] = []

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
        failed = {failure.match.fixture.key for failure in self.failures}
        left = list(_at_most(unplayed(blocks, known.keys() | failed), self._left))
        self._absent |= _absences(left, plan, known, results.absences())
        return left

    def order(self, block: Block) -> BlockOrder:
        """What to send to a worker, by what is known of the bots by now."""
        playing, first = self._playing, block.fixtures[0]
        return order_of(
            block,
            playing.plan,
            playing.seed,
            playing.entries,
            charged=self._charged,
            absent=self._absent.get((first.line_up, first.deal), ()),
        )

    def take(self, outcome: Outcome, tell: Callable[[Progress], None]) -> None:
        """Store what has finished, note what has not, tell how far the season is."""
        if isinstance(outcome, LostBlock):
            self._take_lost(outcome, tell)
            return
        for match in outcome.void:
            self._void.append(match.fixture)
            self._charged.update(match.silent)
            self._note_void(match)
            tell(self.progress(void=match))
        self._store(outcome.finished)
        tell(self.progress())

    def _note_void(self, match: VoidMatch) -> None:
        """Have the organiser's log tell of it, since nothing else that is stored does."""
        fixture = match.fixture
        detail = (
            f"silent or killed in {fixture.line_up}, deal {fixture.deal}, "
            f"seating {fixture.seating}; played again alone"
        )
        names = {entrant.label: entrant.name for entrant in self._playing.plan.entrants}
        for label in match.silent:
            self._playing.results.note(noted("void", names[label], detail))

    def _take_lost(self, block: LostBlock, tell: Callable[[Progress], None]) -> None:
        """Have its matches played again; one that was lost before is given up."""
        matches = block.order.matches
        before = self._lost.get(matches[0].fixture.key)
        if before is not None:
            failure = PlatformFailure(matches[0], [before, block.reason])
            self.failures.append(failure)
            tell(self.progress(failure=failure))
            return
        for match in matches:
            self._lost[match.fixture.key] = block.reason
            self._void.append(match.fixture)
        tell(self.progress(lost=block))

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

    def progress(
        self,
        lost: LostBlock | None = None,
        failure: PlatformFailure | None = None,
        void: VoidMatch | None = None,
    ) -> Progress:
        """How far the season is."""
        return Progress(self._played, self._total, lost, failure, void)


def _absences(
    blocks: Iterable[Block],
    plan: Plan,
    played: Collection[FixtureKey],
    absences: Collection[tuple[str, int, str]],
) -> dict[tuple[str, int], set[str]]:
    """By line-up and deal: for whom the caretaker plays.

    A block that a withdrawn bot has begun is finished by it, so that the deal is played by the
    same players in every seating.
    """
    forfeited = {entrant.label for entrant in plan.entrants if entrant.status == "forfeit"}
    begun = {(line_up, deal) for line_up, deal, _ in played}
    found = {}
    for first in (block.fixtures[0] for block in blocks):
        deal = (first.line_up, first.deal)
        absent = forfeited.intersection(first.seats)
        if deal in begun:
            absent = {label for label in absent if (*deal, label) in absences}
        if absent:
            found[deal] = absent
    return found


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
