"""Actions and payments as small values, with their one text (ten-1 §10)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

from arena.errors import ActionError
from arena.games.ten.cards import CARDS, CODES, FIRST_CURRENCY, NUMBERS, Card

BUST_VALUE = 3
PURSES = 1_024
"""How many different purses (tokens, bust tokens, duplicates) have their payments remembered."""


class Plain(Enum):
    """The actions without a payment."""

    DRAW = "draw"
    TAKE_NUMBERS = "take numbers"
    TAKE_CURRENCY = "take currency"
    PASS = "pass"

    __hash__ = object.__hash__  # there is one of each; Enum would hash its name, in Python

    def __str__(self) -> str:
        return self.value


DRAW: Final = Plain.DRAW
TAKE_NUMBERS: Final = Plain.TAKE_NUMBERS
TAKE_CURRENCY: Final = Plain.TAKE_CURRENCY
PASS: Final = Plain.PASS


class Payment(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A mix of tokens, bust tokens and cards of one's own collection (§5.3).

    ``cards`` are in unshuffled order.

    >>> str(Payment(busts=2, cards=(0, 0, 44))), Payment(busts=2, cards=(0, 0, 44)).value
    ('2b+R1+R1+W5', 9)
    """

    tokens: int = 0
    busts: int = 0
    cards: tuple[Card, ...] = ()

    @property
    def value(self) -> int:
        """Tokens and cards count 1 each, bust tokens 3 (§5.3)."""
        return self.tokens + BUST_VALUE * self.busts + len(self.cards)

    def __str__(self) -> str:
        parts = [f"{self.tokens}t"] if self.tokens else []
        if self.busts:
            parts.append(f"{self.busts}b")
        parts.extend(CODES[card] for card in self.cards)
        return "+".join(parts)


class Bid(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """An offer in an auction (§6.2)."""

    payment: Payment

    def __str__(self) -> str:
        return f"bid {self.payment}"


class Buy(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The purchase of a card of the market (§5.1)."""

    card: Card
    payment: Payment

    def __str__(self) -> str:
        return f"buy {CODES[self.card]} {self.payment}"


Action: TypeAlias = Plain | Bid | Buy

MAX_TEXT = 4_000
"""No action is longer: of a whole deck of single cards a payment would have 3,000 characters."""

_PLAIN = {action.value: action for action in Plain}
_COUNT = re.compile(r"([1-9][0-9]{0,5})([tb])", re.ASCII)


@lru_cache(maxsize=4096)
def read(text: str) -> Action:
    """Parse an action; the pieces of a payment may stand in any order (§10).

    Raises ActionError for a text that is no action.

    >>> str(read("bid R1+1b+2t"))
    'bid 2t+1b+R1'
    """
    if len(text) > MAX_TEXT:
        raise ActionError("longer than any action", "10")
    plain = _PLAIN.get(text)
    if plain is not None:
        return plain
    match text.split(" "):
        case ["bid", payment]:
            return Bid(read_payment(payment))
        case ["buy", code, payment]:
            card = CARDS.get(code)
            if card is None or not NUMBERS[card]:
                raise ActionError("only a number card can be bought", "5.2")
            return Buy(card, read_payment(payment))
    raise ActionError("not an action", "10")


def read_payment(text: str) -> Payment:
    """Parse the pieces of a payment, in any order; ActionError if it is none (§10)."""
    counts = {"t": 0, "b": 0}
    cards = []
    for piece in text.split("+"):
        if (card := CARDS.get(piece)) is not None:
            if card >= FIRST_CURRENCY:
                raise ActionError("currency cards pay for nothing", "5.3")
            cards.append(card)
        elif found := _COUNT.fullmatch(piece):
            unit = found[2]
            if counts[unit]:
                raise ActionError("a payment has one part of each kind of token", "10")
            counts[unit] = int(found[1])
        else:
            raise ActionError("not a payment", "10")
    return Payment(counts["t"], counts["b"], tuple(sorted(cards)))


@lru_cache(maxsize=16_384)
def write(action: Action) -> str:
    """The one text of an action, as a record holds it (§10)."""
    return str(action)


def duplicates(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The number cards of a collection beyond the first copy of each (§10).

    ``hand`` is in unshuffled order, and so is the answer.
    """
    if len(set(hand)) == len(hand):
        return ()
    return tuple([card for before, card in pairwise(hand) if before == card and NUMBERS[card]])


@lru_cache(maxsize=PURSES)
def plain_payments(tokens: int, busts: int, spare: tuple[Card, ...]) -> tuple[Payment, ...]:
    """The plain payment of every value that has one, from 0 on, indexed by the value (§10).

    ``spare`` are the player's duplicates. A plain payment may be worth more than its value.

    >>> [str(payment) for payment in plain_payments(1, 1, (0,))]
    ['', 'R1', '1t+R1', '1b', '1b+R1', '1t+1b+R1']
    """
    reach = tokens + len(spare)
    payments = []
    for value in range(reach + BUST_VALUE * busts + 1):
        used = max(0, -((reach - value) // BUST_VALUE))
        rest = max(0, value - BUST_VALUE * used)
        cards = spare[:rest]
        payments.append(Payment(rest - len(cards), used, cards))
    return tuple(payments)


@lru_cache(maxsize=PURSES)
def plain_bids(
    tokens: int, busts: int, spare: tuple[Card, ...]
) -> tuple[tuple[int, ...], tuple[Bid, ...]]:
    """The plain payments as offers, each value once, upwards: the values and the offers (§10)."""
    by_value = {payment.value: Bid(payment) for payment in plain_payments(tokens, busts, spare)}
    by_value.pop(0, None)
    return tuple(by_value), tuple(by_value.values())


@lru_cache(maxsize=PURSES)
def plain_purchases(tokens: int, busts: int, spare: tuple[Card, ...]) -> Mapping[Card, Buy]:
    """Every card whose price has a plain payment, with that purchase (§10)."""
    payments = plain_payments(tokens, busts, spare)
    return {
        card: Buy(card, payments[price])
        for card, price in enumerate(NUMBERS)
        if 0 < price < len(payments)
    }
