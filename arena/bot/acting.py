"""Making actions in code instead of text (ten-1 §10)."""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.ten.actions import Bid, Buy, Payment
from arena.games.ten.cards import CARDS


def payment(tokens: int = 0, busts: int = 0, cards: Iterable[str] = ()) -> Payment:
    """A payment of tokens, bust tokens and cards of one's own collection, named by their codes.

    >>> str(payment(tokens=1, cards=["W5", "R1"])), payment(busts=2).value
    ('1t+R1+W5', 6)
    """
    return Payment(tokens, busts, tuple(sorted(CARDS[code] for code in cards)))


def bid(offer: Payment) -> Bid:
    """The offer of a payment in an auction.

    >>> str(bid(payment(tokens=3)))
    'bid 3t'
    """
    return Bid(offer)


def buy(code: str, price: Payment) -> Buy:
    """The purchase of a card of the market.

    >>> str(buy("R2", payment(tokens=1, cards=["B1"])))
    'buy R2 1t+B1'
    """
    return Buy(CARDS[code], price)
