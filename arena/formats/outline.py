"""What a season comes to, counted before any of it is played."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from arena.formats.seating import matches_of_deal
from arena.plan import Plan


class Range(NamedTuple):
    """The least and the most that any bot, or any pair of bots, has of something."""

    least: int
    most: int


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """How much a plan asks for.

    Deals of a bot are the blocks that it plays in. Pairs meet in a match when both sit at its
    table; in one-seat leagues on each deal, by their results.
    """

    rounds: int
    blocks: int
    matches: int
    matches_of_block: int
    deals_of_bot: Range
    matches_of_bot: Range
    matches_of_pair: Range


def outline_of(plan: Plan, rounds: int, line_ups: Sequence[tuple[Sequence[str], int]]) -> Outline:
    """The outline of a season of line-ups, each given by its labels and how many deals it plays."""
    size = matches_of_deal(plan.seats, plan.seating)
    bots = sum(entrant.counts for entrant in plan.entrants)
    pairs = math.comb(bots, 2)
    played: Counter[object] = Counter()
    met: Counter[object] = Counter()
    for labels, deals in line_ups:
        played.update(dict.fromkeys(labels, deals))
        if plan.seats > 1:  # nobody is met at a table of one
            met.update(dict.fromkeys(combinations(sorted(labels), 2), deals))
    deals_of_bot = _range(played, bots)
    # As many as are compared at tables of one would be too many pairs.
    deals_of_pair = (
        _range(met, pairs) if plan.seats > 1 else Range(*[min(pairs, 1) * plan.deals] * 2)
    )
    blocks = sum(deals for _, deals in line_ups)
    return Outline(
        rounds=rounds,
        blocks=blocks,
        matches=blocks * size,
        matches_of_block=size,
        deals_of_bot=deals_of_bot,
        matches_of_bot=_times(deals_of_bot, size),
        matches_of_pair=_times(deals_of_pair, size),
    )


def _range(counts: Counter[object], of_all: int) -> Range:
    """The least and most of the counts, where all those without one have none."""
    found = [*counts.values(), *([0] if len(counts) < of_all else [])]
    return Range(min(found, default=0), max(found, default=0))


def _times(numbers: Range, factor: int) -> Range:
    return Range(numbers.least * factor, numbers.most * factor)
