"""Ratings as a fold over finished matches in schedule order, one step at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from arena.plan import Fixture, FixtureKey, Plan
from arena.ranking.played import Played, tables
from arena.ranking.skill import Rater, Rating
from arena.store.facts import Ratings, StoredRating


class RatingFold:
    """The ratings after the unbroken front part of the schedule; what finished early waits.

    A unit of the schedule is a match, in one-seat leagues all matches of a deal, since these
    are rated as one table.
    """

    def __init__(self, plan: Plan, ratings: Ratings, schedule: Iterable[Fixture]) -> None:
        """``schedule`` is the whole of it, in order; of it ``ratings.rated`` are done."""
        self._plan = plan
        self._rater = Rater(plan.draw_probability)
        self._rated = ratings.rated
        self._ratings = {
            rating.bot: Rating(rating.mu, rating.sigma, rating.matches) for rating in ratings.bots
        }
        self._units = deque(_units(plan, islice(schedule, self._rated, None)))
        self._early: dict[FixtureKey, Played] = {}

    def add(self, key: FixtureKey, played: Played) -> None:
        """Take a finished match, in whatever order they finish."""
        self._early[key] = played
        while self._units and all(key in self._early for key in self._units[0]):
            matches = [self._early.pop(key) for key in self._units.popleft()]
            self._rated += len(matches)
            self._ratings = self._rater.rate_all(tables(matches, self._plan.seats), self._ratings)

    @property
    def ratings(self) -> Ratings:
        """The ratings so far, as they are stored."""
        return Ratings(
            rated=self._rated,
            bots=[
                StoredRating(bot=bot, mu=rating.mu, sigma=rating.sigma, matches=rating.matches)
                for bot, rating in sorted(self._ratings.items())
            ],
        )


def _units(plan: Plan, fixtures: Iterable[Fixture]) -> Iterator[list[FixtureKey]]:
    if plan.seats > 1:
        return ([fixture.key] for fixture in fixtures)
    deals = groupby(fixtures, key=lambda fixture: (fixture.wave, fixture.deal))
    return ([fixture.key for fixture in deal] for _, deal in deals)
