"""The list of legal actions, and the caretaker's (ten-1 §10, protocol §1.2)."""

from __future__ import annotations

from bisect import bisect_right

from arena.games.ten.actions import (
    DRAW,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Action,
    Plain,
    duplicates,
    plain_bids,
    plain_purchases,
)
from arena.games.ten.cards import Card
from arena.games.ten.state import AUCTION, DRAWING, State


def legal(state: State) -> list[Action]:
    """The listed actions of the seat to move, in the order of §10; none when the match is over."""
    seat = state.to_move
    if seat is None:
        return []
    if state.phase is DRAWING:
        return _while_drawing(state)
    spare = duplicates(state.hands[seat])
    if state.phase is AUCTION:
        values, bids = plain_bids(state.tokens[seat], state.busts[seat], spare)
        return [PASS, *bids[bisect_right(values, state.high) :]]
    return _in_buy_phase(state, seat, spare)


def _while_drawing(state: State) -> list[Action]:
    actions: list[Action] = []
    if state.deck:
        actions.append(DRAW)
    if state.numbers:
        actions.append(TAKE_NUMBERS)
    if state.currency:
        actions.append(TAKE_CURRENCY)
    return actions


def _in_buy_phase(state: State, seat: int, spare: tuple[Card, ...]) -> list[Action]:
    """``pass``, then every card of the market that may be bought with a plain payment."""
    purchases = plain_purchases(state.tokens[seat], state.busts[seat], spare)
    cards = purchases.keys() & state.market
    return [PASS, *[purchases[card] for card in sorted(cards.difference(state.hands[seat]))]]


def caretaker(state: State) -> Plain:
    """What the caretaker does for the seat to move (protocol §1.2).

    It draws while its row is empty and then takes at once, currency if the row has any; it passes
    every auction and every buy phase.
    """
    if state.phase is not DRAWING:
        return PASS
    if not state.row:
        return DRAW
    return TAKE_CURRENCY if state.currency else TAKE_NUMBERS
