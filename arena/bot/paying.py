"""The payments that the asked player could make (ten-1 §5.3, §5.4, §10)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from arena.games.ten import actions
from arena.games.ten.actions import BUST_VALUE, Payment
from arena.games.ten.cards import CARDS, Card
from arena.games.ten.view import PlayerView, View


def wealth(player: PlayerView) -> int:
    """The value of all that a player could pay with (§5.3): no offer of theirs is higher.

    >>> wealth(PlayerView(tokens=5, busts=1, cards=["R1", "W#"]))
    10
    """
    return player.tokens + BUST_VALUE * player.busts + len(player.cards)


def plain_payment(view: View, value: int, *, spare: Iterable[str] | None = None) -> Payment | None:
    """The plain payment of a value, 1 or more, which gives up no card that can score (§10).

    None if there is none. It may be worth more than the value. ``spare`` are cards of the
    collection to be spent first, in place of the duplicates that the rules take for spare.
    """
    payments = actions.plain_payments(*_purse(view, spare))
    return payments[value] if 1 <= value < len(payments) else None


def plain_payments(
    view: View, above: int = 0, *, spare: Iterable[str] | None = None
) -> list[Payment]:
    """Every plain payment worth more than ``above``, each value once, upwards (§10).

    With the bid to beat as ``above`` these are the offers of ``view.legal``. ``spare`` as in
    ``plain_payment``.
    """
    values, bids = actions.plain_bids(*_purse(view, spare))
    return [offer.payment for offer in bids[bisect_right(values, above) :]]


def all_payments(view: View, value: int) -> Iterator[Payment]:
    """Every payment that reaches ``value`` and holds nothing superfluous (§5.4), one by one.

    They come with the fewest cards of the collection first, then with the fewest bust tokens. For
    a price these are all that may be paid. In an auction these are the ways to offer ``value``;
    any payment at all is among those for its own value.

    There can be very many: take the first few with ``itertools.islice``.
    """
    if value < 1:
        return
    me = view.me
    hand = [CARDS[code] for code in me.cards]
    for size in range(min(value, len(hand)) + 1):
        rest = value - size
        for busts in range(min(me.busts, rest // BUST_VALUE) + 1):
            tokens = rest - BUST_VALUE * busts
            if tokens <= me.tokens:
                for cards in _selections(hand, size):
                    yield Payment(tokens, busts, cards)
        rounded_up = -(-value // BUST_VALUE)
        if size == 0 and value % BUST_VALUE and rounded_up <= me.busts:
            yield Payment(busts=rounded_up)


def _selections(hand: Sequence[Card], size: int, start: int = 0) -> Iterator[tuple[Card, ...]]:
    """Every different choice of ``size`` cards from ``hand[start:]``, which is sorted."""
    if size == 0:
        yield ()
        return
    for place in range(start, len(hand) - size + 1):
        card = hand[place]
        if place == start or card != hand[place - 1]:
            for others in _selections(hand, size - 1, place + 1):
                yield (card, *others)


def _purse(view: View, spare: Iterable[str] | None) -> tuple[int, int, tuple[Card, ...]]:
    """Tokens, bust tokens and spare cards of the asked player."""
    me = view.me
    if spare is None:
        return me.tokens, me.busts, actions.duplicates([CARDS[code] for code in me.cards])
    return me.tokens, me.busts, tuple(sorted(CARDS[code] for code in spare))
