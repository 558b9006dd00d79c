"""The end of a match: totals, tie-breaks and places (ten-1 §8)."""

from __future__ import annotations

from arena.games.ten.scoring import score
from arena.games.ten.state import State
from arena.records import Result


def result(state: State) -> Result:
    """Scores, tokens, cards and places of every seat, by the rules alone (§8.1 to §8.4)."""
    scores = [score(hand) for hand in state.hands]
    cards = [len(hand) for hand in state.hands]
    return Result(
        scores=scores,
        tokens=list(state.tokens),
        cards=cards,
        places=places(scores, state.tokens, cards),
    )


def places(scores: list[int], tokens: list[int], cards: list[int]) -> list[int]:
    """Highest total first, then more tokens, then fewer cards, else shared (§8.4).

    >>> places([9, 12, 9, 9], [3, 0, 5, 3], [14, 17, 12, 14])
    [3, 1, 2, 3]
    """
    standing = [
        (-total, -held, size) for total, held, size in zip(scores, tokens, cards, strict=True)
    ]
    return [1 + sum(other < own for other in standing) for own in standing]
