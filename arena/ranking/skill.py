"""TrueSkill ratings: a fold over tables in schedule order, one update a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec

from arena.errors import ArenaError
from arena.ranking.environment import Environment
from arena.ranking.played import Played, competition

START_MU = 25.0
START_SIGMA = START_MU / 3
MIN_DRAW_PROBABILITY = 1e-4
"""Draws must stay possible, or the first shared place breaks the model."""


class Rating(msgspec.Struct, frozen=True):
    """What is known of one version of a bot: its skill is normal with this mean and deviation.

    Raises ArenaError unless mu is a number and sigma a positive one.
    """

    mu: float = START_MU
    sigma: float = START_SIGMA
    matches: int = 0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mu) and math.isfinite(self.sigma) and self.sigma > 0):
            raise ArenaError(f"mu {self.mu}, sigma {self.sigma} is no rating; sigma is above 0")

    @property
    def value(self) -> float:
        """The rating that leaderboards sort by: skill is higher with 99.9 % probability."""
        return self.mu - 3 * self.sigma


class Rater:
    """Updates ratings table by table. It keeps nothing but the league's constants."""

    def __init__(self, draw_probability: float) -> None:
        self._environment = Environment(max(draw_probability, MIN_DRAW_PROBABILITY))

    def rate(self, ratings: Mapping[str, Rating], table: Played) -> dict[str, Rating]:
        """The new ratings of the labels at the table; who has none yet starts afresh.

        The table is rated as a free-for-all by place, shared places as draws. A bot alone at a
        table keeps its rating. Raises ArenaError for places that are no ranking.
        """
        _check(table)
        places = table.result.places
        ranked = sorted(
            range(len(places)), key=lambda seat: (places[seat], _tie_key(table.seed, seat))
        )
        before = [ratings.get(table.seats[seat], Rating()) for seat in ranked]
        after = [(rating.mu, rating.sigma) for rating in before]
        if len(ranked) > 1:
            groups = [(self._environment.create_rating(mu, sigma),) for mu, sigma in after]
            rated = self._environment.rate(groups, [places[seat] for seat in ranked])
            after = [(float(rating.mu), float(rating.sigma)) for (rating,) in rated]
        return {
            table.seats[seat]: Rating(mu=mu, sigma=sigma, matches=old.matches + 1)
            for seat, old, (mu, sigma) in zip(ranked, before, after, strict=True)
        }

    def rate_all(
        self, tables: Iterable[Played], ratings: Mapping[str, Rating] | None = None
    ) -> dict[str, Rating]:
        """The ratings after all the tables, from those before them (none: everybody new)."""
        current = dict(ratings or {})
        for table in tables:
            current.update(self.rate(current, table))
        return current


def _tie_key(seed: str, seat: int) -> bytes:
    """In which order level bots are rated: it makes a small difference, so nobody may own it."""
    return sha256(f"{seed}:{seat}".encode()).digest()


def _check(table: Played) -> None:
    places = table.result.places
    if len(set(table.seats)) != len(places):
        raise ArenaError(f"{len(places)} places for {len(set(table.seats))} bots at {table.seats}")
    if places != competition([(place,) for place in places]):
        raise ArenaError(f"places {places} are no ranking; shared places are 1, 2, 2, 4")
