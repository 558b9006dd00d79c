"""What a season asks of whoever plays its blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias

import msgspec

from arena.match.block import BlockOrder, PlayedBlock


class LostBlock(msgspec.Struct, frozen=True):
    """A block that the platform has spoilt, and how, in words: its matches are void."""

    order: BlockOrder
    reason: str


Outcome: TypeAlias = PlayedBlock | LostBlock


class Workers(Protocol):
    """Plays blocks, in whatever order: the season does not depend on it."""

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:
        """Play the orders side by side, or each ``alone``; outcomes as they come.

        When the workers are told to stop, they begin nothing more, and the matches that have
        not been begun are missing from a block's outcome.
        """
