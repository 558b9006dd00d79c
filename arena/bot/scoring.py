"""What a collection is worth (ten-1 §8)."""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.ten import scoring
from arena.games.ten.cards import CARDS


def score(cards: Iterable[str]) -> int:
    """The points of a collection under the best assignment of its wilds (§8.1 to §8.3).

    >>> score(["R1", "R2", "R4", "W3", "B9"])
    5
    """
    return scoring.score(CARDS[code] for code in cards)


def gain(cards: Iterable[str], *added: str) -> int:
    """How many points the added cards bring to a collection.

    >>> gain(["R1", "R2", "R4"], "R3"), gain(["R1", "R2", "R4"], "R2", "R8")
    (2, 0)
    """
    before = list(cards)
    return score([*before, *added]) - score(before)
