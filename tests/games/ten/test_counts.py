"""Everything that can happen with tiny decks happens exactly as often as it should."""

from __future__ import annotations

import pytest

from tests.games.ten.building import case, dealt
from tests.games.ten.counting import FILE, counted, counts_text


def test_the_counts_of_tiny_decks() -> None:
    assert counts_text() == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("nodes", "ends", "players", "deck"),
    [
        # Draw, take numbers, and pass on an empty market: once after the reward, twice finally.
        case("one number card for two", [1, 1, 1, 1, 1], 1, 2, "R1"),
        case("one currency card for two", [1, 1, 1, 1], 1, 2, "$1"),
        # Seat 1 passes or offers 1 to 5 tokens: 6 ways. Seat 0 has 6 answers to a pass and 5, 4,
        # 3, 2, 1 to the offers: 21. Then both pass; the market is empty.
        case("one wild for two", [1, 6, 6 + 5 + 4 + 3 + 2 + 1, 21, 21], 21, 2, "W1"),
        # Sequences of three in which offers rise: C(5, k) choices of k offers at C(3, k) seats,
        # 1 + 5 x 3 + 10 x 3 + 10 x 1 = 56. For two: 1 + 5 x 2 + 10 x 1 = 21.
        case("one wild for three", [1, 6, 21, 56, 56, 56, 56], 56, 3, "W1"),
        # Alone, above the bank's 2: pass or 3, 4, 5 tokens; above its 4: pass or 5.
        case("one wild alone", [1, 4, 4], 4, 1, "W1"),
        case("the full wild alone", [1, 2, 2], 2, 1, "W#"),
        # R1: draw on or take. Taking it: pass, draw R2, take it and pass, final pass. Drawing R2:
        # take both, pass, final pass.
        case("two number cards alone", [1, 2, 2, 2, 2, 1, 1], 2, 1, "R1 R2"),
        # After R9 the draw of R2 is a bust (11): it gains a bust token, and both cards are on the
        # market for the final buy phase: pass, R2 for 2 tokens; R9 for nothing less than 8 + 1.
        # Taking R9: pass, draw R2, take it, pass, final pass.
        case("a bust alone", [1, 2, 3, 1, 1, 1, 1], 3, 1, "R9 R2"),
    ],
)
def test_counts_worked_out_by_hand(nodes: list[int], ends: int, players: int, deck: str) -> None:
    counts = counted(dealt(deck, players))
    assert (counts.nodes, counts.ends) == (nodes, ends)
