"""TrueSkill's numbers, against values from elsewhere (pitfalls, trueskill)."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ranking.environment import TAIL, Environment, cdf, excess, pdf

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from trueskill import TrueSkill

Ratings = list[tuple[float, float]]

NEW = (25.0, 25 / 3)

PRECISE: list[tuple[str, Ratings, float, Ratings, list[int]]] = [
    ("a win", [(29.24291, 7.18978), (20.75709, 7.18978)], 0.02, [NEW] * 2, [1, 2]),
    ("a draw", [(25.0, 6.45506), (25.0, 6.45506)], 0.02, [NEW] * 2, [1, 1]),
    ("a draw that is rare", [(25.0, 6.45497), (25.0, 6.45497)], 1e-4, [NEW] * 2, [1, 1]),
    (
        "four new bots",
        [(33.20621, 6.34784), (27.40132, 5.78693), (22.59868, 5.78693), (16.79379, 6.34784)],
        0.1,
        [NEW] * 4,
        [1, 2, 3, 4],
    ),
    (
        "four known bots, two level",
        [(28.92447, 1.90879), (22.52577, 2.72296), (24.41512, 4.53719), (9.99738, 0.99938)],
        0.02,
        [(30, 2), (20, 3), (25, 8), (10, 1)],
        [2, 1, 2, 4],
    ),
    ("the favourite wins", [(265.0, 1.0), (25.0, 1.0)], 0.02, [(265, 1), (25, 1)], [1, 2]),
    (
        "the favourite loses",
        [(258.45627, 0.9863), (31.54373, 0.9863)],
        0.02,
        [(265, 1), (25, 1)],
        [2, 1],
    ),
    (
        "the favourite draws",
        [(258.46567, 0.98629), (31.53433, 0.98629)],
        0.02,
        [(265, 1), (25, 1)],
        [1, 1],
    ),
    (
        "a gap of 3000",
        [(2918.30124, 0.98629), (81.69876, 0.98629)],
        0.02,
        [(3000, 1), (0, 1)],
        [2, 1],
    ),
    (
        "a rare draw over a gap of 3000",
        [(2969.91643, 0.99497), (1925.34819, 4.7881)],
        1e-4,
        [(3000, 1), (0, 8)],
        [1, 1],
    ),
    (
        "five far apart",
        [
            (471.45589, 1.85596),
            (118.78882, 2.56319),
            (-93.28671, 3.09747),
            (964.48223, 0.98076),
            (278.26926, 4.13532),
        ],
        0.02,
        [(500, 2), (0, 3), (-500, 4), (1000, 1), (20, 8)],
        [5, 2, 2, 4, 1],
    ),
]
"""From the package on mpmath with 80 digits, tau = 0."""


def rated(environment: TrueSkill, before: Ratings, ranks: list[int]) -> Ratings:
    groups = [(environment.create_rating(mu, sigma),) for mu, sigma in before]
    return [(rating.mu, rating.sigma) for (rating,) in environment.rate(groups, ranks)]


def near(expected: Ratings, tolerance: float) -> list[object]:
    return [pytest.approx(pair, abs=tolerance) for pair in expected]


@pytest.mark.parametrize(
    ("expected", "draw_probability", "before", "ranks"),
    [pytest.param(*case[1:], id=case[0]) for case in PRECISE],
)
def test_ratings_agree_with_a_precise_computation(
    expected: Ratings, draw_probability: float, before: Ratings, ranks: list[int]
) -> None:
    assert rated(Environment(draw_probability), before, ranks) == near(expected, 1e-5)


PUBLISHED: list[tuple[str, Ratings, list[int]]] = [
    ("two, the first wins", [(29.396, 7.171), (20.604, 7.171)], [1, 2]),
    ("two, a draw", [(25.0, 6.458), (25.0, 6.458)], [1, 1]),
    (
        "four, no draws",
        [(33.207, 6.348), (27.401, 5.787), (22.599, 5.787), (16.793, 6.348)],
        [1, 2, 3, 4],
    ),
]
"""Examples of the calculator of Microsoft Research and of Moser's implementation, for new bots
with draw probability 10 %; their tau of 1/12 moves the third digit."""


@pytest.mark.parametrize(
    ("expected", "ranks"), [pytest.param(*case[1:], id=case[0]) for case in PUBLISHED]
)
def test_ratings_agree_with_published_ones(expected: Ratings, ranks: list[int]) -> None:
    assert rated(Environment(0.1), [NEW] * len(ranks), ranks) == near(expected, 5e-3)


def test_two_bots_agree_with_the_closed_form() -> None:
    """Herbrich, Minka and Graepel (2006): two players have the exact update by v and w."""
    normal, beta = NormalDist(), 25 / 6
    (mu, sigma), (rival_mu, rival_sigma) = before = [(27.0, 3.0), (24.0, 5.0)]
    c = (2 * beta**2 + sigma**2 + rival_sigma**2) ** 0.5
    margin = normal.inv_cdf(0.51) * 2**0.5 * beta
    t = (mu - rival_mu - margin) / c
    v = normal.pdf(t) / normal.cdf(t)
    w = v * (v + t)
    expected = [
        (mu + sigma**2 / c * v, sigma * (1 - sigma**2 / c**2 * w) ** 0.5),
        (rival_mu - rival_sigma**2 / c * v, rival_sigma * (1 - rival_sigma**2 / c**2 * w) ** 0.5),
    ]
    assert rated(Environment(0.02), before, [1, 2]) == near(expected, 1e-9)


RATINGS = st.tuples(st.floats(0, 50), st.floats(1, 25 / 3))


@given(st.lists(st.tuples(RATINGS, st.integers(1, 5)), min_size=2, max_size=5))
def test_near_each_other_ratings_agree_with_the_packages_own(
    field: list[tuple[tuple[float, float], int]],
) -> None:
    """Where the package's default backend is sound, it gives the same to its 5 digits."""
    before = [rating for rating, _ in field]
    ranks = [rank for _, rank in field]
    expected = rated(TrueSkill(tau=0, draw_probability=0.1), before, ranks)
    assert rated(Environment(0.1), before, ranks) == near(expected, 1e-3)


@given(
    st.lists(
        st.tuples(st.tuples(st.floats(-1500, 1500), st.floats(0.1, 25 / 3)), st.integers(1, 5)),
        min_size=2,
        max_size=5,
    ),
    st.sampled_from([1e-4, 0.02, 0.5]),
)
def test_however_far_apart_a_result_never_makes_a_skill_less_certain(
    field: list[tuple[tuple[float, float], int]], draw_probability: float
) -> None:
    before = [rating for rating, _ in field]
    after = rated(Environment(draw_probability), before, [rank for _, rank in field])
    for (_, sigma), (_, narrower) in zip(before, after, strict=True):
        assert 0 < narrower <= sigma * (1 + 1e-9)


@given(st.floats(-30, TAIL))
def test_in_the_tail_the_fraction_is_the_quotient(x: float) -> None:
    assert excess(-x) - x == pytest.approx(pdf(x) / cdf(x), rel=1e-12)


def test_the_package_is_imported_without_its_warnings(tmp_path: Path) -> None:
    """Compiled anew, as at the first start after an installation."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", "import arena.ranking.environment"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
