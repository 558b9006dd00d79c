"""ten-1 §2: the start of a match, the order of seats, and what is open to all."""

from __future__ import annotations

import msgspec
import pytest

from arena.errors import ArenaError
from arena.games.ten.game import TEN
from arena.games.ten.state import Phase
from tests.games.ten.building import dealt, make, position


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_2_1_everybody_starts_with_5_tokens_and_nothing_else(players: int) -> None:
    state = TEN.start("0", players)
    assert state.tokens == [5] * players
    assert state.busts == [0] * players
    assert state.hands == [[]] * players
    assert (state.row, state.market, state.discard) == ([], [], [])


@pytest.mark.parametrize("players", [-1, 0, 6, 100])
def test_2_1_there_are_1_to_5_players(players: int) -> None:
    with pytest.raises(ArenaError, match=f"^{players} players; TEN has 1 to 5 seats$"):
        TEN.start("0", players)


def test_2_2_seat_0_begins_and_turns_go_clockwise() -> None:
    state = dealt("$1 $1 $1 $1 $1 R1", players=3)
    turns = []
    for _ in range(5):
        turns.append((state.turn, state.active, TEN.to_move(state)))
        make(state, "draw", "take currency")
    assert turns == [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 0, 0), (4, 1, 1)]


def test_2_3_a_view_shows_everything_but_the_order_of_the_deck() -> None:
    state = position(
        Phase.DRAW,
        players=3,
        active=1,
        to_move=1,
        turn=7,
        deck="R9 W# R9",
        row="B5 $2 B1",
        market="G9 R1",
        tokens=(3, 10, 0),
        busts=(0, 1, 2),
        hands=("W3 R2 R2", "", "B#"),
    )
    assert msgspec.to_builtins(TEN.view(state, 2, [(1, "draw")])) == {
        "seat": 2,
        "turn": 7,
        "active": 1,
        "phase": "draw",
        "deck": 3,
        "row": ["B5", "$2", "B1"],
        "net": 5 - 2 + 1,
        "currency": 2,
        "market": ["R1", "G9"],
        "discard": [],
        "players": [
            {"tokens": 3, "busts": 0, "cards": ["R2", "R2", "W3"]},
            {"tokens": 10, "busts": 1, "cards": []},
            {"tokens": 0, "busts": 2, "cards": ["B#"]},
        ],
        "auction": None,
        "since": [(1, "draw")],
    }


def test_2_3_a_view_of_an_auction_shows_the_offers_and_the_bid_to_beat() -> None:
    state = make(dealt("$1 W4 R1", players=4), "draw", "draw", "bid 2t", "pass", "bid 4t")
    view = TEN.view(state, 0, [])
    assert view.phase == "auction"
    assert msgspec.to_builtins(view.auction) == {
        "card": "W4",
        "bids": [(1, "bid 2t"), (2, "pass"), (3, "bid 4t")],
        "high": 4,
    }


def test_2_3_the_discard_is_shown_in_unshuffled_order() -> None:
    state = make(dealt("$3 W2 R1"), "draw", "draw", "pass", "pass", "take currency")
    assert TEN.view(state, 0, []).discard == ["W2", "$3"]


def test_2_3_the_bank_is_not_among_the_bids() -> None:
    state = make(dealt("W# R1", players=1), "draw")
    auction = TEN.view(state, 0, []).auction
    assert auction is not None
    assert (auction.bids, auction.high) == ([], 4)
