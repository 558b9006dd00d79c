"""ten-1 §5: what may be bought, and with what."""

from __future__ import annotations

from typing import Any

import pytest

from arena.errors import ActionError
from arena.games.ten.actions import Action, Bid, Buy, Payment
from arena.games.ten.cards import CARDS
from arena.games.ten.state import Phase, State
from tests.games.ten.building import (
    auction,
    buying,
    case,
    everything,
    forced,
    make,
    position,
    refusal,
    shown,
)


def test_5_1_one_card_or_none() -> None:
    state = buying(market="R1 R2", deck="R9")
    make(state, "buy R1 1t")
    assert (state.phase, state.to_move, state.turn) == (Phase.DRAW, 1, 1)
    state = buying(market="R1 R2", deck="R9")
    make(state, "pass")
    assert (state.phase, state.to_move, state.turn) == (Phase.DRAW, 1, 1)


@pytest.mark.parametrize("phase", [Phase.BUY, Phase.FINAL])
@pytest.mark.parametrize(
    ("rule", "action"),
    [
        case("5.1 a card that the market does not hold", "5.1", "buy R3 3t"),
        case("5.1 drawing in a buy phase", "5.1", "draw"),
        case("5.1 a reward in a buy phase", "5.1", "take numbers"),
        case("5.1 an offer in a buy phase", "5.1", "bid 1t"),
        case("5.1 a card of the market", "ok", "buy R1 1t"),
        case("5.1 passing", "ok", "pass"),
    ],
)
def test_5_1_in_a_buy_phase(rule: str, action: str, phase: Phase) -> None:
    assert refusal(position(phase, market="R1 R2"), action) == rule


@pytest.mark.parametrize(
    ("price", "card"), [(1, "R1"), (2, "B2"), (5, "O5"), (6, "G6"), (7, "R7"), (9, "G9")]
)
def test_5_2_the_price_is_the_number(price: int, card: str) -> None:
    def offered() -> State:
        return buying(market=card, tokens=(10, 0))

    assert refusal(offered(), f"buy {card} {price}t") == "ok"
    assert refusal(offered(), f"buy {card} {price + 1}t") == "5.4"
    if price > 1:
        assert refusal(offered(), f"buy {card} {price - 1}t") == "5.4"


@pytest.mark.parametrize("code", ["R#", "W1", "W#", "$1", "X1", "R0", "r1", ""])
def test_5_2_only_number_cards_are_bought(code: str) -> None:
    assert refusal(buying(market="R1"), f"buy {code} 1t") == "5.2"


@pytest.mark.parametrize(
    ("rule", "action"),
    [
        case("5.3 six tokens of five", "5.3", "buy R6 6t"),
        case("5.3 three bust tokens of two", "5.3", "buy R9 3b"),
        case("5.3 a card that is not in the collection", "5.3", "buy R1 B3"),
        case("5.3 two copies of a card of which there is one", "5.3", "buy R2 B1+B1"),
        case("5.3 two copies of two", "ok", "buy R2 B2+B2"),
        case("5.3 a card of the market pays for nothing", "5.3", "buy R1 R9"),
        case("5.3 a currency card pays for nothing", "5.3", "buy R1 $5"),
        case("5.3 a wild is worth 1 like any card", "ok", "buy R3 B1+G#+W#"),
        case("5.3 a number card is worth 1, not its number", "5.4", "buy R9 G9"),
        case("5.3 a bust token is worth 3: 2 + 2x3 + 1 = 9", "ok", "buy R9 2t+2b+B1"),
        case("5.3 no change: 3 for 1", "ok", "buy R1 1b"),
        case("5.3 more tokens than there are in the box", "5.3", "buy R6 999999t"),
    ],
)
def test_5_3_payments(rule: str, action: str) -> None:
    state = buying(
        market="R1 R2 R3 R6 R9", tokens=(5, 5), busts=(2, 0), hands=("B1 B2 B2 G9 G# W#",)
    )
    assert refusal(state, action) == rule


@pytest.mark.parametrize(
    "payment",
    [
        Payment(tokens=-1, busts=1),
        Payment(tokens=2, busts=-1),
        Payment(cards=(CARDS["$1"],)),
    ],
)
def test_5_3_no_payment_of_less_than_nothing_or_of_currency(payment: Payment) -> None:
    both: list[tuple[State, Action]] = [
        (buying(market="R1"), Buy(CARDS["R1"], payment)),
        (auction("W1"), Bid(payment)),
    ]
    for state, action in both:
        before = everything(state)
        with pytest.raises(ActionError) as raised:
            state.apply(action)
        assert raised.value.rule == "5.3"
        assert everything(state) == before


