"""Checks of matches against the schedule: which are stored, and who sits where in them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

from arena.audit.check import Check, Facts, Seen, counted
from arena.plan import Fixture, FixtureKey, Plan


class Counts(Check):
    """A match counts unless a bot of it was replaced or its matches are void."""

    name = "counts"

    def __init__(self, facts: Facts) -> None:
        self._entrants = facts.entrants
        self._matches: Counter[bool] = Counter()

    def see(self, seen: Seen) -> Iterator[str]:
        """Whether it counts though it should not, or the other way round."""
        self._matches[seen.counts] += 1
        self.note = f"{counted(self._matches[True], 'match', 'es')} of the season"
        if self._matches[False]:
            self.note += f", {self._matches[False]:,} of history"
        bots = [bot for label in seen.labels if (bot := self._entrants.get(label)) is not None]
        gone = [f"{bot.label} is {bot.status}" for bot in bots if not bot.counts]
        if gone and seen.counts:
            yield f"it counts, and {', '.join(gone)}"
        if not gone and not seen.counts:
            yield "it does not count, and none of its bots is replaced or void"


class Fixtures(Check):
    """Every match that counts is a fixture of the schedule, and each is stored once."""

    name = "fixtures"

    def __init__(self, schedule: Mapping[FixtureKey, Fixture]) -> None:
        self._schedule = schedule
        self._found: set[FixtureKey] = set()

    def see(self, seen: Seen) -> Iterator[str]:
        """How a match differs from its fixture."""
        if not seen.counts:
            return
        match = seen.match
        fixture = self._schedule.get(match.key)
        where = f"{match.line_up}, deal {match.deal}, seating {match.seating}"
        if fixture is None:
            yield f"{where} is no fixture of the schedule"
            return
        if match.key in self._found:
            yield f"{where} is stored more than once"
        self._found.add(match.key)
        for key in ("wave", "round", "place"):
            stored, planned = getattr(match, key), getattr(fixture, key)
            if stored != planned:
                yield f"{key} {stored}; the fixture has {planned}"
        if sorted(seen.labels) != sorted(fixture.seats):
            seated, planned = ", ".join(seen.labels), ", ".join(sorted(fixture.seats))
            yield f"{seated} sit there; the fixture is of {planned}"

    def end(self) -> Iterator[str]:
        """Says how many are left; that is no fault."""
        left = len(self._schedule) - len(self._found)
        done = "all played" if not left else f"{len(self._found):,} played, {left:,} left"
        self.note = f"{counted(len(self._schedule), 'fixture')}, {done}"
        yield from ()


class Blocks(Check):
    """A check of blocks: the matches that count of one deal and line-up, from first to last."""

    def __init__(self) -> None:
        self._block: list[Seen] = []

    def see(self, seen: Seen) -> Iterator[str]:
        """What is wrong with the block before, when another one begins."""
        if not seen.counts:
            return
        if self._block and self._block[0].match.order[:4] != seen.match.order[:4]:
            yield from self._named()
        self._block.append(seen)

    def end(self) -> Iterator[str]:
        """What is wrong with the last block."""
        if self._block:
            yield from self._named()

    def _named(self) -> Iterator[str]:
        block, self._block = self._block, []
        for sentence in self.see_block(block):
            yield f"{block[0].match.line_up}, deal {block[0].match.deal}: {sentence}"

    def see_block(self, block: list[Seen]) -> Iterator[str]:
        """What is wrong with the stored matches of a block."""
        raise NotImplementedError  # each check of blocks has its own


class Seats(Blocks):
    """In every finished block each bot sits in each seat equally often."""

    name = "seats"

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan
        self._seatings = seatings_of(plan)
        self._finished = 0

    def see_block(self, block: list[Seen]) -> Iterator[str]:
        """Who sits in a seat too often, and whether an order comes twice."""
        if len(block) < self._seatings or self._plan.seating == "fixed":
            return
        self._finished += 1
        each = self._seatings // self._plan.seats
        self.note = f"{counted(self._finished, 'finished block')}"
        times = Counter((label, seat) for seen in block for seat, label in enumerate(seen.labels))
        for (label, seat), often in sorted(times.items()):
            if often != each:
                yield f"{label} sits in seat {seat} {_times(often)}, not {_times(each)}"
        if len({tuple(seen.labels) for seen in block}) < len(block):
            yield "an order of the bots comes more than once"

    def end(self) -> Iterator[str]:
        """Says so where seats are not balanced by design."""
        yield from super().end()
        if self._plan.seating == "fixed":
            self.note, self.unchecked = "fixed seats, which are not balanced", True


class Neighbours(Blocks):
    """Every match is seated in the order that was drawn for its deal.

    How evenly that has come out is told as a figure: the draw is fair, not balanced.
    """

    name = "neighbours"

    def __init__(self, facts: Facts, schedule: Mapping[FixtureKey, Fixture]) -> None:
        super().__init__()
        self._plan = facts.plan
        self._schedule = schedule
        self._is_drawn = facts.plan.seating == "rotate"
        self._is_known = facts.seed is not None or not self._is_drawn
        self._seatings = seatings_of(facts.plan)
        self._beside: Counter[tuple[str, str]] = Counter()
        self._expected: dict[tuple[str, str], float] = {}

    def see_block(self, block: list[Seen]) -> Iterator[str]:
        """Which matches of a block are seated otherwise; counts the neighbours."""
        for seen in block:
            fixture = self._schedule.get(seen.match.key)
            if not self._is_known or fixture is None or fixture.seats == seen.labels:
                continue
            seated, planned = ", ".join(seen.labels), ", ".join(fixture.seats)
            order = "drawn for the deal is" if self._is_drawn else "of the schedule is"
            yield f"{seen.name}: the order is {seated}; that {order} {planned}"
        if len(block) == self._seatings:
            self._count(block)

    def end(self) -> Iterator[str]:
        """Says how even it is, or that the seed is needed."""
        yield from super().end()
        if not self._is_known:
            self.unchecked = True
            self.note = "what was drawn follows from the league's seed, which is secret"
        elif self._beside and self._is_drawn:
            most = max(abs(self._beside[pair] / even - 1) for pair, even in self._expected.items())
            self.note = f"who sits before whom is even to {100 * most:.0f} %"

    def _count(self, block: list[Seen]) -> None:
        """Who sat right before whom, and how often that would be if all were even."""
        seats = self._plan.seats
        if seats < 3:
            return
        each = len(block) / (seats - 1)
        labels = block[0].labels
        for left in labels:
            for right in labels:
                if left != right:
                    pair = (left, right)
                    self._expected[pair] = self._expected.get(pair, 0) + each
        for seen in block:
            self._beside.update(zip(seen.labels, seen.labels[1:] + seen.labels[:1], strict=True))


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def seatings_of(plan: Plan) -> int:
    """How many matches a block has."""
    match plan.seating:
        case "rotate":
            return plan.seats
        case "all":
            return math.factorial(plan.seats)
        case "fixed":
            return 1
