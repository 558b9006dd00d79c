"""The season: ask the format what to play, have it played, store it, until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from arena.formats.catalogue import FORMATS, unplayed
from arena.match.block import FinishedMatch, order_of
from arena.match.working import LostBlock, Workers
from arena.plan import Block, Plan
from arena.ranking.played import from_record
from arena.season.fold import RatingFold
from arena.store.facts import MatchLog
from arena.store.logs import LogWriter, log_text
from arena.store.writer import Writer


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: matches stored, of all that are certain; ``lost`` if one just was."""

    played: int
    total: int
    lost: LostBlock | None = None


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

    A block is stored when it has finished, together with the ratings after it. Returns the
    blocks that could not be played.
    """
    run = _Run(playing)
    while not stopped() and (blocks := run.next_blocks()):
        tell(run.progress())
        orders = (order_of(block, playing.plan, playing.seed, playing.entries) for block in blocks)
        for outcome in workers.play(orders):
            if isinstance(outcome, LostBlock):
                run.lose(outcome)
                tell(run.progress(outcome))
            else:
                run.store(outcome)
                tell(run.progress())
    return run.lost


class _Run:
    """One run of a season: what it has left, has stored, has lost."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._left = playing.most
        self._played = self._total = 0
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

    def store(self, finished: Sequence[FinishedMatch]) -> None:
        """Store a block, the ratings after it, and its logs."""
        matches = [(match.fixture, match.played.record) for match in finished]
        for fixture, record in matches:
            self._fold.add(fixture.key, from_record(fixture, record))
        self._playing.results.add_matches(matches, self._fold.ratings)
        self._playing.logs.add(log for match in finished for log in _logs(match))
        self._played += len(matches)
        if self._left is not None:
            self._left -= len(matches)

    def lose(self, block: LostBlock) -> None:
        """Note a block that nobody will play in this run."""
        if not block.again:
            self.lost.append(block)

    def progress(self, lost: LostBlock | None = None) -> Progress:
        """How far the season is."""
        return Progress(self._played, self._total, lost)


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
