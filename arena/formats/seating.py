"""Who sits where: the seatings of one deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import assert_never

from arena import seeds
from arena.plan import Seating


def seatings(
    line_up: Sequence[str], seating: Seating, league_seed: str, place: str
) -> list[list[str]]:
    """The labels from seat 0 in every match of the deal at ``place``.

    ``rotate`` draws a circular order for the deal and turns it, so that each bot has each seat
    once and neighbours change from deal to deal; ``all`` is every order of the line-up, ``fixed``
    only the order in which it is given.

    >>> seatings(["a@1", "b@1", "c@1"], "rotate", "2026", "a@1+b@1+c@1/0")
    [['b@1', 'c@1', 'a@1'], ['c@1', 'a@1', 'b@1'], ['a@1', 'b@1', 'c@1']]
    """
    match seating:
        case "rotate":
            circle = list(line_up)
            seeds.shuffle(circle, seeds.seating_seed(league_seed, place))
            return [circle[turn:] + circle[:turn] for turn in range(len(circle))]
        case "all":
            return [list(order) for order in permutations(line_up)]
        case "fixed":
            return [list(line_up)]
        case _:
            assert_never(seating)


def matches_of_deal(seats: int, seating: Seating) -> int:
    """How many seatings a line-up has for each of its deals.

    >>> matches_of_deal(4, "rotate"), matches_of_deal(4, "all"), matches_of_deal(4, "fixed")
    (4, 24, 1)
    """
    match seating:
        case "rotate":
            return seats
        case "all":
            return math.factorial(seats)
        case "fixed":
            return 1
        case _:
            assert_never(seating)
