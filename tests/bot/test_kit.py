"""The authors' kit agrees with the rules at every decision of random matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product

import pytest

from arena.bot import (
    CARDS,
    CODES,
    Bid,
    Payment,
    Phase,
    Result,
    State,
    View,
    advance,
    all_payments,
    bid,
    bust_odds,
    buy,
    gain,
    imagine,
    legal,
    payment,
    plain_payment,
    plain_payments,
    play_out,
    points,
    read_action,
    result,
    score,
    standard_table,
    unseen,
    wealth,
)
from arena.errors import ActionError
from arena.games.ten.game import TEN
from arena.games.ten.restoring import restored

SEATS = [1, 2, 3, 4, 5]


def decisions(players: int, seed: int) -> Iterator[tuple[State, View]]:
    """Every state of a random match in which somebody has a choice, with the view of it."""
    rng = random.Random(seed)
    state = TEN.start(str(seed), players)
    while state.to_move is not None:
        forced = state.forced()
        if forced is None:
            view = TEN.view(state, state.to_move, [])
            view.legal = [str(action) for action in legal(state)]
            yield state, view
        state.apply(forced or rng.choice(legal(state)))


def played_out(state: State) -> Result:
    """How a match ends that goes on at random, from one and the same source."""
    rng = random.Random(1)
    play_out(state, lambda now: rng.choice(legal(now)))
    return result(state)


@pytest.mark.parametrize("players", SEATS)
def test_a_state_restored_from_its_view_is_the_state(players: int) -> None:
    for state, view in decisions(players, 3):
        twin = restored(view, list(state.deck))
        assert state.leader == twin.leader
        assert TEN.view(state, view.seat, []) == TEN.view(twin, view.seat, [])
        assert legal(state) == legal(twin)
        assert played_out(state.copy()) == played_out(twin)


@pytest.mark.parametrize("players", SEATS)
def test_an_imagined_state_agrees_with_its_view(players: int) -> None:
    for state, view in decisions(players, 4):
        imagined = imagine(view, None, random.Random(view.turn))
        assert sorted(state.deck) == sorted(imagined.deck)
        assert TEN.view(state, view.seat, []) == TEN.view(imagined, view.seat, [])


def test_an_imagined_deck_follows_from_the_random_source_alone() -> None:
    _, view = next(decisions(4, 5))
    decks = [imagine(view, None, random.Random(seed)).deck for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]


@pytest.mark.parametrize("players", SEATS)
def test_what_is_unseen_and_the_odds_of_a_bust(players: int) -> None:
    for state, view in decisions(players, 6):
        assert Counter(CODES[card] for card in state.deck) == +unseen(view)
        assert unseen(view) == unseen(view, standard_table(players))
        if state.phase is not Phase.DRAW or not state.deck:
            continue
        lost = sum(_busts(state, card) for card in state.deck)
        assert lost / len(state.deck) == pytest.approx(bust_odds(view))


def _busts(state: State, card: int) -> bool:
    """Whether drawing this card empties the row without an auction."""
    copy = state.copy()
    copy.deck[-1] = card
    copy.apply(read_action("draw"))
    return copy.phase is not Phase.AUCTION and not copy.row


def brute_force(view: View, value: int) -> set[Payment]:
    """Every payment of the asked player that reaches the value and holds nothing superfluous."""
    me = view.me
    found = set()
    hands = {
        cards
        for size in range(min(value, len(me.cards)) + 1)
        for cards in combinations(me.cards, size)
    }
    for tokens, busts, cards in product(range(me.tokens + 1), range(me.busts + 1), hands):
        offer = payment(tokens, busts, cards)
        smallest = 1 if tokens or cards else 3
        if offer.value >= value > offer.value - smallest:
            found.add(offer)
    return found


@pytest.mark.parametrize("value", [1, 2, 3, 4, 7])
def test_all_payments_are_all(value: int) -> None:
    tried = 0
    for state, view in decisions(3, 8):
        if state.phase is Phase.DRAW or len(view.hand) > 9:
            continue
        tried += 1
        listed = list(all_payments(view, value))
        assert len(set(listed)) == len(listed)
        assert brute_force(view, value) == set(listed)
    assert tried > 5


@pytest.mark.parametrize("players", SEATS)
def test_every_payment_for_a_price_is_accepted(players: int) -> None:
    for state, view in decisions(players, 9):
        if state.phase not in {Phase.BUY, Phase.FINAL}:
            continue
        for code in set(view.market) - set(view.hand):
            for offer in islice(all_payments(view, int(code[1])), 20):
                state.copy().apply(buy(code, offer))


@pytest.mark.parametrize("players", SEATS)
def test_plain_payments_are_those_of_the_list(players: int) -> None:
    for state, view in decisions(players, 10):
        if view.auction is not None:
            offers = [str(bid(offer)) for offer in plain_payments(view, view.auction.high)]
            assert view.legal[1:] == offers
        elif state.phase is not Phase.DRAW:
            listed = [
                str(buy(code, price))
                for code in sorted(set(view.market) - set(view.hand), key=CARDS.__getitem__)
                if (price := plain_payment(view, int(code[1]))) is not None
            ]
            assert view.legal[1:] == listed


def test_spare_cards_are_spent_first() -> None:
    for state, view in decisions(2, 11):
        if state.phase is not Phase.DRAW and len(view.hand) > 2:
            spare = view.hand[:2]
            offer = plain_payment(view, 2, spare=spare)
            assert payment(cards=spare) == offer
            return
    raise AssertionError("no such decision")


def test_wealth_is_the_highest_offer_there_is() -> None:
    for state, view in decisions(4, 12):
        if view.auction is None:
            continue
        me = view.me
        everything = Bid(payment(me.tokens, me.busts, me.cards))
        assert wealth(me) == everything.payment.value
        state.copy().apply(everything)
        with pytest.raises(ActionError):
            state.copy().apply(Bid(payment(me.tokens + 1, me.busts, me.cards)))


@pytest.mark.parametrize("players", SEATS)
def test_scores_and_gains(players: int) -> None:
    for state, view in decisions(players, 13):
        assert score(view.hand) == points(state, view.seat)
        for code in view.row:
            if code[0] != "$":
                assert score([*view.hand, code]) - score(view.hand) == gain(view.hand, code)


def test_advance_leaves_no_forced_action() -> None:
    state = TEN.start("1", 3)
    advance(state, read_action("draw"))
    while state.to_move is not None:
        assert state.forced() is None
        advance(state, legal(state)[-1])
