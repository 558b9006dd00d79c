"""What a bot's finished matches add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from arena.plan import Points
from arena.ranking.played import Played
from arena.ranking.points import Finish, finishes, points_for


class Tally:
    """Counts of one bot; points and means are made from them when asked for."""

    def __init__(self) -> None:
        self.finishes: Counter[Finish] = Counter()
        self.score = 0
        self.faults = 0

    @property
    def matches(self) -> int:
        """How many tables the bot sat at."""
        return self.finishes.total()

    @property
    def wins(self) -> int:
        """First places, shared ones included."""
        return sum(count for finish, count in self.finishes.items() if finish.place == 1)

    def places(self, bots: int) -> list[int]:
        """How often the bot came first, second, ... of so many."""
        counts = [0] * bots
        for finish, count in self.finishes.items():
            counts[finish.place - 1] += count
        return counts

    def points(self, points: Points) -> Fraction:
        """The sum of the points of all matches."""
        return sum(
            (points_for(finish, points) * count for finish, count in self.finishes.items()),
            Fraction(0),
        )

    @property
    def mean_score(self) -> Fraction:
        """The score of a match on average; 0 before the first match."""
        return Fraction(self.score, self.matches or 1)


def tallies(tables: Iterable[Played], owner: Callable[[str], str]) -> dict[str, Tally]:
    """The tally of every owner of a label at the tables, such as the bot of a version."""
    found: dict[str, Tally] = {}
    for table in tables:
        for label, finish, score, fault in zip(
            table.seats,
            finishes(table.result.places),
            table.result.scores,
            table.faults,
            strict=True,
        ):
            bot = owner(label)
            tally = found.get(bot)
            if tally is None:
                tally = found[bot] = Tally()
            tally.finishes[finish] += 1
            tally.score += score
            tally.faults += fault is not None
    return found
