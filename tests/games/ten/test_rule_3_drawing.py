"""ten-1 §3: drawing cards, and when a row is bust."""

from __future__ import annotations

import pytest

from arena.games.ten.cards import codes
from arena.games.ten.state import Phase
from tests.games.ten.building import auction, case, dealt, drawing, forced, legal, make, refusal


def test_3_1_the_first_draw_is_compulsory() -> None:
    state = dealt("R1 R2")
    assert forced(state) == "draw"
    assert legal(state) == ["draw"]
    assert refusal(state, "take numbers") == "4.1"
    assert refusal(state, "take currency") == "4.1"
    assert refusal(state, "pass") == "3.5"


def test_3_1_one_card_at_a_time() -> None:
    state = make(dealt("R1 $2 R3"), "draw")
    assert codes(state.row) == ["R1"]
    make(state, "draw")
    assert codes(state.row) == ["R1", "$2"]


@pytest.mark.parametrize(
    ("row", "phase", "card"),
    [
        case("3.2 a number card joins the row", ["R1", "G9"], Phase.DRAW, "G9"),
        case("3.2 a currency card joins the row", ["R1", "$5"], Phase.DRAW, "$5"),
        case("3.2 a suit wild starts an auction", ["R1"], Phase.AUCTION, "G#"),
        case("3.2 a numbered wild starts an auction", ["R1"], Phase.AUCTION, "W9"),
        case("3.2 the full wild starts an auction", ["R1"], Phase.AUCTION, "W#"),
    ],
)
def test_3_2_where_a_card_goes(row: list[str], phase: Phase, card: str) -> None:
    state = make(dealt(f"R1 {card} R2"), "draw", "draw")
    assert codes(state.row) == row
    assert state.phase is phase


def test_3_2_after_an_auction_the_turn_goes_on() -> None:
    state = make(dealt("R1 W1 R2"), "draw", "draw", "pass", "pass")
    assert (state.phase, state.to_move, state.turn) == (Phase.DRAW, 0, 0)
    assert legal(state) == ["draw", "take numbers"]


@pytest.mark.parametrize(
    ("numbers", "currency", "deck"),
    [
        case("3.3 numbers add up", 3 + 4, 0, "R3 B4"),
        case("3.3 currency adds up", 0, 2 + 3 + 5, "$2 $3 $5"),
        case("3.3 both are kept apart", 9 + 1, 2 + 2, "$2 G9 $2 O1"),
        case("3.3 net may be negative", 1, 4, "R1 $4"),
    ],
)
def test_3_3_sums(numbers: int, currency: int, deck: str) -> None:
    state = make(dealt(deck + " R9"), *["draw"] * len(deck.split()))
    assert (state.numbers, state.currency) == (numbers, currency)


SAFE, NUMBER_BUST, CURRENCY_BUST = "safe", "number bust", "currency bust"


@pytest.mark.parametrize(
    ("expected", "row", "card"),
    [
        case("3.4 net 9 + 1 = 10 is safe", SAFE, "R9", "B1"),
        case("3.4 net 9 + 2 = 11 is a bust", NUMBER_BUST, "R9", "B2"),
        case("3.4 net 9 + 9 = 18 is a bust", NUMBER_BUST, "R9", "B9"),
        case("3.4 currency makes room: 9 + 2 - 1 = 10", SAFE, "R9 $1", "B2"),
        case("3.4 and no more than that: 9 + 3 - 1 = 11", NUMBER_BUST, "R9 $1", "B3"),
        case("3.4 9 + 9 + 1 - 9 = 10", SAFE, "$5 $4 R9 B9", "G1"),
        case("3.4 9 + 9 + 2 - 9 = 11", NUMBER_BUST, "$5 $4 R9 B9", "G2"),
        case("3.4 C = 5 + 5 = 10 is safe", SAFE, "$5", "$5"),
        case("3.4 C = 5 + 5 + 1 = 11 is a bust", CURRENCY_BUST, "$5 $5", "$1"),
        case("3.4 numbers never reduce C", CURRENCY_BUST, "$5 $4 R9", "$2"),
        case("3.4 a number card causes no currency bust: C = 10", SAFE, "$5 $5", "R9"),
        case("3.4 a currency card causes no number bust: 10 - 1 = 9", SAFE, "R9 B1", "$1"),
        case("3.4 the first card is never a bust", SAFE, "", "R9"),
    ],
)
def test_3_4_busts(expected: str, row: str, card: str) -> None:
    # Seat 1 gains C tokens after a number bust and nothing after a currency bust (§4.5).
    state = drawing(row=row, deck=f"{card} R1", tokens=(5, 0))
    currency = state.currency
    make(state, "draw")
    if state.phase is Phase.DRAW and state.turn == 0:
        found = SAFE
    else:
        found = CURRENCY_BUST if card.startswith("$") else NUMBER_BUST
        assert state.busts == [1, 0]
        assert state.tokens[1] == (currency if found == NUMBER_BUST else 0)
    assert found == expected


@pytest.mark.parametrize(
    ("expected", "row", "deck"),
    [
        case("3.5 both kinds", ["draw", "take numbers", "take currency"], "R1 $1", "R1"),
        case("3.5 only numbers", ["draw", "take numbers"], "R1 B1", "R1"),
        case("3.5 only currency", ["draw", "take currency"], "$1", "R1"),
        case("3.6 an empty row", ["draw"], "", "R1"),
        case("3.7 no card left, both kinds", ["take numbers", "take currency"], "R1 $1", ""),
        case("3.7 no card left, only numbers", ["take numbers"], "R1", ""),
        case("3.7 no card left, only currency", ["take currency"], "$1", ""),
    ],
)
def test_3_5_to_3_7_choices(expected: list[str], row: str, deck: str) -> None:
    state = drawing(row=row, deck=deck)
    assert legal(state) == expected
    assert forced(state) == (expected[0] if len(expected) == 1 else None)


@pytest.mark.parametrize("action", ["pass", "bid 1t", "buy R1 1t"])
def test_3_5_nothing_else_is_done_while_drawing(action: str) -> None:
    assert refusal(drawing(row="R1 $1", deck="R1", market="R1"), action) == "3.5"


def test_3_6_with_only_wilds_drawn_so_far_the_player_must_draw() -> None:
    state = make(dealt("W1 W2 R1"), "draw", "pass", "pass")
    assert (forced(state), legal(state)) == ("draw", ["draw"])
    make(state, "draw", "pass", "pass")
    assert (forced(state), state.turn) == ("draw", 0)


def test_3_7_no_card_is_left_to_draw() -> None:
    assert refusal(drawing(row="R1 $1", deck=""), "draw") == "3.7"


def test_3_7_deck_empty_and_row_empty_ends_the_turn_without_buying() -> None:
    state = auction("W1", deck="", market="R1", tokens=(5, 0))
    make(state, "pass", "pass")
    # Seat 0 had the last turn, so the final buy phases begin with seat 1 (§7.2).
    assert (state.phase, state.to_move) == (Phase.FINAL, 1)


def test_3_7_deck_empty_and_cards_in_the_row_ends_with_a_reward() -> None:
    state = auction("W1", deck="", row="R1 $2")
    make(state, "pass", "pass")
    assert (state.phase, state.to_move) == (Phase.DRAW, 0)
    assert legal(state) == ["take numbers", "take currency"]
