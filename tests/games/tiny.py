"""A second game, to keep the waist honest: taking stones from a heap, ruleset ``tiny-1``.

1 A seed makes a heap of 7 to 12 stones; a table ``{"stones": n}`` may replace it.
2 In turn each of 1 to 3 players takes 1, 2 or 3 stones, not more than there are.
3 The score is the number of stones taken, and 5 more for the last one. Ties share the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from arena import seeds
from arena.errors import ActionError, ArenaError
from arena.games.ten.outcome import places
from arena.records import Result

MOST = 3
LAST_STONE = 5


class Heap:
    """A match: the stones left, and who has taken how many."""

    def __init__(self, stones: int, players: int) -> None:
        self.stones = stones
        self.taken = [0] * players
        self.seat = 0


class HeapView(msgspec.Struct):
    """All there is to know."""

    seat: int
    stones: int
    taken: list[int]
    since: list[tuple[int, str]]


class Tiny:
    """The methods are those of ``arena.game.Game``; an action is a number of stones."""

    name = "tiny-1"
    seats = range(1, 4)
    view_type = HeapView

    def check_deck(self, table: Mapping[str, int]) -> list[str]:
        return [] if table.keys() == {"stones"} and table["stones"] >= 1 else ["no heap"]

    def normal_deck(self, table: Mapping[str, int]) -> dict[str, int]:
        return dict(table)

    def start(self, seed: str, players: int, deck: Mapping[str, int] | None) -> Heap:
        if players not in self.seats:
            raise ArenaError("too few or too many players")
        if deck is None:
            return Heap(7 + next(seeds.words(seed)) % 6, players)
        if self.check_deck(deck):
            raise ArenaError("no heap")
        return Heap(deck["stones"], players)

    def to_move(self, state: Heap) -> int | None:
        return state.seat if state.stones else None

    def forced(self, state: Heap) -> int | None:
        return 1 if state.stones == 1 else None

    def legal(self, state: Heap) -> list[int]:
        return list(range(1, min(MOST, state.stones) + 1))

    def apply(self, state: Heap, action: int) -> None:
        if not 1 <= action <= min(MOST, state.stones):
            raise ActionError("takes too few or too many", "2")
        state.stones -= action
        state.taken[state.seat] += action if state.stones else action + LAST_STONE
        state.seat = (state.seat + 1) % len(state.taken)

    def copy(self, state: Heap) -> Heap:
        twin = Heap(state.stones, len(state.taken))
        twin.taken = state.taken[:]
        twin.seat = state.seat
        return twin

    def view(self, state: Heap, seat: int, since: Sequence[tuple[int, str]]) -> HeapView:
        return HeapView(seat, state.stones, state.taken[:], list(since))

    def result(self, state: Heap) -> Result:
        nothing = [0] * len(state.taken)
        ranking = places(state.taken, nothing, nothing)
        return Result(scores=state.taken[:], tokens=nothing, cards=nothing, places=ranking)

    def caretaker(self, state: Heap) -> int:  # noqa: ARG002 (the waist hands it over)
        return 1

    def read(self, text: str) -> int:
        if text not in ("take 1", "take 2", "take 3"):
            raise ActionError("not an action", "2")
        return int(text[-1])

    def write(self, action: int) -> str:
        return f"take {action}"


TINY = Tiny()
