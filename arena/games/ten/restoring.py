"""A state made from a view and a guess at the undrawn cards: the inverse of ``game.view``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.games.ten.actions import PASS, Bid, read
from arena.games.ten.cards import CARDS, CODES, CURRENCY, NUMBERS, Card
from arena.games.ten.state import Phase, State
from arena.games.ten.view import View


def undrawn(view: View, table: Mapping[str, int]) -> list[Card]:
    """The cards that a deck of this table still holds, in unshuffled order (ten-1 §1.4, §1.6).

    All that has been drawn lies open (§2.3) and none of it returns, so nothing needs to be
    remembered.
    """
    seen = Counter(view.row)
    seen.update(view.market)
    seen.update(view.discard)
    for player in view.players:
        seen.update(player.cards)
    if view.auction is not None:
        seen[view.auction.card] += 1
    return [card for card, code in enumerate(CODES) for _ in range(table.get(code, 0) - seen[code])]


def restored(view: View, deck: list[Card]) -> State:
    """The state of which ``view`` is the view, with ``deck`` to be drawn, the next card last.

    The seat that was asked is to move. The discard comes back in unshuffled order, since a view
    does not tell the order in which it grew; no rule asks for it.
    """
    state = State(len(view.players), [])
    state.deck = deck
    state.turn = view.turn
    state.active = view.active
    state.phase = Phase(view.phase)
    state.to_move = view.seat
    state.row = [CARDS[code] for code in view.row]
    state.numbers = sum(NUMBERS[card] for card in state.row)
    state.currency = sum(CURRENCY[card] for card in state.row)
    state.market = [CARDS[code] for code in view.market]
    state.discard = [CARDS[code] for code in view.discard]
    state.tokens = [player.tokens for player in view.players]
    state.busts = [player.busts for player in view.players]
    state.hands = [[CARDS[code] for code in player.cards] for player in view.players]
    if view.auction is not None:
        state.wild = CARDS[view.auction.card]
        state.high = view.auction.high
        for seat, text in view.auction.bids:
            offer = read(text)
            if isinstance(offer, Bid):
                state.leader = (seat, offer.payment)
                state.offers.append((seat, offer))
            else:
                state.offers.append((seat, PASS))
    return state
