"""The leaderboard: each bot's current version, best rating first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import zip_longest

import msgspec

from arena.plan import Entrant, Plan, listed
from arena.ranking.played import Played, competition
from arena.ranking.points import most_points
from arena.ranking.skill import Rating
from arena.ranking.tally import Tally, tallies


class LeaderboardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row as people see it, its columns in their order.

    ``rating`` is mu - 3 sigma; ``points`` is per match and from 0 to 1, as a share of what an
    unshared first place is worth; ``wins`` are first places, shared ones included; ``matches``
    and what follows are of this version alone. A bot whose matches are void has no ``rank``;
    ``remark`` is what the organiser did to it.
    """

    rank: int | None
    bot: str
    version: int
    rating: float
    mu: float
    sigma: float
    matches: int
    points: float
    wins: int
    faults: int
    remark: str = ""


def leaderboard(
    plan: Plan, ratings: Mapping[str, Rating], tables: Iterable[Played]
) -> list[LeaderboardRow]:
    """The rows of the plan's entrants; equal ratings share the rank."""
    tally_of = tallies(tables, str)
    rated = [
        (ratings.get(entrant.label, Rating()), entrant)
        for entrant in sorted(listed(plan.entrants), key=lambda entrant: entrant.name)
    ]
    rated.sort(key=lambda pair: (not pair[1].counts, -pair[0].value))
    counting = [rating for rating, entrant in rated if entrant.counts]
    ranks = competition([(-rating.value,) for rating in counting])
    return [
        _row(plan, rank, entrant, rating, tally_of.get(entrant.label, Tally()))
        for rank, (rating, entrant) in zip_longest(ranks, rated)
    ]


def _row(
    plan: Plan, rank: int | None, entrant: Entrant, rating: Rating, tally: Tally
) -> LeaderboardRow:
    best = most_points(plan.points) * (tally.matches or 1)
    return LeaderboardRow(
        rank=rank,
        bot=entrant.name,
        version=entrant.number,
        rating=rating.value,
        mu=rating.mu,
        sigma=rating.sigma,
        matches=tally.matches,
        points=float(Fraction(tally.points(plan.points), best)),
        wins=tally.wins,
        faults=tally.faults,
        remark=entrant.remark,
    )
