"""Checks that every deal comes from the league's seed, and the seed from its commitment."""

from __future__ import annotations

from collections.abc import Iterator

from arena import seeds
from arena.audit.check import Check, Facts, Seen, counted


class Seeds(Check):
    """The seed is the one that was committed to, and every deal follows from it."""

    name = "seeds"

    def __init__(self, facts: Facts) -> None:
        self._season = facts.season
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
        """Whether the seed fits the commitment, as far as it is known."""
        if self._seed is None:
            self.unchecked = True
            self.note = "the league's seed is still secret"
            return
        self.note = f"deals of {counted(self._matches, 'match', 'es')}"
        commitment = self._season.commitment
        if commitment is None:
            return
        self.note += " and the commitment"
        made = seeds.commitment_to(self._seed)
        if commitment != made:
            yield f"the commitment is {commitment}; that to the seed is {made}"
