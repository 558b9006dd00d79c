"""Points of a match are exact and fair."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.plan import Points
from arena.ranking.played import competition
from arena.ranking.points import match_points, most_points

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

CASES: list[tuple[str, list[Fraction | int], list[int], list[int] | None]] = [
    ("the share of opponents beaten", [1, 2 * THIRD, THIRD, 0], [1, 2, 3, 4], None),
    ("a tie counts half", [HALF, HALF], [1, 1], None),
    ("two share the second place", [1, HALF, HALF, 0], [1, 2, 2, 4], None),
    ("all level", [HALF] * 5, [1] * 5, None),
    ("alone there is nobody to beat", [0], [1], None),
    ("points of the league file", [0, 3, 2, 1], [4, 1, 2, 3], [3, 2, 1, 0]),
    ("a shared place is the average", [3, 3 * HALF, 3 * HALF, 0], [1, 2, 2, 4], [3, 2, 1, 0]),
    ("three share the first place", [2, 2, 2, 0], [1, 1, 1, 4], [3, 2, 1, 0]),
    ("an average that is no decimal", [10 * THIRD] * 3, [1, 1, 1], [5, 3, 2]),
    ("places beyond the list", [3, HALF, HALF, 0], [1, 2, 2, 4], [3, 1]),
]


@pytest.mark.parametrize(
    ("expected", "places", "listed"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_points_of_a_match(
    expected: list[Fraction | int], places: list[int], listed: list[int] | None
) -> None:
    assert match_points(places, Points(places=listed)) == expected


@given(st.lists(st.tuples(st.integers(0, 4)), min_size=2, max_size=6))
def test_a_match_gives_away_the_same_however_it_ends(keys: list[tuple[int, ...]]) -> None:
    places = competition(keys)
    assert sum(match_points(places, Points())) == Fraction(len(keys), 2)
    listed = [9, 5, 5, 2, 1, 0][: len(keys)]
    assert sum(match_points(places, Points(places=listed))) == sum(listed)


def test_the_most_that_a_match_is_worth() -> None:
    assert most_points(Points()) == 1
    assert most_points(Points(places=[3, 2, 1, 0])) == 3
