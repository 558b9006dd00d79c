"""The seed that a season is played from, beside what it and its league file promise of it."""

from __future__ import annotations

from arena import seeds
from arena.league.reading import Committed
from arena.store.facts import Season


def broken_promises(season: Season) -> list[str]:
    """What the season says of its own seed that does not fit, whatever the league file says."""
    found = []
    is_secret = season.seed_source == "committed"
    promised = season.commitment or "nothing"
    if is_secret != (season.commitment is not None):
        found.append(f"its seed is said to be {season.seed_source}, and committed to {promised}")
    if season.seed is not None and season.commitment is not None:
        digest = seeds.commitment_to(season.seed)
        if digest != season.commitment:
            found.append(
                f"its seed is of the commitment {digest}, and the season is committed to {promised}"
            )
    return found


def changes_of_seed(given: Committed, season: Season) -> list[str]:
    """How the seed of a season differs from what its league file gives."""
    if given.commitment != season.commitment:
        was, now = (value or "not given" for value in (season.commitment, given.commitment))
        return [f"league.commitment was {was}, is {now}"]
    if season.seed_source == "public" and given.seed is None:
        return [f"league.seed was {season.seed!r}, is not given"]
    if season.seed is not None and given.seed not in {None, season.seed}:
        return [f"league.seed was {season.seed!r}, is {given.seed!r}"]
    return []


def copied_changes_of_seed(given: Committed, season: Season) -> list[str]:
    """The same for what may be a public copy, whose made seed has become a commitment."""
    may_be_copied = given.commitment is None and season.seed_source == "committed"
    return [] if may_be_copied else changes_of_seed(given, season)
