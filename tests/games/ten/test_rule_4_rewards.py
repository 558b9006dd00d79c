"""ten-1 §4: rewards, busts, and where tokens and cards go."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.ten.state import Phase
from tests.games.ten.building import case, drawing, make, refusal, shown


@pytest.mark.parametrize(
    ("rule", "action", "row"),
    [
        case("4.1 numbers of which the row has none", "4.1", "take numbers", "$1 $2"),
        case("4.1 currency of which the row has none", "4.1", "take currency", "R1 R2"),
        case("4.1 numbers of an empty row", "4.1", "take numbers", ""),
        case("4.1 currency of an empty row", "4.1", "take currency", ""),
        case("4.1 numbers of a row with both", "ok", "take numbers", "R1 $1"),
        case("4.1 currency of a row with both", "ok", "take currency", "R1 $1"),
    ],
)
def test_4_1_a_reward_must_be_there(rule: str, action: str, row: str) -> None:
    assert refusal(drawing(row=row), action) == rule


REWARDS = [
    case(
        "4.2 numbers: cards to the taker, C = 2 + 1 tokens to every other, currency discarded",
        {
            "row": [],
            "market": ["G1"],
            "discard": ["$1", "$2"],
            "tokens": [5, 5 + 3, 0 + 3],
            "busts": [0, 0, 0],
            "hands": ["R3 B4 G9", "", ""],
        },
        "take numbers",
        {"row": "$2 B4 R3 $1", "market": "G1", "hands": ["G9"], "tokens": [5, 5, 0]},
    ),
    case(
        "4.2 numbers without currency: nobody gains",
        {
            "row": [],
            "market": [],
            "discard": [],
            "tokens": [5, 5, 5],
            "busts": [0, 0, 0],
            "hands": ["R3", "", ""],
        },
        "take numbers",
        {"row": "R3"},
    ),
    case(
        "4.3 currency: C = 3 tokens to the taker, numbers to the market, nobody else gains",
        {
            "row": [],
            "market": ["R3", "B4", "G1"],
            "discard": ["$1", "$2"],
            "tokens": [5 + 3, 5, 0],
            "busts": [0, 0, 0],
            "hands": ["G9", "", ""],
        },
        "take currency",
        {"row": "$2 B4 R3 $1", "market": "G1", "hands": ["G9"], "tokens": [5, 5, 0]},
    ),
    case(
        "4.4 the taker's gain is cut: 7 + 9 = 10",
        {
            "row": [],
            "market": [],
            "discard": ["$4", "$5"],
            "tokens": [10, 5, 5],
            "busts": [0, 0, 0],
            "hands": ["", "", ""],
        },
        "take currency",
        {"row": "$5 $4", "tokens": [7, 5, 5]},
    ),
    case(
        "4.4 each other player's gain is cut: 9 + 2 = 10, 10 + 2 = 10",
        {
            "row": [],
            "market": [],
            "discard": ["$2"],
            "tokens": [1, 10, 10],
            "busts": [0, 0, 0],
            "hands": ["R1", "", ""],
        },
        "take numbers",
        {"row": "R1 $2", "tokens": [1, 9, 10]},
    ),
    case(
        "4.5 number bust (9 + 7 - 4 = 12): numbers to the market, C = 4 to every other player",
        {
            "row": [],
            "market": ["R9", "B7"],
            "discard": ["$4"],
            "tokens": [5, 9, 10],
            "busts": [1, 0, 0],
            "hands": ["", "", ""],
        },
        "draw",
        {"row": "R9 $4", "deck": "B7 R1", "tokens": [5, 5, 8]},
    ),
    case(
        "4.5 number bust without currency: nobody gains",
        {
            "row": [],
            "market": ["R9", "B7"],
            "discard": [],
            "tokens": [5, 5, 5],
            "busts": [1, 0, 0],
            "hands": ["", "", ""],
        },
        "draw",
        {"row": "R9", "deck": "B7 R1"},
    ),
    case(
        "4.5 currency bust (5 + 4 + 2 = 11): numbers to the market, nobody gains",
        {
            "row": [],
            "market": ["R1"],
            "discard": ["$2", "$4", "$5"],
            "tokens": [5, 5, 5],
            "busts": [1, 0, 0],
            "hands": ["", "", ""],
        },
        "draw",
        {"row": "$5 R1 $4", "deck": "$2 R1"},
    ),
    case(
        "4.5 the 15th bust token is the last",
        {
            "row": [],
            "market": ["R9", "B2"],
            "discard": [],
            "tokens": [5, 5, 5],
            "busts": [5, 6, 4],
            "hands": ["", "", ""],
        },
        "draw",
        {"row": "R9", "deck": "B2 R1", "busts": [4, 6, 4]},
    ),
    case(
        "4.5 with all 15 handed out a bust brings none",
        {
            "row": [],
            "market": ["R9", "B2"],
            "discard": [],
            "tokens": [5, 5, 5],
            "busts": [4, 6, 5],
            "hands": ["", "", ""],
        },
        "draw",
        {"row": "R9", "deck": "B2 R1", "busts": [4, 6, 5]},
    ),
    case(
        "4.7 duplicates taken as a reward are kept",
        {
            "row": [],
            "market": [],
            "discard": [],
            "tokens": [5, 5, 5],
            "busts": [0, 0, 0],
            "hands": ["R1 R1 R1", "", ""],
        },
        "take numbers",
        {"row": "R1 R1", "hands": ["R1"]},
    ),
]


@pytest.mark.parametrize(("expected", "action", "given"), REWARDS)
def test_4_2_to_4_7_who_has_what_afterwards(
    expected: dict[str, Any], action: str, given: dict[str, Any]
) -> None:
    assert shown(make(drawing(players=3, **given), action)) == expected


@pytest.mark.parametrize(
    ("phase", "to_move", "action", "row", "deck"),
    [
        case("4.2 a buy phase follows numbers", Phase.BUY, 1, "take numbers", "R1 $1", "R2"),
        case("4.3 none follows currency", Phase.DRAW, 2, "take currency", "R1 $1", "R2"),
        case("4.5 none follows a number bust", Phase.DRAW, 2, "draw", "R9", "R2 R1"),
        case("4.5 none follows a currency bust", Phase.DRAW, 2, "draw", "$5 $5", "$1 R1"),
    ],
)
def test_4_2_to_4_5_what_follows(
    phase: Phase, to_move: int, action: str, row: str, deck: str
) -> None:
    state = drawing(players=3, active=1, to_move=1, row=row, deck=deck, market="G1")
    make(state, action)
    assert (state.phase, state.to_move) == (phase, to_move)


def test_4_4_the_cap_on_tokens_is_no_cap_on_bust_tokens() -> None:
    state = make(drawing(row="R9", deck="B2 R1", busts=(11, 0)), "draw")
    assert state.busts == [12, 0]


@pytest.mark.parametrize("action", ["take numbers", "take currency", "draw"])
def test_4_6_currency_of_the_row_always_goes_to_the_discard(action: str) -> None:
    state = make(drawing(row="R9 $1 $3", deck="R9 R1"), action)
    assert shown(state)["discard"] == ["$1", "$3"]
