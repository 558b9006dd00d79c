"""What a season comes to is told before it is dealt, and is what the blocks come to."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given

from arena.formats.outline import Outline, Range
from arena.formats.round_robin import blocks, outline
from arena.plan import Plan
from tests.formats.test_round_robin import PLANS, SEED, plan


def counted(league: Plan) -> Outline:
    """The outline of a league from all its blocks."""
    found = list(blocks(league, SEED, {}))
    fixtures = [fixture for block in found for fixture in block.fixtures]
    labels = [entrant.label for entrant in league.entrants]
    deals = Counter(label for block in found for label in block.fixtures[0].seats)
    matches = Counter(label for fixture in fixtures for label in fixture.seats)
    pairs = Counter(pair for fixture in fixtures for pair in combinations(sorted(fixture.seats), 2))
    met = [pairs[pair] for pair in combinations(sorted(labels), 2)]
    if league.seats == 1:
        met = [league.deals] * len(met)
    return Outline(
        rounds=len({(fixture.wave, fixture.round) for fixture in fixtures}),
        blocks=len(found),
        matches=len(fixtures),
        matches_of_block=len(found[0].fixtures) if found else outline(league).matches_of_block,
        deals_of_bot=_range([deals[label] for label in labels]),
        matches_of_bot=_range([matches[label] for label in labels]),
        matches_of_pair=_range(met),
    )


def _range(counts: list[int]) -> Range:
    return Range(min(counts), max(counts))


@given(PLANS)
def test_the_outline_is_what_the_blocks_come_to(league: Plan) -> None:
    assert counted(league) == outline(league)


def test_a_bot_alone_meets_nobody() -> None:
    assert Range(0, 0) == outline(plan("a", 1)).matches_of_pair


def test_the_largest_season_is_counted_without_dealing_it() -> None:
    league = plan("abcdefgh", 4, deals=1_000_000)
    assert 70_000_000 == outline(league).blocks
    assert 280_000_000 == outline(league).matches
