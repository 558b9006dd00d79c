"""Points of a match: exact fractions, so that no sum depends on the order of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from arena.plan import Points


class Finish(NamedTuple):
    """A place at a table: how many bots share it, and how many sat there."""

    place: int
    sharing: int
    bots: int


def finishes(places: Sequence[int]) -> list[Finish]:
    """The finish of each seat.

    >>> finishes([1, 2, 2, 4])[1]
    Finish(place=2, sharing=2, bots=4)
    """
    return list(_finishes(tuple(places)))


@lru_cache(maxsize=4_096)
def _finishes(places: tuple[int, ...]) -> tuple[Finish, ...]:
    """A table of five can end in 541 ways, and a season has many thousand tables."""
    sharing = Counter(places)
    return tuple([Finish(place, sharing[place], len(places)) for place in places])


def points_for(finish: Finish, points: Points) -> Fraction:
    """What a finish is worth; a shared place is worth the average of the places it takes up.

    By default the share of opponents beaten, ties counting half: 0 to 1. Places beyond the
    league's list are worth nothing, and so is being alone at a table.

    >>> points_for(Finish(place=2, sharing=2, bots=4), Points())
    Fraction(1, 2)
    >>> points_for(Finish(place=2, sharing=2, bots=4), Points(places=[3, 2, 1, 0]))
    Fraction(3, 2)
    """
    first = finish.place - 1
    if points.places is not None:
        return Fraction(sum(points.places[first : first + finish.sharing]), finish.sharing)
    opponents = finish.bots - 1
    if opponents == 0:
        return Fraction(0)
    level = finish.sharing - 1
    beaten = opponents - first - level
    return Fraction(2 * beaten + level, 2 * opponents)


def most_points(points: Points) -> int:
    """What an unshared first place is worth."""
    return 1 if points.places is None else points.places[0]


def match_points(places: Sequence[int], points: Points) -> list[Fraction]:
    """The points of each seat of a match."""
    return [points_for(finish, points) for finish in finishes(places)]
