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


def outline_of(plan: Plan, rounds: int, line_ups: Sequence[Sequence[str]]) -> Outline:
    """The outline of a season in which each of the line-ups, given by labels, plays every deal."""
    size = matches_of_deal(plan.seats, plan.seating)
    blocks = len(line_ups) * plan.deals
    deals = _range(Counter(label for labels in line_ups for label in labels), len(plan.entrants))
    pairs = math.comb(len(plan.entrants), 2)
    # Nobody is met at a table of one, and as many as are compared there would be too many pairs.
    met = (
        Range(1, 1)
        if plan.seats == 1
        else _range(
            Counter(pair for labels in line_ups for pair in combinations(sorted(labels), 2)), pairs
        )
    )
    return Outline(
        rounds=rounds,
        blocks=blocks,
        matches=blocks * size,
        matches_of_block=size,
        deals_of_bot=_times(deals, plan.deals),
        matches_of_bot=_times(deals, plan.deals * size),
        matches_of_pair=_times(met, plan.deals * size) if pairs else Range(0, 0),
    )


def _range(counts: Counter[object], of_all: int) -> Range:
    """The least and most of the counts, where all those without one have none."""
    found = [*counts.values(), *([0] if len(counts) < of_all else [])]
    return Range(min(found, default=0), max(found, default=0))


def _times(numbers: Range, factor: int) -> Range:
    return Range(numbers.least * factor, numbers.most * factor)
