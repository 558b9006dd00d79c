"""Positions of TEN made by hand, and what happens in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arena.errors import ActionError
from arena.games.ten.cards import CARDS, CURRENCY, FULL_WILD, NUMBERS, Card, codes
from arena.games.ten.game import TEN
from arena.games.ten.state import SOLO_BANK, SOLO_BANK_FULL_WILD, Phase, State


def cards(text: str) -> list[Card]:
    """The cards of codes with spaces between them."""
    return [CARDS[code] for code in text.split()]


def dealt(deck: str, players: int = 2) -> State:
    """A match about to begin, its deck in drawing order."""
    return State(players, cards(deck))


def position(
    phase: Phase,
    *,
    players: int = 2,
    to_move: int = 0,
    active: int = 0,
    turn: int = 0,
    deck: str = "R9",
    row: str = "",
    market: str = "",
    tokens: Sequence[int] = (),
    busts: Sequence[int] = (),
    hands: Sequence[str] = (),
) -> State:
    """A position in the middle of a match; seats not named have 5 tokens and nothing else."""
    state = State(players, cards(deck))
    state.phase = phase
    state.to_move = to_move
    state.active = active
    state.turn = turn
    state.row = cards(row)
    state.numbers = sum(NUMBERS[card] for card in state.row)
    state.currency = sum(CURRENCY[card] for card in state.row)
    state.market = sorted(cards(market))
    state.tokens[: len(tokens)] = tokens
    state.busts[: len(busts)] = busts
    for seat, hand in enumerate(hands):
        state.hands[seat] = sorted(cards(hand))
    return state


def drawing(**given: Any) -> State:
    """Seat 0 draws."""
    return position(Phase.DRAW, **given)


def buying(**given: Any) -> State:
    """Seat 0 may buy, having taken numbers."""
    return position(Phase.BUY, **given)


def auction(wild: str = "W1", **given: Any) -> State:
    """Seat 0 has just drawn a wild."""
    state = position(Phase.AUCTION, **given)
    state.wild = CARDS[wild]
    state.to_move = (state.active + 1) % state.players
    if state.players == 1:
        state.high = SOLO_BANK_FULL_WILD if state.wild == FULL_WILD else SOLO_BANK
    return state


def make(state: State, *actions: str) -> State:
    """Make the actions, whoever is to move; the same state."""
    for action in actions:
        state.apply(TEN.read(action))
    return state


def draw_all(state: State) -> State:
    """Draw until there is no deck, all auctions passed; the same state."""
    while state.deck:
        make(state, "draw" if state.phase is Phase.DRAW else "pass")
    return state


def legal(state: State) -> list[str]:
    """The texts of the listed actions."""
    return [str(action) for action in TEN.legal(state)]


def forced(state: State) -> str | None:
    """The text of the action that the engine makes, if it makes one."""
    action = state.forced()
    return None if action is None else str(action)


def refusal(state: State, action: str) -> str:
    """The rule by which the action is refused, or ``ok``; a refusal must change nothing."""
    before = everything(state)
    try:
        state.apply(TEN.read(action))
    except ActionError as error:
        assert everything(state) == before
        return error.rule
    return "ok"


def everything(state: State) -> dict[str, Any]:
    """All that a state holds, in a form that keeps when the state changes."""
    kept = {name: getattr(state, name) for name in State.__slots__}
    return {name: repr(value) for name, value in kept.items()}


def shown(state: State) -> dict[str, Any]:
    """What players have and what lies open, with the codes of cards."""
    return {
        "row": codes(state.row),
        "market": codes(state.market),
        "discard": codes(sorted(state.discard)),
        "tokens": state.tokens,
        "busts": state.busts,
        "hands": [" ".join(codes(hand)) for hand in state.hands],
    }


def case(sentence: str, *values: Any) -> Any:
    """A line of a table of tests: its sentence begins with the rule's number."""
    return pytest.param(*values, id=sentence)
