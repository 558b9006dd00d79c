"""ten-1 §9: the one-player match, its bank and its end."""

from __future__ import annotations

import pytest

from arena.games.ten.deck import standard_table
from arena.games.ten.game import TEN
from arena.games.ten.state import Phase
from arena.match.places import with_forfeits
from arena.records import Fault, FaultKind
from tests.games.ten.building import auction, case, dealt, drawing, forced, make, refusal, shown


def test_9_1_the_deck_of_59_cards() -> None:
    assert sum(standard_table(1).values()) == 59


@pytest.mark.parametrize(
    ("tokens", "busts", "action"),
    [
        case("9.1 numbers with C = 3: nobody gains", 5, 0, "take numbers"),
        case("9.1 currency: 5 + 3", 8, 0, "take currency"),
        case("9.1 a number bust with C = 3: nobody gains", 5, 1, "draw"),
    ],
)
def test_9_1_nobody_else_gains(tokens: int, busts: int, action: str) -> None:
    state = make(drawing(players=1, row="R9 $3", deck="B9 R1"), action)
    assert (state.tokens, state.busts) == ([tokens], [busts])


def test_9_1_the_match_ends_after_the_12th_turn() -> None:
    state = dealt("$1 " * 20, players=1)
    for turn in range(12):
        assert (state.turn, state.phase) == (turn, Phase.DRAW)
        make(state, "draw", "take currency")
    assert (state.turn, state.phase, state.to_move) == (11, Phase.FINAL, 0)
    make(state, "pass")
    assert state.to_move is None
    assert len(state.deck) == 20 - 12


def test_9_1_the_buy_phase_of_the_12th_turn_comes_before_the_final_one() -> None:
    state = drawing(players=1, turn=11, deck="R9 R9", row="R1", market="R2 R3")
    phases = []
    for action in ("take numbers", "buy R2 2t", "buy R3 3t"):
        make(state, action)
        phases.append(state.phase)
    assert phases == [Phase.BUY, Phase.FINAL, Phase.FINAL]
    assert (state.to_move, len(state.hands[0])) == (None, 3)


def test_9_1_or_when_the_deck_is_empty() -> None:
    state = make(dealt("$1 R1", players=1), "draw", "take currency", "draw", "take numbers")
    assert (state.turn, state.phase) == (1, Phase.BUY)
    make(state, "pass")
    assert state.phase is Phase.FINAL


def test_9_1_several_players_have_no_last_turn_but_the_deck_s() -> None:
    state = make(dealt("$1 " * 20, players=2), *["draw", "take currency"] * 13)
    assert (state.turn, state.phase) == (13, Phase.DRAW)


@pytest.mark.parametrize(
    ("rule", "wild", "action"),
    [
        case("9.2 the bank bids 2 for a suit wild", "6.2", "G#", "bid 2t"),
        case("9.2 the player may offer more", "ok", "G#", "bid 3t"),
        case("9.2 the bank bids 2 for a numbered wild", "6.2", "W9", "bid 2t"),
        case("9.2 the player may offer more", "ok", "W9", "bid 1b"),
        case("9.2 the bank bids 4 for the full wild", "6.2", "W#", "bid 4t"),
        case("9.2 the player may offer more", "ok", "W#", "bid 5t"),
    ],
)
def test_9_2_the_bank(rule: str, wild: str, action: str) -> None:
    assert refusal(auction(wild, players=1, busts=(1,)), action) == rule


@pytest.mark.parametrize(
    ("expected", "action"),
    [
        case(
            "9.2 the player pays 3 and has the wild",
            {"tokens": [5 - 3], "hands": ["W1"], "discard": []},
            "bid 3t",
        ),
        case(
            "9.2 if the player passes, the wild is discarded",
            {"tokens": [5], "hands": [""], "discard": ["W1"]},
            "pass",
        ),
    ],
)
def test_9_2_how_it_ends(expected: dict[str, list[object]], action: str) -> None:
    state = make(dealt("W1 R1", players=1), "draw", action)
    assert shown(state) == {"row": [], "market": [], "busts": [0], **expected}
    assert (state.phase, forced(state)) == (Phase.DRAW, "draw")


def test_9_3_the_result_is_the_score() -> None:
    state = make(dealt("R1 R2", players=1), "draw", "draw", "take numbers", "pass", "pass")
    result = TEN.result(state)
    assert (result.scores, result.tokens, result.cards, result.places) == ([2], [5], [2], [1])


def test_9_3_a_fault_leaves_the_score_and_the_only_place() -> None:
    # The league compares it as worse than every result without a fault (design, Ratings).
    assert with_forfeits([1], [Fault(0, 3, FaultKind.CRASH, "")]) == [1]
