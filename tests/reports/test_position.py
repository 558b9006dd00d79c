"""A position as a person reads it."""

from __future__ import annotations

from arena.games.ten.cards import CARDS
from arena.games.ten.game import TEN
from arena.games.ten.state import State
from arena.reports.position import position


def shown(deck: str, *actions: str, players: int = 2) -> str:
    """The position of the seat to move after some actions."""
    state = State(players, [CARDS[code] for code in deck.split()])
    since = []
    for action in actions:
        since.append((state.to_move or 0, action))
        state.apply(TEN.read(action))
    view = TEN.view(state, state.to_move or 0, since)
    view.legal = [TEN.write(action) for action in TEN.legal(state)]
    return position(view)


def test_a_row() -> None:
    expected = """\
you: draw, draw

Turn 1, your row; 1 left in the deck.
  row      R3 $2   net 1, currency 2
  market   -
  you      5t 0b   -
  seat 1   5t 0b   -
  1 draw            2 take numbers    3 take currency"""
    assert expected == shown("R3 $2 R1", "draw", "draw")


def test_an_auction() -> None:
    expected = """\
seat 0: draw

Turn 1, an auction in the turn of seat 0; 1 left in the deck.
  row      -   net 0, currency 0
  market   -
  seat 0   5t 0b   -
  you      5t 0b   -
  on offer W5, no bid yet
  1 pass     2 bid 1t   3 bid 2t   4 bid 3t
  5 bid 4t   6 bid 5t"""
    assert expected == shown("W5 R1", "draw")


def test_a_buy_phase() -> None:
    text = shown("R6 R5 B2 R1", "draw", "draw", "draw", "take numbers")
    assert "you may buy a card" in text
    assert "  market   R5 R6\n" in text
