"""ten-1 §1: which cards there are, and the order in which a seed deals them."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games.ten.cards import CARDS, CODES, codes
from arena.games.ten.deck import (
    normal_table,
    shuffled,
    standard_table,
    table_complaints,
    unshuffled,
)
from arena.games.ten.game import TEN
from tests.games.ten.building import case, dealt, draw_all, everything, make


@pytest.mark.parametrize(
    ("total", "players"),
    [
        # 4 colours x (6 numbers x 1 + 3) + 4 suit wilds + 9 + 1 wilds + 9 currency cards
        case("1.2 one player uses 59 cards", 4 * (6 + 3) + 4 + 10 + 9, 1),
        case("1.2 two players use 59 cards", 59, 2),
        # 4 x (6 x 2 + 3) + 4 + 10 + 18
        case("1.2 three players use 92 cards", 4 * (12 + 3) + 4 + 10 + 18, 3),
        # 4 x (6 x 3 + 3) + 8 + 10 + 27
        case("1.1 four players use all 129 cards", 4 * (18 + 3) + 8 + 10 + 27, 4),
        case("1.1 five players use all 129 cards", 129, 5),
    ],
)
def test_1_1_and_1_2_number_of_cards(total: int, players: int) -> None:
    assert sum(standard_table(players).values()) == total
    assert len(TEN.start("any seed", players).deck) == total


@pytest.mark.parametrize(
    ("one_or_two", "three", "four_or_five", "kind"),
    [
        case("1.2 each number 1-6 has a copy in each tier", 1, 2, 3, "R1 R6 B2 O3 G4 G5"),
        case("1.2 the numbers 7-9 are unmarked", 1, 1, 1, "R7 B8 O9 G7"),
        case("1.2 numbered wilds and the full wild are unmarked", 1, 1, 1, "W1 W5 W9 W#"),
        case("1.2 of two suit wilds one carries 4+", 1, 1, 2, "R# B# O# G#"),
        case("1.2 currency 1-4 has two cards in each tier", 2, 4, 6, "$1 $2 $3 $4"),
        case("1.2 currency 5 has one card in each tier", 1, 2, 3, "$5"),
    ],
)
def test_1_2_copies(one_or_two: int, three: int, four_or_five: int, kind: str) -> None:
    for code in kind.split():
        copies = [standard_table(players)[code] for players in (1, 2, 3, 4, 5)]
        assert copies == [one_or_two, one_or_two, three, four_or_five, four_or_five]


def test_1_3_a_table_replaces_the_standard_one() -> None:
    state = TEN.start("0", 3, {"$2": 1, "R1": 2, "W#": 0})
    assert Counter(codes(state.deck)) == {"R1": 2, "$2": 1}


def test_1_3_the_order_of_the_entries_does_not_matter() -> None:
    table = {"G3": 3, "R1": 2, "$4": 1, "W#": 2, "B#": 2}
    backwards = dict(reversed(table.items()))
    assert shuffled("0", table) == shuffled("0", backwards)
    assert list(normal_table(backwards)) == ["R1", "B#", "G3", "W#", "$4"]


@pytest.mark.parametrize(
    ("complaints", "table"),
    [
        case("1.3 one card is enough", [], {"$1": 1}),
        case("1.3 1,000 cards are not too many", [], {"R1": 600, "W#": 400}),
        case("1.3 a count may be 0", [], {"R1": 0, "R2": 1}),
        case("1.3 an empty table", ["deck has 0 cards; it needs 1 to 1,000"], {}),
        case("1.3 nothing left", ["deck has 0 cards; it needs 1 to 1,000"], {"R1": 0}),
        case(
            "1.3 one card too many",
            ["deck has 1,001 cards; it needs 1 to 1,000"],
            {"R1": 600, "W#": 401},
        ),
        case(
            "1.3 every wrong entry is named",
            [
                "deck.R0: 'R0' is no card of TEN",
                "deck.r1: 'r1' is no card of TEN",
                "deck.R2 is -1; a count is 0 or more",
                "deck.R3 is 1.0; a count is a whole number",
                "deck.R4 is True; a count is a whole number",
                "deck.R5 is '2'; a count is a whole number",
                "deck.R6 is over 1,000, more than a deck can have",
            ],
            {"R0": 1, "r1": 1, "R2": -1, "R3": 1.0, "R4": True, "R5": "2", "R6": 10**5000},
        ),
        case(
            "1.3 two mistakes in one entry",
            ["deck.$6: '$6' is no card of TEN", "deck.$6 is -1; a count is 0 or more"],
            {"$6": -1},
        ),
        case(
            "1.3 a code that a terminal would obey",
            ["deck.\\x1b[2J: '\\x1b[2J' is no card of TEN"],
            {"\x1b[2J": 1},
        ),
    ],
)
def test_1_3_complaints(complaints: list[str], table: dict[str, Any]) -> None:
    assert table_complaints(table) == complaints
    assert TEN.check_deck(table) == complaints
    if complaints:
        with pytest.raises(ArenaError) as raised:
            TEN.start("0", 2, table)
        assert str(raised.value) == "; ".join(complaints)


def test_1_4_unshuffled_order() -> None:
    expected = [
        *(f"{colour}{mark}" for colour in "RBOG" for mark in "123456789#"),
        *(f"W{mark}" for mark in "123456789#"),
        *(f"${value}" for value in "12345"),
    ]
    assert list(CODES) == expected
    assert list(CARDS) == expected
    assert codes(unshuffled({"$1": 1, "W#": 1, "R#": 1, "R9": 2, "B1": 1})) == [
        *("R9", "R9", "R#", "B1", "W#", "$1"),
    ]


@pytest.mark.parametrize("seed", ["0", "", "2026/d3", "한국", "मराठी"])
def test_1_5_a_deck_is_dealt_as_the_rule_says(seed: str) -> None:
    deck = [code for code in CODES for _ in range(standard_table(2)[code])]
    digests = [sha256(f"ten-1:{seed}:{block}".encode()).hexdigest() for block in range(20)]
    words = [int(digest[at : at + 16], 16) for digest in digests for at in (0, 16, 32, 48)]
    for i in range(58, 0, -1):
        while (w := words.pop(0)) >= 2**64 - 2**64 % (i + 1):
            continue
        j = w % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert codes(shuffled(seed, standard_table(2))) == deck
    drawn_last = TEN.start(seed, 2).deck
    assert codes(reversed(drawn_last)) == deck


def test_1_5_the_first_card_of_seed_0_worked_out_by_hand() -> None:
    # Two cards need one draw below 2. SHA-256 of "ten-1:0:0" begins with the word
    # 0x99abc4ffcb226aa2, which is even: j = 0, so positions 1 and 0 are swapped.
    assert sha256(b"ten-1:0:0").hexdigest().startswith("99abc4ffcb226aa2")
    assert codes(shuffled("0", {"R1": 1, "B1": 1})) == ["B1", "R1"]


def test_1_6_a_drawn_card_never_returns_to_the_deck() -> None:
    # R9 and R2 make 11: a number bust, R9 and R2 go to the market. W1 and $3 are discarded.
    state = dealt("R9 R2 W1 $3 R5")
    make(state, "draw", "draw", "draw", "pass", "pass", "draw", "take currency")
    assert codes(state.deck) == ["R5"]
    assert codes(state.market) == ["R2", "R9"]
    assert codes(state.discard) == ["W1", "$3"]
    draw_all(state)
    assert state.deck == []
    before = everything(state)
    make(state, "take numbers")
    assert everything(state)["deck"] == before["deck"] == "[]"
