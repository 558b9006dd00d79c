"""Random play of TEN, and every action that the rules accept, found by trying."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from hypothesis import strategies as st

from arena.errors import ActionError
from arena.games.ten.actions import (
    DRAW,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Action,
    Bid,
    Buy,
    Payment,
)
from arena.games.ten.cards import CODES
from arena.games.ten.game import TEN
from arena.games.ten.state import Phase, State

CODE = st.sampled_from(CODES)

tables = st.one_of(
    st.none(),
    # Few cards of many kinds, and few kinds of many cards.
    st.lists(CODE, min_size=1, max_size=40).map(lambda codes: {c: codes.count(c) for c in codes}),
    st.dictionaries(CODE, st.integers(1, 12), min_size=1, max_size=5),
)
"""Deck tables, None for the standard one."""

matches = st.builds(TEN.start, st.integers(0, 10**6).map(str), st.sampled_from(TEN.seats), tables)
"""Matches about to begin."""

randoms = st.integers(0, 10**6).map(Random)


def random_payment(state: State, seat: int, random: Random) -> Payment:
    """Any pieces that the seat has, in no particular proportion."""
    hand = state.hands[seat]
    return Payment(
        random.randint(0, state.tokens[seat]),
        random.randint(0, state.busts[seat]),
        tuple(sorted(random.sample(hand, random.randint(0, min(3, len(hand)))))),
    )


def random_action(state: State, random: Random) -> Action:
    """The forced action, or a listed one, or one with another payment that is accepted."""
    if forced := state.forced():
        return forced
    seat = state.to_move
    if seat is not None and state.phase is not Phase.DRAW and random.random() < 0.3:
        payment = random_payment(state, seat, random)
        if state.phase is Phase.AUCTION:
            action: Action = Bid(payment)
        else:
            action = Buy(random.choice(state.market), payment)
        if accepts(state, action):
            return action
    return random.choice(TEN.legal(state))


def steps(state: State, random: Random) -> Iterator[Action]:
    """Play to the end; each action before it is made."""
    while state.to_move is not None:
        action = random_action(state, random)
        yield action
        state.apply(action)


def accepts(state: State, action: Action) -> bool:
    """Whether the rules accept the action, tried on a copy."""
    try:
        state.copy().apply(action)
    except ActionError:
        return False
    return True


MOST_PIECES = 8


def is_small(state: State) -> bool:
    """Whether all payments of the seat to move can be tried in no time."""
    seat = state.to_move
    return seat is not None and (
        state.phase is Phase.DRAW
        or state.tokens[seat] + state.busts[seat] + len(state.hands[seat]) <= MOST_PIECES
    )


def accepted(state: State) -> Iterator[Action]:
    """Every action that the rules accept, each found by trying; for small states only."""
    for plain in (DRAW, TAKE_NUMBERS, TAKE_CURRENCY, PASS):
        if accepts(state, plain):
            yield plain
    for payment in _payments(state):
        if accepts(state, Bid(payment)):
            yield Bid(payment)
        for card in sorted(set(state.market)):
            if accepts(state, Buy(card, payment)):
                yield Buy(card, payment)


def _payments(state: State) -> Iterator[Payment]:
    """Every payment from what the seat to move has, and some from more than that."""
    seat = state.to_move
    if seat is None or state.phase is Phase.DRAW:
        yield Payment(tokens=1)
        return
    hand = state.hands[seat]
    choices = {chosen for size in range(len(hand) + 1) for chosen in combinations(hand, size)}
    for tokens, busts in product(range(state.tokens[seat] + 2), range(state.busts[seat] + 2)):
        for chosen in choices:
            yield Payment(tokens, busts, chosen)
