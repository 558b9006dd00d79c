"""Checks of what matches add up to, made from their records alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, islice
from typing import Any

from arena.audit.check import Check, Facts, Seen, counted
from arena.ranking.leaderboard import leaderboard
from arena.ranking.played import Played, tables
from arena.ranking.points import match_points, most_points
from arena.ranking.standings import bot_of
from arena.ranking.tally import Tally, tallies
from arena.records import Result
from arena.store.auditing import Inspector


class Sums:
    """What the matches of one version come to."""

    def __init__(self) -> None:
        self.matches = self.wins = self.faults = self.score = 0
        self.points = Fraction(0)

    def add(self, other: Sums) -> None:
        """Take those of another version, too."""
        for key, value in vars(other).items():
            setattr(self, key, getattr(self, key) + value)


class Totals(Check):
    """Leaderboard, standings and views say what the records of the rated matches add up to."""

    name = "totals"

    def __init__(self, facts: Facts, stored: Inspector) -> None:
        self._plan = facts.plan
        self._stored = stored
        self._ratings = stored.ratings()
        self._left = self._ratings.rated
        self._deal: list[Played] = []
        self._sums: dict[str, Sums] = {}

    def see(self, seen: Seen) -> Iterator[str]:
        """Adds a match up; it is for others to say what is wrong with it."""
        if not seen.counts or self._left == 0:
            return
        self._left -= 1
        played = seen.played
        if played is None:
            return
        if self._plan.seats == 1 and self._deal and self._deal[0].order[3] != played.order[3]:
            self._add_up()
        self._deal.append(played)
        if self._plan.seats > 1:
            self._add_up()
        yield from ()

    def end(self) -> Iterator[str]:
        """Which sums are shown otherwise."""
        if self._deal:
            self._add_up()
        self.note = f"sums of {counted(self._ratings.rated, 'rated match', 'es')}"
        yield from self._leaderboard()
        yield from self._standings()
        # What other programs read; its rows are those of the tables.
        yield from self._stored.changed("view")

    def _of(self, label: str) -> Sums:
        return self._sums.setdefault(label, Sums())

    def _add_up(self) -> None:
        for table in tables(self._deal, self._plan.seats):
            result = table.result
            points = match_points(result.places, self._plan.points)
            for seat, label in enumerate(table.seats):
                sums = self._of(label)
                sums.matches += 1
                sums.points += points[seat]
                sums.wins += result.places[seat] == 1
                sums.faults += table.faults[seat] is not None
                sums.score += result.scores[seat]
        self._deal.clear()

    def _front(self) -> Iterator[Played]:
        """The rated matches as the commands read them, from the tables."""
        rows = self._stored.seats_of_tables(most=self._ratings.rated * self._plan.seats)
        matches = (_by_tables(list(seats)) for _, seats in groupby(rows, key=lambda row: row[:5]))
        return tables(matches, self._plan.seats)

    def _leaderboard(self) -> Iterator[str]:
        for row in leaderboard(self._plan, {}, self._front()):
            label = f"{row.bot}@{row.version}"
            sums = self._sums.get(label, Sums())
            best = most_points(self._plan.points) * (sums.matches or 1)
            wanted = {
                "matches": sums.matches,
                "points": float(sums.points / best),
                "wins": sums.wins,
                "faults": sums.faults,
            }
            shown = {key: getattr(row, key) for key in wanted}
            yield from _otherwise(f"leaderboard, {label}", shown, wanted)

    def _standings(self) -> Iterator[str]:
        by_name: dict[str, Sums] = {}
        for label, sums in self._sums.items():
            by_name.setdefault(bot_of(label), Sums()).add(sums)
        found = tallies(self._front(), bot_of)
        for name in sorted(by_name.keys() | found.keys()):
            tally, sums = found.get(name, Tally()), by_name.get(name, Sums())
            wanted = {
                "matches": sums.matches,
                "points": float(sums.points),
                "score": float(Fraction(sums.score, sums.matches or 1)),
                "wins": sums.wins,
                "faults": sums.faults,
            }
            shown = {
                "matches": tally.matches,
                "points": float(tally.points(self._plan.points)),
                "score": float(tally.mean_score),
                "wins": tally.wins,
                "faults": tally.faults,
            }
            yield from _otherwise(f"standings, {name}", shown, wanted)


def _by_tables(seats: Sequence[tuple[Any, ...]]) -> Played:
    """A match from the rows of its seats (``Reader.seats_of_tables``)."""
    labels, scores, tokens, cards, places, faults = map(
        list, islice(zip(*seats, strict=True), 6, 12)
    )
    return Played(
        order=seats[0][:5],
        seed=seats[0][5],
        seats=labels,
        result=Result(scores=scores, tokens=tokens, cards=cards, places=places),
        faults=faults,
    )


def _otherwise(
    where: str, shown: Mapping[str, float], wanted: Mapping[str, float]
) -> Iterator[str]:
    for key, value in wanted.items():
        if not math.isclose(shown[key], value, rel_tol=1e-12):
            yield f"{where}: {key} {shown[key]:.12g}; the records add up to {value:.12g}"
