"""ten-1 §10: the text of actions, the list of legal ones, and those that the engine makes."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from arena.errors import ActionError
from arena.games.ten.actions import Payment, duplicates, plain_bids, plain_payments, read
from arena.games.ten.game import TEN
from arena.games.ten.state import Phase, State
from tests.games.ten.building import (
    auction,
    buying,
    cards,
    case,
    drawing,
    forced,
    legal,
    position,
)


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "take numbers", "take currency", "pass"),
        *("bid 3t", "bid 1t+2b", "bid 2b+R1+R1+W5", "bid R1", "bid 10t+15b", "bid 999999t"),
        *("buy R9 9t", "buy G1 1b", "buy B3 1t+R1+R#", "bid R9+R#+B1+W9+W#"),
    ],
)
def test_10_the_one_text_of_an_action(text: str) -> None:
    assert TEN.write(TEN.read(text)) == text


@pytest.mark.parametrize("action", ["bid", "buy O9"])
def test_10_an_answer_may_have_the_pieces_in_any_order(action: str) -> None:
    pieces = ["2t", "1b", "R1", "R1", "W5"]
    written = {TEN.write(TEN.read(f"{action} {'+'.join(order)}")) for order in permutations(pieces)}
    assert written == {f"{action} 2t+1b+R1+R1+W5"}


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        *(
            case(f"10 {text!r} is no action", "10", text)
            for text in [
                *("", " ", "Draw", "DRAW", "draw ", " draw", "draw\n", "take", "take  numbers"),
                *("take number", "take numbers currency", "pass pass", "bid", "buy", "buy R1"),
                *("bid 3t 2b", "bid  3t", "buy R1  1t", "buy R1 1t 1b", "BID 3t", "sell R1 1t"),
                *("0", "null", "\x00", "дraw", "bid\t3t", "draw\u2028"),
            ]
        ),
        *(
            case(f"10 {text!r} has no payment", "10", text)
            for text in [
                *("bid ", "bid 0t", "bid 0b", "bid 03t", "bid 3", "bid t", "bid 3T", "bid 3x"),
                *("bid -1t", "bid +3t", "bid 3t+", "bid +", "bid 3t++R1", "bid 3t,R1", "bid 3.0t"),
                *(
                    "bid 1t+1t",
                    "bid 1b+2b",
                    "bid 1t+1b+1t",
                    "bid r1",
                    "bid R10",
                    "bid R0",
                    "bid X1",
                ),
                *("bid \uff13t", "bid \u0663t", "bid 1_0t", "bid 1000000t", "bid 1e1t", "buy R1 "),
                *("buy R1 0t", "buy R1 1t+0b", "bid 3t\n", "bid none"),
            ]
        ),
        case("10 longer than any action", "10", "bid " + "+".join(["R1"] * 2_000)),
        case("5.2 only number cards are bought", "5.2", "buy W1 1t"),
        case("5.3 currency cards pay for nothing", "5.3", "bid $1"),
    ],
)
def test_10_texts_that_are_none(rule: str, text: str) -> None:
    with pytest.raises(ActionError) as raised:
        read(text)
    assert raised.value.rule == rule
    assert str(raised.value) == f"{raised.value.reason} (§{rule})"


def test_10_a_refusal_s_reason_does_not_repeat_the_text() -> None:
    with pytest.raises(ActionError) as raised:
        read("bid \x1b[2J")
    assert raised.value.reason == "not a payment"


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3t"), (7, "1t+2b"), (6 + 3, "2b+R1+R1+W5"), (1, "G9"), (0, "")]
)
def test_10_the_value_of_a_payment(value: int, text: str) -> None:
    payment = TEN.read(f"bid {text}").payment if text else Payment()  # type: ignore[union-attr]
    assert (payment.value, str(payment)) == (value, text)


@pytest.mark.parametrize(
    ("expected", "hand"),
    [
        case("10 nothing twice", "", "R1 R2 B1 W1 W#"),
        case("10 copies beyond the first", "R1 R1 B2", "R1 R1 R1 B2 B2 G3"),
        case("10 wilds are no number cards", "", "R# R# W1 W1 W# W#"),
        case("10 in unshuffled order", "R9 B1", "R9 R9 R# R# B1 B1"),
    ],
)
def test_10_duplicates(expected: str, hand: str) -> None:
    assert list(duplicates(cards(hand))) == cards(expected)


@pytest.mark.parametrize(
    ("expected", "tokens", "busts", "spare"),
    [
        case("10 tokens only", ["", "1t", "2t"], 2, 0, ""),
        case("10 nothing at all", [""], 0, 0, ""),
        case("10 duplicates before tokens", ["", "R1", "R1+B1", "1t+R1+B1"], 1, 0, "R1 B1"),
        # v = 1, 2 and 3: one bust token each, the fewest with v - 3b <= 0.
        case("10 worth more than v where only bust tokens are left", ["", *["1b"] * 3], 0, 1, ""),
        case(
            "10 fewest bust tokens: none for 2, one from 3",
            ["", "1t", "2t", "1b", "1t+1b", "2t+1b"],
            2,
            1,
            "",
        ),
        # D + tokens = 1. v = 2: 2 - 0 > 1, so b = 1 and max(0, 2 - 3) = 0 is left to pay.
        # v = 5: 5 - 3 > 1, so b = 2. v = 7: b = 2, the rest is 1.
        case(
            "10 overpaying in the gaps",
            ["", "R1", "1b", "1b", "1b+R1", "2b", "2b", "2b+R1"],
            *(0, 2, "R1"),
        ),
    ],
)
def test_10_plain_payments(expected: list[str], tokens: int, busts: int, spare: str) -> None:
    payments = plain_payments(tokens, busts, tuple(cards(spare)))
    assert [str(payment) for payment in payments] == expected


@pytest.mark.parametrize(
    ("tokens", "busts", "duplicate"), list(product(range(5), range(4), range(4)))
)
def test_10_plain_payments_as_the_rule_defines_them(
    tokens: int, busts: int, duplicate: int
) -> None:
    spare = tuple(cards("R1 R1 B5"))[:duplicate]
    expected: list[str | None] = []
    for v in range(tokens + 3 * busts + duplicate + 5):
        enough = [b for b in range(busts + 1) if v - 3 * b <= duplicate + tokens]
        if not enough:
            expected.append(None)
            continue
        b = min(enough)
        rest = max(0, v - 3 * b)
        expected.append(str(Payment(max(0, rest - duplicate), b, spare[:rest])))
    plain = [str(payment) for payment in plain_payments(tokens, busts, spare)]
    assert plain == [text for text in expected if text is not None]
    assert None not in expected[: len(plain)]

    values, bids = plain_bids(tokens, busts, spare)
    assert list(values) == sorted({bid.payment.value for bid in bids})
    for high in range(len(plain) + 3):
        listed = [str(bid) for value, bid in zip(values, bids, strict=True) if value > high]
        assert listed == list(dict.fromkeys(f"bid {text}" for text in plain[high + 1 :]))


@pytest.mark.parametrize(
    ("expected", "state"),
    [
        case("10 drawing", ["draw", "take numbers", "take currency"], drawing(row="$1 R1")),
        case(
            "10 an auction: pass, then every value upwards",
            ["pass", "bid 1t", "bid 2t"],
            auction(tokens=(0, 2)),
        ),
        case(
            "10 an auction: the duplicate first, one bust token from 3",
            ["pass", "bid R1", "bid 1t+R1", "bid 1b", "bid 1b+R1", "bid 1t+1b+R1"],
            auction(tokens=(0, 1), busts=(0, 1), hands=("", "R1 R1 W1 B4")),
        ),
        case(
            "10 an auction: each value once (2 and 3 both are 1b)",
            ["pass", "bid 1t", "bid 1b", "bid 1t+1b"],
            auction(tokens=(0, 1), busts=(0, 1)),
        ),
        case(
            "10 alone, above the bank's 2",
            ["pass", "bid 3t", "bid 4t", "bid 5t"],
            auction("W1", players=1),
        ),
        case(
            "10 an auction without a plain payment",
            ["pass"],
            auction(tokens=(0, 0), hands=("", "R1")),
        ),
        case(
            "10 a buy phase: in unshuffled order, each card once, with its plain payment",
            ["pass", "buy R2 2t", "buy B1 1t", "buy G5 5t"],
            buying(market="G5 B1 R2 B1 O6"),
        ),
        case(
            "10 a buy phase: no card that is owned, duplicates first",
            ["pass", "buy B1 R2", "buy G5 4t+R2"],
            buying(market="G5 B1 R2 O7", hands=("R2 R2",)),
        ),
        case(
            "10 a buy phase: overpaying with a bust token",
            ["pass", "buy R1 1b", "buy R2 1b", "buy R3 1b"],
            buying(market="R1 R2 R3 R4", tokens=(0,), busts=(1,)),
        ),
        case(
            "10 a buy phase without a plain payment",
            ["pass"],
            buying(market="R1", tokens=(0,), hands=("B1",)),
        ),
        case("10 the final buy phase", ["pass", "buy R1 1t"], position(Phase.FINAL, market="R1")),
    ],
)
def test_10_the_list_of_legal_actions(expected: list[str], state: State) -> None:
    assert legal(state) == expected
    for text in expected:
        TEN.apply(state.copy(), TEN.read(text))


ASKED = None


@pytest.mark.parametrize(
    ("expected", "state"),
    [
        case("10 the compulsory draw", "draw", drawing(row="")),
        case("10 a row and a deck are a choice", ASKED, drawing(row="R1")),
        case("10 deck empty, one kind: numbers", "take numbers", drawing(row="R1", deck="")),
        case("10 deck empty, one kind: currency", "take currency", drawing(row="$1", deck="")),
        case("10 deck empty, both kinds", ASKED, drawing(row="R1 $1", deck="")),
        # 1 + 3 x 0 + 1 = 2
        case(
            "10 all pieces are worth the bid to beat",
            "pass",
            auction("W1", players=1, tokens=(1,), hands=("R5",)),
        ),
        case(
            "10 all pieces are worth more",
            ASKED,
            auction("W1", players=1, tokens=(1,), hands=("R5 R6",)),
        ),
        case(
            "10 bust tokens are worth 3", ASKED, auction("W1", players=1, tokens=(0,), busts=(1,))
        ),
        case(
            "10 wilds are pieces too",
            ASKED,
            auction("W1", players=1, tokens=(0,), hands=("W1 W2 R#",)),
        ),
        case("10 nothing to offer", "pass", auction(tokens=(0, 0))),
        case("10 nothing on the market", "pass", buying(market="")),
        case("10 everything is owned already", "pass", buying(market="R1 B2", hands=("R1 B2",))),
        # 2 + 3 x 1 + 2 = 7
        case(
            "10 all pieces fall short by 1",
            "pass",
            buying(market="R8 R9", tokens=(2,), busts=(1,), hands=("B1 B2",)),
        ),
        case(
            "10 all pieces are just enough",
            ASKED,
            buying(market="R7 R9", tokens=(2,), busts=(1,), hands=("B1 B2",)),
        ),
        case(
            "10 the affordable card is owned",
            "pass",
            buying(market="R1 R9", tokens=(2,), hands=("R1",)),
        ),
        case("10 in the final buy phase as well", "pass", position(Phase.FINAL, market="R9")),
        case(
            "10 asked though the list shows only pass",
            ASKED,
            buying(market="R1", tokens=(0,), hands=("B1",)),
        ),
    ],
)
def test_10_what_the_engine_does_without_asking(expected: str | None, state: State) -> None:
    assert forced(state) == expected
    if expected is not None:
        assert legal(state) == [expected]


def test_10_when_the_match_is_over_there_is_nothing_to_do() -> None:
    state = position(Phase.FINAL, market="R1")
    state.to_move = None
    assert (TEN.to_move(state), forced(state), legal(state)) == (None, None, [])
