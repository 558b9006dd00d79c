"""Ratings made anew from the records, and what that has changed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from arena.errors import LeagueError
from arena.league.reading import read_league
from arena.season.noting import noted
from arena.season.opening import refuse_other_rules
from arena.season.rating import from_records
from arena.store.auditing import open_inspector
from arena.store.facts import Ratings, Season, StoredRating
from arena.store.writer import open_writer


class ChangedRating(msgspec.Struct, frozen=True, kw_only=True):
    """A rating that came out otherwise, its columns in their order; None where there was none."""

    bot: str
    matches: int | None
    mu: float | None
    sigma: float | None
    matches_before: int | None
    mu_before: float | None
    sigma_before: float | None


class Rerated(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: how many matches are rated, and were, and the ratings that changed."""

    rated: int
    rated_before: int
    changes: list[ChangedRating]

    @property
    def told(self) -> str:
        """That in a sentence, without its stop."""
        rated = f"{self.rated:,} of the season's matches rated"
        if self.rated != self.rated_before:
            rated += f", {self.rated_before:,} before"
        if not self.changes:
            return f"the ratings stayed the same; {rated}"
        one = len(self.changes) == 1
        return f"{len(self.changes):,} rating{'' if one else 's'} changed; {rated}"


def rerate(database: Path, league: Path | None = None) -> Rerated:
    """Rebuild the ratings of a league from its records, and store them.

    The organiser's log tells of it. Raises StoreError if another process writes the database, and
    for a record that cannot be rated; nothing is changed then.
    """
    with open_writer(database, league) as writer:
        _refuse_others(league, writer.season())
        with open_inspector(database, league) as stored:
            season = stored.season()
            ratings = from_records(stored, season.plan, known_seed(season, league) or "")
        before = writer.ratings()
        rerated = Rerated(
            rated=ratings.rated, rated_before=before.rated, changes=_changes(before, ratings)
        )
        writer.store_ratings(ratings, [noted("rerate", detail=rerated.told)])
    return rerated


def _refuse_others(league: Path | None, season: Season) -> None:
    """Raise StoreError for the season of another league file, if there is one to be read."""
    if league is not None:
        with suppress(LeagueError):  # rating needs none, nor its bots
            refuse_other_rules(read_league(league, secret=False), season)


def known_seed(season: Season, league: Path | None) -> str | None:
    """The league's seed as far as it can be known: stored, or in the organiser's file."""
    if season.seed is not None or league is None:
        return season.seed
    try:
        return read_league(league).seed
    except LeagueError:
        return None


def _changes(before: Ratings, after: Ratings) -> list[ChangedRating]:
    old = {rating.bot: rating for rating in before.bots}
    new = {rating.bot: rating for rating in after.bots}
    return [
        _change(bot, old.get(bot), new.get(bot))
        for bot in sorted(old.keys() | new.keys())
        if old.get(bot) != new.get(bot)
    ]


def _change(bot: str, before: StoredRating | None, after: StoredRating | None) -> ChangedRating:
    return ChangedRating(
        bot=bot,
        matches=None if after is None else after.matches,
        mu=None if after is None else after.mu,
        sigma=None if after is None else after.sigma,
        matches_before=None if before is None else before.matches,
        mu_before=None if before is None else before.mu,
        sigma_before=None if before is None else before.sigma,
    )
