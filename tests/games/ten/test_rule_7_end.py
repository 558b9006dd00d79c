"""ten-1 §7: the last turn and the final buy phases."""

from __future__ import annotations

import pytest

from arena.games.ten.state import Phase
from tests.games.ten.building import case, drawing, make, refusal


@pytest.mark.parametrize(
    ("actions", "deck", "row"),
    [
        case(
            "7.1 the last card is taken and a buy phase follows", ["take numbers", "pass"], "R1", ""
        ),
        case("7.1 the last card is currency", ["take currency"], "$1", ""),
        case("7.1 the last card is a number bust", [], "R9", "R9"),
        case("7.1 the last card is a currency bust", [], "$5", "$5 $5"),
        case(
            "7.1 the last card is a wild",
            ["pass", "pass", "pass", "take numbers", "pass"],
            "W1",
            "R1",
        ),
        case("7.1 the last card is a wild and the row empty", ["pass", "pass", "pass"], "W1", ""),
    ],
)
def test_7_1_the_turn_of_the_last_card_is_the_last(actions: list[str], deck: str, row: str) -> None:
    state = drawing(players=3, active=1, to_move=1, turn=4, deck=deck, row=row, market="G1")
    make(state, "draw")
    for action in actions:
        assert state.phase is not Phase.FINAL
        make(state, action)
    assert (state.phase, state.turn, state.active) == (Phase.FINAL, 4, 1)


@pytest.mark.parametrize(
    ("order", "players", "active"),
    [
        case("7.2 one player", [0], 1, 0),
        case("7.2 two players, seat 0 had the last turn", [1, 0], 2, 0),
        case("7.2 four players, seat 2 had the last turn", [3, 0, 1, 2], 4, 2),
        case("7.2 five players, seat 4 had the last turn", [0, 1, 2, 3, 4], 5, 4),
    ],
)
def test_7_2_every_player_has_one_final_buy_phase(
    order: list[int], players: int, active: int
) -> None:
    state = drawing(
        players=players, active=active, to_move=active, deck="", row="$1", market="R1 B1 O1 G1"
    )
    make(state, "take currency")
    found = []
    while state.to_move is not None:
        found.append(state.to_move)
        make(state, "pass")
    assert found == order


def test_7_2_the_final_phases_come_after_the_buy_phase_of_the_last_turn() -> None:
    # Seat 0 takes R1 with the last turn, buys R2 (2 tokens), and then R3 (3 tokens) as the last.
    state = drawing(deck="", row="R1", market="R2 R3", tokens=(5, 0))
    make(state, "take numbers", "buy R2 2t", "pass", "buy R3 3t")
    assert state.to_move is None
    assert (len(state.hands[0]), state.tokens[0], state.market) == (3, 5 - 2 - 3, [])


@pytest.mark.parametrize("action", ["draw", "pass", "take numbers", "bid 1t", "buy R1 1t"])
def test_7_2_then_the_match_is_over(action: str) -> None:
    state = make(drawing(deck="", row="$1", market="R1"), "take currency", "pass", "pass")
    assert refusal(state, action) == "7.2"
