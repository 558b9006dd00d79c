"""ten-1 §6: auctions of wilds."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.ten.state import Phase
from tests.games.ten.building import auction, case, dealt, make, refusal, shown


@pytest.mark.parametrize(
    ("order", "players", "active"),
    [
        case("6.1 two players", [1, 0], 2, 0),
        case("6.1 three players, seat 0 active", [1, 2, 0], 3, 0),
        case("6.1 three players, seat 1 active", [2, 0, 1], 3, 1),
        case("6.1 five players, seat 4 active", [0, 1, 2, 3, 4], 5, 4),
    ],
)
def test_6_1_the_active_player_is_last_and_each_acts_once(
    order: list[int], players: int, active: int
) -> None:
    state = auction("W1", players=players, active=active, row="R1")
    found = []
    while state.phase is Phase.AUCTION:
        assert state.to_move is not None
        found.append(state.to_move)
        make(state, "pass")
    assert found == order
    assert state.to_move == active


@pytest.mark.parametrize("action", ["draw", "take numbers", "take currency", "buy R1 1t"])
def test_6_1_in_an_auction_one_offers_or_passes(action: str) -> None:
    assert refusal(auction("W1", row="R1 $1", market="R1"), action) == "6.1"


@pytest.mark.parametrize(
    ("rule", "action", "before"),
    [
        case("6.2 the first offer is at least 1", "ok", "bid 1t", []),
        case("6.2 an offer equal to the highest", "6.2", "bid 2t", ["bid 2t"]),
        case("6.2 an offer below the highest", "6.2", "bid 1t", ["bid 2t"]),
        case("6.2 an offer above the highest", "ok", "bid 3t", ["bid 2t"]),
        case("6.2 above the highest of all, not of the last", "6.2", "bid 2t", ["bid 2t", "pass"]),
        case("6.2 its full value is the bid: 3 > 2", "ok", "bid 1b", ["bid 2t"]),
        case("6.2 its full value is the bid: 3 = 3", "6.2", "bid 3t", ["bid 1b"]),
        case("6.2 superfluous pieces are allowed: 5 + 6 + 2 = 13", "ok", "bid 5t+2b+R1+W2", []),
        case("6.2 a card is worth 1", "6.2", "bid R1", ["bid 1t"]),
        case("6.2 the row may not be used", "5.3", "bid R5", []),
        case("6.2 the wild on offer may not be used", "5.3", "bid W1", []),
        case("6.2 nor the market", "5.3", "bid G1", []),
        case("5.3 more tokens than held", "5.3", "bid 6t", []),
        case("5.3 more bust tokens than held", "5.3", "bid 3b", []),
        case("5.3 a card twice that is held once", "5.3", "bid R1+R1", []),
    ],
)
def test_6_2_offers(rule: str, action: str, before: list[str]) -> None:
    state = auction(
        "W1",
        players=4,
        row="R5",
        market="G1",
        tokens=(5, 5, 5, 5),
        busts=(2, 2, 2, 2),
        hands=["R1 W2"] * 4,
    )
    assert refusal(make(state, *before), action) == rule


AUCTIONS = [
    case(
        "6.3 the highest bidder pays 3 and takes the wild, the other offer costs nothing",
        {"tokens": [5, 5, 5 - 3], "hands": ["", "", "W1"], "discard": []},
        ["bid 2t", "bid 3t", "pass"],
    ),
    case(
        "6.3 the active player may bid last and highest",
        {"tokens": [5 - 4, 5, 5], "hands": ["W1", "", ""], "discard": []},
        ["bid 2t", "bid 3t", "bid 4t"],
    ),
    case(
        "6.3 the first offer may stand",
        {"tokens": [5, 5 - 1, 5], "hands": ["", "W1", ""], "discard": []},
        ["bid 1t", "pass", "pass"],
    ),
    case(
        "6.4 if all pass the wild is discarded",
        {"tokens": [5, 5, 5], "hands": ["", "", ""], "discard": ["W1"]},
        ["pass", "pass", "pass"],
    ),
]


@pytest.mark.parametrize(("expected", "actions"), AUCTIONS)
def test_6_3_and_6_4_how_an_auction_ends(expected: dict[str, Any], actions: list[str]) -> None:
    state = make(auction("W1", players=3, row="R1"), *actions)
    assert shown(state) == {"row": ["R1"], "market": [], "busts": [0, 0, 0], **expected}
    assert (state.wild, state.offers, state.leader, state.high) == (None, [], None, 0)


def test_6_3_exactly_the_pieces_offered_are_handed_in() -> None:
    state = auction("G#", busts=(0, 2), hands=("", "R1 R1 O9 W2"), row="R5")
    make(state, "bid 1t+2b+R1+W2", "pass")
    assert shown(state) == {
        "row": ["R5"],
        "market": [],
        "discard": ["R1", "W2"],
        "tokens": [5, 5 - 1],
        "busts": [0, 2 - 2],
        "hands": ["", "R1 O9 G#"],
    }


def test_6_5_several_alike_may_be_owned() -> None:
    state = dealt("W1 W1 R1")
    make(state, "draw", "bid 1t", "pass", "draw", "bid 1t", "pass")
    assert shown(state)["hands"] == ["", "W1 W1"]
