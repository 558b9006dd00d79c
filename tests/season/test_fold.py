"""Ratings do not depend on the order in which matches finish."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats import round_robin
from arena.plan import Entrant, Fixture, Plan
from arena.ranking.played import Played, competition, tables
from arena.ranking.skill import Rater
from arena.records import Result
from arena.season.fold import RatingFold
from arena.store.facts import Ratings

NONE = Ratings(rated=0, bots=[])


def plan_of(seats: int) -> Plan:
    entrants = [Entrant(name=name, number=1, version=name) for name in ("a", "b", "c", "d")]
    return Plan(name="Test", game="ten-1", seats=seats, deals=3, entrants=entrants)


def finished(plan: Plan) -> list[tuple[Fixture, Played]]:
    """The whole season with made-up scores."""
    rng = random.Random(7)
    season = []
    for block in round_robin.blocks(plan, "1", {}):
        for fixture in block.fixtures:
            scores = [rng.randrange(20) for _ in fixture.seats]
            result = Result(
                scores=scores,
                tokens=[0] * len(scores),
                cards=[0] * len(scores),
                places=competition([(-score,) for score in scores]),
            )
            played = Played(
                order=fixture.order,
                seed=f"{fixture.place}",
                seats=fixture.seats,
                result=result,
                faults=[None] * len(scores),
            )
            season.append((fixture, played))
    return season


@pytest.mark.parametrize("seats", [1, 2, 3])
@given(seed=st.integers(0, 2**32), pieces=st.lists(st.integers(1, 9), max_size=4))
@settings(max_examples=15)
def test_any_order_any_pieces(seats: int, seed: int, pieces: list[int]) -> None:
    plan = plan_of(seats)
    season = finished(plan)
    schedule = [fixture for fixture, _ in season]
    in_order = Rater(plan.draw_probability).rate_all(
        tables((played for _, played in season), seats)
    )

    order = list(season)
    random.Random(seed).shuffle(order)
    ratings = NONE
    cuts = [0, *accumulate(pieces), len(order)]
    for start, end in pairwise(cuts):
        fold = RatingFold(plan, ratings, schedule)
        done = [*order[:start], *order[start:end]]
        for fixture, played in done:
            if schedule.index(fixture) >= ratings.rated:
                fold.add(fixture.key, played)
        ratings = fold.ratings

    assert len(season) == ratings.rated
    assert {bot: (rating.mu, rating.sigma) for bot, rating in in_order.items()} == {
        rating.bot: (rating.mu, rating.sigma) for rating in ratings.bots
    }


def test_what_finished_early_waits() -> None:
    plan = plan_of(2)
    season = finished(plan)
    fold = RatingFold(plan, NONE, (fixture for fixture, _ in season))
    for fixture, played in season[1:5]:
        fold.add(fixture.key, played)
    assert 0 == fold.ratings.rated
    fold.add(season[0][0].key, season[0][1])
    assert 5 == fold.ratings.rated
