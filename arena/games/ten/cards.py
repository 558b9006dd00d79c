"""The cards of TEN (ten-1, Notation), as small numbers in the unshuffled order of §1.4.

Colour c (0-3 in the order R, B, O, G) has its numbers at 10c to 10c + 8 and its suit wild at
10c + 9; then come W1-W9, W# and $1-$5. So sorting cards sorts them as the rules write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int

COLOURS = "RBOG"
RANKS = range(1, 10)

CODES: tuple[str, ...] = (
    *(f"{colour}{rank}" for colour in COLOURS for rank in "123456789#"),
    *(f"W{rank}" for rank in "123456789#"),
    *(f"${value}" for value in range(1, 6)),
)
"""The code of every card."""

CARDS: dict[str, Card] = {code: card for card, code in enumerate(CODES)}
"""The card of every code."""

NUMBERED_WILD = CARDS["W1"]
FULL_WILD = CARDS["W#"]
FIRST_CURRENCY = CARDS["$1"]

NUMBERS: tuple[int, ...] = tuple(
    int(code[1]) if code[0] in COLOURS and code[1] != "#" else 0 for code in CODES
)
"""The number of a number card, 0 for every other card."""

CURRENCY: tuple[int, ...] = tuple(int(code[1]) if code[0] == "$" else 0 for code in CODES)
"""The value of a currency card, 0 for every other card."""


def is_wild(card: Card) -> bool:
    """Whether the card starts an auction when drawn (ten-1 §3.2)."""
    return card < FIRST_CURRENCY and not NUMBERS[card]


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of cards, in the order given.

    >>> codes([0, 9, 49, 54])
    ['R1', 'R#', 'W#', '$5']
    """
    return [CODES[card] for card in cards]