@pytest.mark.parametrize(
    ("rule", "action"),
    [
        case("5.4 the price exactly: 5 = 5", "ok", "buy R5 5t"),
        case("5.4 below the price: 4 < 5", "5.4", "buy R5 4t"),
        case("5.4 without one token it would still do: 6 - 1 = 5", "5.4", "buy R5 6t"),
        case("5.4 without one card it would still do: 6 - 1 = 5", "5.4", "buy R5 5t+B1"),
        case("5.4 without one token it would still do: 7 - 1 = 6", "5.4", "buy R5 1t+2b"),
        case("5.4 without one card it would still do: 7 - 1 = 6", "5.4", "buy R5 2b+B1"),
        case("5.4 too much, yet each piece is needed: 6 - 3 < 5", "ok", "buy R5 2b"),
        case("5.4 too much, yet each piece is needed: 3 - 3 < 1", "ok", "buy R1 1b"),
        case("5.4 without one bust token it would still do: 6 - 3 = 3", "5.4", "buy R3 2b"),
        case("5.4 without one bust token it would still do: 9 - 3 = 6", "5.4", "buy R5 3b"),
        case("5.4 a mix without anything superfluous: 2 + 3 = 5", "ok", "buy R5 1t+1b+B1"),
        case("5.4 a token beside too large a bust token: 4 - 1 = 3", "5.4", "buy R2 1t+1b"),
    ],
)
def test_5_4_nothing_superfluous(rule: str, action: str) -> None:
    state = buying(market="R1 R2 R3 R5", tokens=(10, 5), busts=(3, 0), hands=("B1 B2",))
    assert refusal(state, action) == rule


PURCHASES = [
    case(
        "5.5 tokens leave, the card moves to the collection",
        {"market": ["R6"], "discard": [], "tokens": [2, 5], "busts": [1, 0], "hands": ["R3", ""]},
        "buy R3 3t",
        {"market": "R3 R6", "busts": (1, 0)},
    ),
    case(
        "5.5 bust tokens leave, cards go to the discard; a copy of the card stays on the market",
        {
            "market": ["R6"],
            "discard": ["B1", "W#"],
            "tokens": [4, 5],
            "busts": [0, 0],
            "hands": ["R6 B1", ""],
        },
        "buy R6 1t+1b+B1+W#",
        {"market": "R6 R6", "busts": (1, 0), "hands": ("B1 B1 W#", "")},
    ),
]


@pytest.mark.parametrize(("expected", "action", "given"), PURCHASES)
def test_5_5_where_pieces_go(expected: dict[str, Any], action: str, given: dict[str, Any]) -> None:
    assert shown(make(buying(**given), action)) == {"row": [], **expected}


def test_5_5_a_bust_token_that_was_spent_can_be_gained_again() -> None:
    state = make(buying(market="R1", busts=(1, 14), deck="R9 B9 R1"), "buy R1 1b")
    make(state, "draw", "draw")
    assert state.busts == [0, 15]


@pytest.mark.parametrize(
    ("rule", "action", "hand"),
    [
        case("5.6 an equal card is owned", "5.6", "buy R3 3t", "R3"),
        case("5.6 even if it is part of the payment", "5.6", "buy R3 2t+R3", "R3"),
        case("5.6 another colour is not equal", "ok", "buy R3 3t", "B3 O3 G3"),
        case("5.6 another number is not equal", "ok", "buy R3 3t", "R2 R4"),
        case("5.6 owned wilds forbid nothing", "ok", "buy R3 3t", "R# W3 W#"),
        case("5.6 before the payment is looked at", "5.6", "buy R3 9t", "R3"),
    ],
)
def test_5_6_equal_cards(rule: str, action: str, hand: str) -> None:
    assert refusal(buying(market="R3", hands=(hand,)), action) == rule


def test_5_7_the_market_has_no_limit_and_is_not_refilled() -> None:
    # 30 number cards wait on the market; a currency reward adds one, a purchase takes one.
    state = position(Phase.DRAW, market="R1 " * 30, row="B2 $1", deck="R5 R6")
    make(state, "take currency")
    assert len(state.market) == 31
    make(state, "draw", "take numbers", "buy B2 2t")
    assert len(state.market) == 30


def test_5_7_an_empty_market_is_passed() -> None:
    assert forced(buying(market="", tokens=(10, 0))) == "pass"
