"""The check that a season is the one that its league file and its own rows tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.audit.check import Check, Facts
from arena.errors import StoreError
from arena.league.reading import League, impossible
from arena.plan import Plan, changes
from arena.sandbox.levels import Level
from arena.store.auditing import Inspector


def refuse_impossible(plan: Plan, database: Path) -> None:
    """Raise StoreError for a stored plan that no league file gives: nothing follows from it."""
    if complaints := impossible(plan):
        raise StoreError(f"{database}: its plan cannot be played: {'; '.join(complaints)}")


class Agreement(Check):
    """The season has the rules of its league file, and was played on what it says."""

    name = "season"

    def __init__(self, facts: Facts, stored: Inspector) -> None:
        self._facts = facts
        self._stored = stored

    def end(self) -> Iterator[str]:
        """What the season, the league file and the platforms do not agree about."""
        season, league = self._facts.season, self._facts.league
        if isinstance(league, League):
            self.note = "the rules of the league file"
            for change in changes(season.plan, league.draft):
                yield f"{league.path} says otherwise: {change}"
        else:
            self.unchecked = True
            self.note = "no league file that can be read"
        shown, planned = self._stored.names(), (season.plan.name, season.plan.game)
        if shown != planned:
            yield f"it is shown as {', '.join(shown)}; the plan is of {', '.join(planned)}"
        yield from self._platforms()

    def _platforms(self) -> Iterator[str]:
        season = self._facts.season
        platforms = self._stored.platforms()
        known = {(platform.arena, platform.python) for platform in platforms}
        if known and (season.arena, season.python) not in known:
            yield f"arena {season.arena} and Python {season.python} are none of its platforms"
        levels = [platform.sandbox for platform in self._stored.platforms(used=True)]
        if unknown := [level for level in [*levels, season.sandbox] if level not in {*Level}]:
            yield f"there is no sandbox {unknown[0]!r}"
            return
        for level in levels:
            if Level(level).is_below(Level(season.sandbox)):
                yield f"matches were played in the sandbox {level}; the lowest is {season.sandbox}"
