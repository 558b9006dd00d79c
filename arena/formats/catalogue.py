"""The formats that a league file can name, and what each of them can be asked."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import Protocol

from arena.formats import round_robin
from arena.formats.outline import Outline
from arena.plan import Block, FixtureKey, Plan
from arena.records import Result


class Format(Protocol):
    """How a season unfolds: a pure function of the plan, the seed and what has been played.

    A season plays what is ``unplayed`` among the blocks, appends the results and asks again,
    until nothing is.
    """

    def check(self, bots: int, seats: int) -> list[str]:
        """One complaint for every reason why so many bots cannot play with so many seats."""

    def blocks(self, plan: Plan, seed: str, played: Mapping[FixtureKey, Result]) -> Iterator[Block]:
        """Every block that is certain by now, played or not, in schedule order.

        What has been played only ever adds blocks at the end.
        """

    def outline(self, plan: Plan, played: Collection[FixtureKey] = ()) -> Outline:
        """How much the plan asks for, after what has been played, without making a deal."""


FORMATS: dict[str, Format] = {"round-robin": round_robin}
"""A format is a module with the functions of ``Format``."""


def unplayed(blocks: Iterable[Block], played: Container[FixtureKey]) -> Iterator[Block]:
    """What is left to play: the blocks without the fixtures that have been played."""
    for block in blocks:
        fixtures = [fixture for fixture in block.fixtures if fixture.key not in played]
        if fixtures:
            yield Block(fixtures=fixtures)
