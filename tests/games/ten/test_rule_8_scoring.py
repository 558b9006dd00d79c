"""ten-1 §8: runs, wilds, ties and places."""

from __future__ import annotations

import pytest

from arena.games.ten.game import TEN
from arena.games.ten.outcome import places
from arena.games.ten.scoring import score
from arena.games.ten.state import Phase
from tests.games.ten.building import cards, case, position


def run(colour: str, first: int, last: int) -> str:
    """The codes of a run."""
    return " ".join(f"{colour}{number}" for number in range(first, last + 1))


ALL_RED = run("R", 1, 9)


@pytest.mark.parametrize(
    ("points", "hand"),
    [
        case("8.1 no cards: 0", 0, ""),
        case("8.1 a single card is a run of 1", 1, "G7"),
        case("8.1 consecutive numbers of a colour: 3", 3, "R4 R5 R6"),
        case("8.1 the longest run counts: 2 and 3 give 3", 3, "R1 R2 R4 R5 R6"),
        case("8.1 only the longest of each colour: 1 of three", 1, "R1 R3 R5"),
        case("8.1 colours add up: 2 + 1 + 3 + 1", 2 + 1 + 3 + 1, "R1 R2 B9 O4 O5 O6 G2"),
        case("8.1 colours make no run together: 1 + 1", 2, "R1 B2"),
        case("8.1 runs do not wrap from 9 to 1: 2", 2, "R8 R9 R1"),
        case("8.1 duplicates add nothing", 2, "R1 R1 R1 R2 R2"),
        case("8.1 a run of 8 has no bonus", 8, run("B", 2, 9)),
        case("8.2 a complete run: 9 + 1", 10, ALL_RED),
        case("8.2 in two colours: 10 + 10", 20, f"{ALL_RED} {run('G', 1, 9)}"),
        case("8.2 everything: 4 x 10", 40, " ".join(run(colour, 1, 9) for colour in "RBOG")),
        case("8.3 a suit wild is a number of its colour: 1-2-3", 3, "R1 R3 R#"),
        case("8.3 a suit wild is of no other colour: 1 + 1", 2, "B1 R#"),
        case("8.3 a suit wild alone is a run of 1", 1, "R#"),
        case("8.3 two suit wilds: 1-2-3-4", 4, "R1 R4 R# R#"),
        case("8.3 two suit wilds alone: 2", 2, "R# R#"),
        case("8.3 a numbered wild is its number in any colour: 1-2-3", 3, "O1 O3 W2"),
        case("8.3 a numbered wild is no other number: 1 + 1", 2, "O1 W3"),
        case("8.3 it goes where it gains most: 1 + 5", 6, "R1 B1 B2 B4 B5 W3"),
        case("8.3 numbered wilds alone make a run", 3, "W4 W5 W6"),
        case("8.3 each copy stands for one card: W1 twice, in two colours", 2, "W1 W1"),
        case("8.3 and four copies: one in each", 4, "W1 W1 W1 W1"),
        case("8.3 a fifth copy is unused", 4, "W1 W1 W1 W1 W1"),
        case("8.3 the full wild fills any gap: 1-2-3", 3, "G1 G3 W#"),
        case("8.3 the full wild alone: 1", 1, "W#"),
        case("8.3 one wild does not serve two runs: 3 + 1", 4, "R1 R3 B1 W2 B1"),
        case("8.3 W2 joins red, W# blue: 3 + 3", 6, "R1 R3 B1 B3 W2 W#"),
        case("8.3 a wild may complete a run for the bonus: 10", 10, f"{run('R', 1, 8)} W9"),
        case("8.3 with nothing to gain it stays unused: 10", 10, f"{ALL_RED} R#"),
        # W5 could lengthen blue from 2 to 3; in red it makes 4 + 1 + 4 = 9 and the bonus.
        case(
            "8.3 the maximum of the total: 10 + 2",
            12,
            f"{run('R', 1, 4)} {run('R', 6, 9)} B6 B7 W5",
        ),
        # O4, O7 need 5 and 6. G# is of no use there; W5 and O# are.
        case("8.3 different wilds in one run: 4 + 1", 5, "O4 O7 W5 O# G#"),
        # R# and W# make R1-R4, and W9 stands in any other colour.
        case("8.3 all kinds: 4 + 1", 5, "R1 R4 R# W# W9"),
        # Red 1-9 lacks 2 and 8, blue 1-3 lacks 2: R# takes one red gap, W2 the other, or
        # W2 goes to blue. 10 + 1 beats 7 + 3 (red 1 to 7 or 3 to 9 with one wild).
        case("8.3 a choice between two runs: 10 + 1", 11, "R1 R3 R4 R5 R6 R7 R9 B1 B3 R# W2"),
        # Red has its two and seven numbered wilds, blue its two and the other two, orange its two,
        # green its two and the full wild.
        case(
            "8.3 all 18 wilds of the deck and nothing else: 10 + 4 + 2 + 3",
            10 + 4 + 2 + 3,
            "R# R# B# B# O# O# G# G# W1 W2 W3 W4 W5 W6 W7 W8 W9 W#",
        ),
    ],
)
def test_8_1_to_8_3_points(points: int, hand: str) -> None:
    assert score(cards(hand)) == points
    assert score(reversed(cards(hand))) == points


@pytest.mark.parametrize(
    ("expected", "scores", "tokens", "sizes"),
    [
        case("8.4 highest total first", [2, 1, 3], [9, 12, 7], [0, 0, 0], [5, 5, 5]),
        case("8.4 tie: more tokens", [2, 1], [9, 9], [3, 4], [5, 5]),
        case("8.4 tie in tokens too: fewer cards", [1, 2], [9, 9], [4, 4], [5, 6]),
        case("8.4 tokens before cards", [1, 2], [9, 9], [5, 4], [9, 1]),
        case("8.4 else the place is shared", [1, 1], [9, 9], [4, 4], [5, 5]),
        case("8.4 competition ranking 1, 2, 2, 4", [4, 2, 1, 2], [5, 7, 9, 7], [0] * 4, [3] * 4),
        case("8.4 all shared", [1] * 5, [0] * 5, [5] * 5, [0] * 5),
        case("8.4 alone", [1], [0], [0], [9]),
    ],
)
def test_8_4_places(
    expected: list[int], scores: list[int], tokens: list[int], sizes: list[int]
) -> None:
    assert places(scores, tokens, sizes) == expected


def test_8_4_bust_tokens_do_not_break_ties() -> None:
    # Both have 1 point, 5 tokens and one card; seat 1's bust tokens count for nothing.
    state = position(Phase.FINAL, hands=("R1", "B7"), busts=(0, 9))
    result = TEN.result(state)
    assert (result.scores, result.tokens, result.cards) == ([1, 1], [5, 5], [1, 1])
    assert result.places == [1, 1]


def test_8_4_the_result_counts_all_cards_of_a_collection() -> None:
    # 1-2-3 with the wild: 3 points; four cards, the duplicate and the wild among them.
    state = position(Phase.FINAL, hands=("R1 R1 R3 W2", "G5"), tokens=(0, 10))
    result = TEN.result(state)
    assert (result.scores, result.tokens, result.cards) == ([3, 1], [0, 10], [4, 1])
    assert result.places == [1, 2]
