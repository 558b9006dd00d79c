"""The error bar that is to be expected: from deals, not from matches."""

from __future__ import annotations

import random
from math import sqrt
from statistics import NormalDist, mean, stdev

import pytest

from arena.plan import Points
from arena.ranking.expected import ALIKE, LEAST_DEALS, _student, expected_error


def error(deals: int, matches: int = 1, bots: int = 2, points: Points | None = None) -> float:
    found = expected_error(deals, matches, bots, points or Points())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("quantile", "freedom"),
    [(3.182, 3), (2.776, 4), (2.262, 9), (2.045, 29), (1.984, 99), (1.960, 100_000)],
)
def test_student_is_as_in_tables(quantile: float, freedom: int) -> None:
    assert quantile == pytest.approx(_student(freedom), rel=0.01)


@pytest.mark.parametrize(
    ("deviation", "bots", "points"),
    [
        pytest.param(1 / 2, 2, Points(), id="all or nothing"),
        pytest.param(sqrt(5 / 36), 4, Points(), id="a quarter of the places each"),
        pytest.param(sqrt(5 / 36), 4, Points(places=[3, 2, 1, 0]), id="the same, tripled"),
        pytest.param(sqrt(3 / 16), 4, Points(places=[5, 0, 0, 0]), id="the first takes all"),
        pytest.param(0.0, 1, Points(), id="nobody to beat"),
    ],
)
def test_the_deviation_is_that_of_the_places(deviation: float, bots: int, points: Points) -> None:
    assert 1.96 * deviation / 100 == pytest.approx(error(10_000, 1, bots, points), rel=0.01)


def test_more_deals_tell_more_and_more_matches_of_one_deal_less_so() -> None:
    assert error(10_000) / 2 == pytest.approx(error(40_000), rel=0.01)
    assert error(10_000, 4) < error(10_000, 2) < error(10_000)
    assert error(10_000) * sqrt(ALIKE) < error(10_000, 1_000)


def test_too_few_deals_tell_nothing() -> None:
    assert expected_error(LEAST_DEALS - 1, 4, 4, Points()) is None
    assert error(LEAST_DEALS, 1, 2) > 0.5


def test_it_is_the_error_of_bots_that_are_as_it_takes_them_to_be() -> None:
    """Bots of equal strength with matches of a deal that are as alike as assumed."""
    chance = random.Random(1)
    own = sqrt(1 - ALIKE)

    def deal() -> float:
        shared = sqrt(ALIKE) * chance.gauss()
        return mean(NormalDist().cdf(shared + own * chance.gauss()) for _ in range(4))

    means = [mean(deal() for _ in range(25)) for _ in range(400)]
    # A share that is drawn evenly from 0 to 1 is a table of very many.
    assert 2.06 * stdev(means) == pytest.approx(error(25, 4, 1_000), rel=0.1)
