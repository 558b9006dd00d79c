"""Checks that the stored ratings are those that the records give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arena.audit.check import Check, Facts, Seen, counted
from arena.errors import ArenaError
from arena.plan import Fixture, FixtureKey
from arena.season.fold import RatingFold
from arena.season.rating import NO_RATINGS
from arena.store.facts import Ratings, StoredRating

TOLERANCE = 1e-6
"""On another platform the last digits of a rating may be others."""


class Rebuilt(Check):
    """The stored ratings are those that the records give, match by match from the first on."""

    name = "ratings"

    def __init__(
        self, facts: Facts, stored: Ratings, schedule: Mapping[FixtureKey, Fixture]
    ) -> None:
        self._stored = stored
        self._schedule = schedule
        self._fold = RatingFold(facts.plan, NO_RATINGS, schedule.values())
        self._ends = False

    def see(self, seen: Seen) -> Iterator[str]:
        """Rates a match that can be rated; says from which one on that is impossible."""
        if self._ends or not seen.counts or seen.match.key not in self._schedule:
            return
        played = seen.played
        if played is None:
            return
        try:
            self._fold.add(seen.match.key, played)
        except ArenaError as error:
            self._ends = True
            yield f"they cannot be rebuilt from here on: {error}"

    def end(self) -> Iterator[str]:
        """How the stored ratings differ from the rebuilt ones."""
        rebuilt = self._fold.ratings
        self.note = f"rebuilt from {counted(rebuilt.rated, 'record')}"
        if self._stored.rated != rebuilt.rated:
            yield (
                f"{counted(self._stored.rated, 'match', 'es')} are said to be rated; the schedule "
                f"is played without a gap up to match {rebuilt.rated:,}"
            )
        stored, wanted = _by_label(self._stored), _by_label(rebuilt)
        for label in sorted(stored.keys() | wanted.keys()):
            if not _is_same(stored.get(label), wanted.get(label)):
                yield f"{label}: {_told(stored.get(label))}; the records give " + _told(
                    wanted.get(label)
                )


def _by_label(ratings: Ratings) -> dict[str, StoredRating]:
    return {rating.bot: rating for rating in ratings.bots}


def _is_same(stored: StoredRating | None, wanted: StoredRating | None) -> bool:
    if stored is None or wanted is None:
        return stored is wanted
    return (
        abs(stored.mu - wanted.mu) <= TOLERANCE
        and abs(stored.sigma - wanted.sigma) <= TOLERANCE
        and stored.matches == wanted.matches
    )


def _told(rating: StoredRating | None) -> str:
    if rating is None:
        return "no rating"
    matches = counted(rating.matches, "match", "es")
    return f"mu {rating.mu:.6f}, sigma {rating.sigma:.6f}, {matches}"
