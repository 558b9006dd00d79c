"""What is left in the deck, and what the next draw may do (ten-1 §1.6, §3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.games.ten.cards import CODES, CURRENCY, NUMBERS
from arena.games.ten.deck import standard_table
from arena.games.ten.restoring import undrawn
from arena.games.ten.state import BUST_AT
from arena.games.ten.view import View


def unseen(view: View, deck: Mapping[str, int] | None = None) -> Counter[str]:
    """How many of each card the deck still holds, in unshuffled order.

    ``deck`` is ``match.deck``: None for the standard table of the player count.
    """
    table = standard_table(len(view.players)) if deck is None else deck
    return Counter(CODES[card] for card in undrawn(view, table))


def bust_odds(view: View, deck: Mapping[str, int] | None = None) -> float:
    """The chance, 0 to 1, that the next card drawn is a bust (§3.4); 0 for an empty deck.

    A wild is none, but the draw after it may be one. ``deck`` is ``match.deck``.
    """
    table = standard_table(len(view.players)) if deck is None else deck
    cards = undrawn(view, table)
    room_for_numbers = BUST_AT - view.net
    room_for_currency = BUST_AT - view.currency
    busts = sum(
        NUMBERS[card] >= room_for_numbers or CURRENCY[card] >= room_for_currency for card in cards
    )
    return busts / len(cards) if cards else 0.0
