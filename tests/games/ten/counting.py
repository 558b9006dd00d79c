"""Counts of everything that can happen in matches with tiny decks.

``counts.txt`` holds what this module counts; ``make golden`` writes it anew. One rule that is
not kept changes a count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from arena.games.ten.game import TEN
from arena.games.ten.state import State
from tests.games.ten.building import dealt

FILE = Path(__file__).with_name("counts.txt")

HEADING = """\
Every match that listed and forced actions can make of a deck (ten-1 §10), drawn from left to right.

"nodes" are the sequences of 1, 2, 3, ... actions; "ends" the sequences that end a match. The sums
are over these ends and all seats: points, places, tokens, bust tokens, cards of collections, cards
of the market and cards discarded.
"""

DECKS = [
    (1, "R1 R2 $1"),
    (1, "W1 R9 R2 $3 R1"),
    (1, "W# $5 $5 $1 B1"),
    (1, "R1 R1 R2 W2 R#"),
    (1, "$1 R1 $1 R2 $1 R3 $1 R4"),
    (2, "R1"),
    (2, "$1"),
    (2, "W1"),
    (2, "R1 $2 R1 B2"),
    (2, "R9 R2 $1 R1"),
    (2, "$5 $5 $1 R3"),
    (2, "R1 R1 R1 W1"),
    (2, "W3 R3 R1"),
    (2, "R9 R9 W2 $2"),
    (2, "R5 $1 G5 $4 R1"),
    (3, "R1 $3 R2"),
    (3, "R# R2"),
    (3, "R9 $4 R7 R1"),
    (3, "$2 W# $1"),
    (2, "W1 R2 R1 W#"),
    (2, "R1 R1 R2 R2 R1 W2"),
    (3, "R2 R2 W2 R2 R2"),
    (4, "$1 R1 R1 W1"),
    (5, "W1 R1"),
]


@dataclass
class Counts:
    """What was counted of one deck."""

    nodes: list[int] = field(default_factory=list)
    ends: int = 0
    sums: dict[str, int] = field(default_factory=dict)


def counted(state: State) -> Counts:
    """Everything that can happen from a state on."""
    counts = Counts()
    _count(state, 0, counts)
    return counts


def _count(state: State, depth: int, counts: Counts) -> None:
    if state.to_move is None:
        counts.ends += 1
        for name, number in _measured(state).items():
            counts.sums[name] = counts.sums.get(name, 0) + number
        return
    actions = TEN.legal(state)
    if depth == len(counts.nodes):
        counts.nodes.append(0)
    counts.nodes[depth] += len(actions)
    for action in actions:
        following = state.copy()
        following.apply(action)
        _count(following, depth + 1, counts)


def _measured(state: State) -> dict[str, int]:
    result = TEN.result(state)
    return {
        "points": sum(result.scores),
        "places": sum(result.places),
        "tokens": sum(result.tokens),
        "busts": sum(state.busts),
        "cards": sum(result.cards),
        "market": len(state.market),
        "discard": len(state.discard),
    }


def counts_text() -> str:
    """The text of ``counts.txt``."""
    blocks = [HEADING]
    for players, deck in DECKS:
        counts = counted(dealt(deck, players))
        sums = "  ".join(f"{name} {number:,}" for name, number in counts.sums.items())
        blocks.append(
            f"{players} seat{'s' if players > 1 else ''}, {deck}\n"
            f"  nodes {' '.join(map(str, counts.nodes))}\n"
            f"  ends {counts.ends:,}\n"
            f"  {sums}\n"
        )
    return "\n".join(blocks)
