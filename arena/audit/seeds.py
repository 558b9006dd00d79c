"""Checks that every deal comes from the league's seed, and the seed from its commitment."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from arena import seeds
from arena.audit.check import Check, Facts, Seen, counted
from arena.league.reading import League
from arena.season.promised import broken_promises, changes_of_seed, copied_changes_of_seed


class Seeds(Check):
    """The seed is the one that was committed to, and every deal follows from it."""

    name = "seeds"

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._seed = facts.seed
        self._matches = 0

    def see(self, seen: Seen) -> Iterator[str]:
        """Whether a match was dealt from another seed."""
        if self._seed is None:
            return
        self._matches += 1
        place = seen.match.place
        if seen.match.deal_seed != seeds.deal_seed(self._seed, place):
            yield f"its deal is not the one of {place} by the league's seed"

    def end(self) -> Iterator[str]:
        """Whether the seed is what the season and its league file promise, as far as is known."""
        season = self._facts.season
        yield from broken_promises(msgspec.structs.replace(season, seed=self._seed))
        if isinstance(league := self._facts.league, League):
            compared = copied_changes_of_seed if self._facts.is_public else changes_of_seed
            for change in compared(league.committed, season):
                yield f"{league.path} says otherwise: {change}"
        if self._seed is None:
            self.unchecked = True
            self.note = "the league's seed is still secret"
            return
        self.note = f"deals of {counted(self._matches, 'match', 'es')}"
        if season.commitment is not None:
            self.note += " and the commitment"
