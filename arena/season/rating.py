"""Ratings made anew from all finished matches that count."""

from __future__ import annotations

from collections.abc import Iterable

from arena.formats.catalogue import FORMATS
from arena.plan import Block, Plan
from arena.ranking.played import Played
from arena.season.fold import RatingFold
from arena.store.facts import Ratings, StoredResult
from arena.store.reader import Reader


def rebuilt(reader: Reader, plan: Plan, seed: str) -> Ratings:
    """The ratings after the matches of a plan that have been played, from the first one on.

    ``plan`` may be one that is not stored yet; ``seed`` is the league's.
    """
    played = reader.results()
    blocks = FORMATS[plan.format.kind].blocks(plan, seed, played)
    return folded(plan, blocks, reader.stored_results())


def folded(plan: Plan, blocks: Iterable[Block], results: Iterable[StoredResult]) -> Ratings:
    """The ratings after the results of a schedule; those that are not in it do not count."""
    fixtures = [fixture for block in blocks for fixture in block.fixtures]
    scheduled = {fixture.key for fixture in fixtures}
    fold = RatingFold(plan, Ratings(rated=0, bots=[]), fixtures)
    for result in results:
        if result.fixture.key in scheduled:
            fold.add(result.fixture.key, as_played(result))
    return fold.ratings


def as_played(stored: StoredResult) -> Played:
    """A stored match as ranking sees it."""
    moves = {fault.seat: fault.move for fault in stored.faults}
    return Played(
        order=stored.fixture.order,
        seed=stored.seed,
        seats=stored.fixture.seats,
        result=stored.result,
        faults=[moves.get(seat) for seat in range(len(stored.fixture.seats))],
    )
