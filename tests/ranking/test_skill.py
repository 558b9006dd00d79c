"""Ratings are a fold in schedule order that treats all bots alike."""

from __future__ import annotations

import math
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.ranking.played import Played, competition
from arena.ranking.skill import MIN_DRAW_PROBABILITY, Rater, Rating
from tests.ranking.tables import table

RATER = Rater(0.02)


@st.composite
def tables(draw: st.DrawFn) -> Played:
    bots = draw(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=5, unique=True))
    keys = draw(st.lists(st.integers(0, 4), min_size=len(bots), max_size=len(bots)))
    seed = draw(st.text("0123456789abcdef", min_size=1, max_size=4))
    return table("".join(bots), competition([(key,) for key in keys]), seed=seed)


@given(st.lists(tables(), max_size=12), st.integers(0, 12))
def test_a_fold_goes_on_exactly_from_where_it_was_kept(played: list[Played], at: int) -> None:
    kept = msgspec.json.encode(RATER.rate_all(played[:at]))
    ratings = msgspec.json.decode(kept, type=dict[str, Rating])
    assert RATER.rate_all(played[at:], ratings) == RATER.rate_all(played)


@given(tables(), st.permutations("abcdefg"))
def test_names_make_no_difference(played: Played, others: list[str]) -> None:
    rename = dict(zip("abcdefg", others, strict=True))
    bots = "".join(rename[label[0]] for label in played.seats)
    renamed = RATER.rate({}, table(bots, played.result.places, seed=played.seed))
    ratings = RATER.rate({}, played)
    assert [renamed[f"{bot}@1"] for bot in bots] == [ratings[label] for label in played.seats]


@given(st.lists(tables(), max_size=12))
def test_nothing_that_is_learnt_is_forgotten(played: list[Played]) -> None:
    ratings: dict[str, Rating] = {}
    for one in played:
        for label, rating in RATER.rate(ratings, one).items():
            before = ratings.get(label, Rating())
            assert rating.sigma <= before.sigma * (1 + 1e-9)
            assert rating.matches == before.matches + 1
            assert type(rating.mu) is type(rating.sigma) is float
            ratings[label] = rating


def test_a_thousand_equal_results_leave_no_doubt() -> None:
    """With the package's own tau sigma would grow, and mu - 3 sigma of a steady winner fall."""
    ratings: dict[str, Rating] = {}
    values = []
    for _ in range(1000):
        ratings = RATER.rate_all([table("ab", [1, 2])], ratings)
        values.append(ratings["a@1"].value)
    assert values == sorted(values)


def test_level_bots_of_equal_rating_stay_close() -> None:
    """What is left of the order in which the package takes level bots is small."""
    ratings = RATER.rate({}, table("abcde", [1, 2, 2, 2, 2]))
    level = [ratings[f"{bot}@1"].mu for bot in "bcde"]
    assert max(level) - min(level) < 0.01


def test_which_of_the_level_bots_comes_first_depends_on_the_deal() -> None:
    firsts = {
        max("abc", key=lambda bot: RATER.rate({}, played)[f"{bot}@1"].mu)
        for played in (table("abc", [1, 1, 1], seed=str(deal)) for deal in range(30))
    }
    assert firsts == set("abc")


def test_the_order_of_matches_matters() -> None:
    one, other = table("ab", [1, 2]), table("bc", [1, 2])
    assert RATER.rate_all([one, other]) != RATER.rate_all([other, one])


def test_a_new_version_starts_afresh_and_leaves_the_others_alone() -> None:
    old = {"a@1": Rating(40.0, 1.0, 90), "b@1": Rating(20.0, 1.0, 90), "c@1": Rating(5.0, 2.0, 9)}
    played = msgspec.structs.replace(table("ab", [1, 2]), seats=["a@2", "b@1"])
    ratings = RATER.rate_all([played], old)
    assert ratings["a@2"].matches == 1
    assert ratings["a@1"] == old["a@1"]
    assert ratings["c@1"] == old["c@1"]
    assert ratings["b@1"].mu < 20


def test_alone_nothing_is_learnt() -> None:
    assert RATER.rate({}, table("a", [1])) == {"a@1": Rating(matches=1)}


def test_draws_are_never_ruled_out() -> None:
    played = [table("ab", [1, 1])]
    assert Rater(0.0).rate_all(played) == Rater(MIN_DRAW_PROBABILITY).rate_all(played)
    assert Rater(0.0).rate_all(played)["a@1"].sigma == pytest.approx(6.455, abs=1e-3)


@pytest.mark.parametrize(
    ("mu", "sigma"), [(math.nan, 1.0), (math.inf, 1.0), (25.0, 0.0), (25.0, -1.0), (0.0, math.nan)]
)
def test_what_is_no_rating_is_refused(mu: float, sigma: float) -> None:
    with pytest.raises(ArenaError, match="is no rating"):
        Rating(mu, sigma)


@pytest.mark.parametrize(
    ("bots", "places"),
    [
        ("ab", [0, 1]),
        ("abc", [1, 2, 4]),
        ("abc", [1, 1, 2]),
        ("ab", ["1", "2"]),
        ("ab", [math.nan, 1]),
        ("aa", [1, 2]),
        ("abc", [1, 2]),
    ],
)
def test_what_is_no_ranking_is_refused(bots: str, places: list[int]) -> None:
    with pytest.raises(ArenaError, match="places"):
        RATER.rate({}, table(bots, places))


def test_every_order_of_finish_is_rated() -> None:
    for places in permutations([1, 2, 3, 3, 5]):
        ratings = RATER.rate({}, table("abcde", competition([(place,) for place in places])))
        mus = [ratings[f"{bot}@1"].mu for bot in "abcde"]
        for place, mu in zip(places, mus, strict=True):
            assert all(
                mu > other for worse, other in zip(places, mus, strict=True) if worse > place
            )
