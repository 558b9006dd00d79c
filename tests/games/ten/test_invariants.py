"""What holds in every match of TEN, whoever plays it and with whatever deck."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
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
    read,
    write,
)
from arena.games.ten.cards import CARDS, CODES, CURRENCY, FIRST_CURRENCY, NUMBERS, Card, codes
from arena.games.ten.deck import normal_table
from arena.games.ten.game import TEN
from arena.games.ten.restoring import restored, undrawn
from arena.games.ten.state import Phase, State
from arena.games.ten.view import View
from tests.games.ten.building import everything
from tests.games.ten.playing import accepted, is_small, matches, random_action, randoms, steps


def all_cards(state: State) -> Counter[Card]:
    """Every card of the match, wherever it is."""
    places = [state.deck, state.row, state.market, state.discard, *state.hands]
    on_offer = [] if state.wild is None else [state.wild]
    return Counter(card for place in [*places, on_offer] for card in place)


def assert_sound(state: State) -> None:
    assert all(0 <= tokens <= 10 for tokens in state.tokens)
    assert all(busts >= 0 for busts in state.busts)
    assert sum(state.busts) <= 15
    assert all(NUMBERS[card] for card in state.market)
    assert all(NUMBERS[card] or CURRENCY[card] for card in state.row)
    assert all(card < FIRST_CURRENCY for hand in state.hands for card in hand)
    assert state.numbers == sum(NUMBERS[card] for card in state.row)
    assert state.currency == sum(CURRENCY[card] for card in state.row)
    assert state.numbers - state.currency <= 10
    assert state.currency <= 10
    assert state.market == sorted(state.market)
    assert all(hand == sorted(hand) for hand in state.hands)
    assert (state.wild is not None) == (state.phase is Phase.AUCTION)
    assert state.row == [] or state.phase in (Phase.DRAW, Phase.AUCTION)


@given(matches, randoms)
@settings(max_examples=150)
def test_cards_and_tokens_are_conserved_and_the_match_ends(state: State, random: Random) -> None:
    cards = all_cards(state)
    turns = state.players + sum(cards.values()) if state.players > 1 else 12
    # A card is drawn, offered to every player and taken; a turn has a buy phase.
    bound = sum(cards.values()) * (state.players + 2) + turns
    made = 0
    for _ in steps(state, random):
        made += 1
        assert_sound(state)
        assert all_cards(state) == cards
    assert made <= bound
    assert_sound(state)
    assert all_cards(state) == cards
    assert state.players == 1 or state.deck == []
    assert (TEN.to_move(state), TEN.forced(state), TEN.legal(state)) == (None, None, [])
    result = TEN.result(state)
    assert result.tokens == state.tokens
    assert sorted(result.places)[0] == 1


@given(matches, randoms)
@settings(max_examples=100)
def test_every_listed_action_is_accepted_and_listed_once(state: State, random: Random) -> None:
    for _ in steps(state, random):
        before = everything(state)
        actions = TEN.legal(state)
        assert actions
        assert len(set(map(write, actions))) == len(actions)
        for action in actions:
            TEN.apply(TEN.copy(state), action)
        assert everything(state) == before


@given(matches, randoms)
@settings(max_examples=80)
def test_an_action_is_forced_if_and_only_if_nothing_else_is_accepted(
    state: State, random: Random
) -> None:
    for _ in steps(state, random):
        forced = TEN.forced(state)
        if forced is not None:
            assert TEN.legal(state) == [forced]
        if is_small(state):
            found = list(islice(accepted(state), 2))
            assert (found == [forced]) == (forced is not None)


PIECES = st.tuples(
    st.integers(-1, 12),
    st.integers(-1, 16),
    st.lists(st.integers(0, len(CODES) - 1), max_size=4).map(lambda cards: tuple(sorted(cards))),
)
PAYMENTS = PIECES.map(lambda pieces: Payment(*pieces))
ANY_ACTION = st.one_of(
    st.sampled_from([DRAW, TAKE_NUMBERS, TAKE_CURRENCY, PASS]),
    PAYMENTS.map(Bid),
    st.builds(Buy, st.integers(0, len(CODES) - 1), PAYMENTS),
)


@given(matches, randoms, st.lists(ANY_ACTION, min_size=1, max_size=10))
@settings(max_examples=80)
def test_a_refused_action_changes_nothing(
    state: State, random: Random, actions: list[Action]
) -> None:
    for _ in steps(state, random):
        before = everything(state)
        for action in actions:
            tried = state.copy()
            with suppress(ActionError):
                tried.apply(action)
                continue
            assert everything(tried) == before


@given(matches, randoms, st.integers(0, 200))
@settings(max_examples=150)
def test_a_copy_shares_nothing_that_changes(state: State, random: Random, played: int) -> None:
    for _ in islice(steps(state, random), played):
        pass
    before = everything(state)
    twin = TEN.copy(state)
    assert everything(twin) == before
    for _ in steps(twin, random):
        assert everything(state) == before
    assert everything(state) == before
    after = everything(twin)
    for _ in steps(state, random):
        assert everything(twin) == after


@given(matches, randoms)
@settings(max_examples=20)
def test_no_list_of_a_copy_is_a_list_of_the_original(state: State, random: Random) -> None:
    for _ in steps(state, random):
        twin = state.copy()
        for name in State.__slots__:
            value = getattr(state, name)
            if isinstance(value, list):
                assert getattr(twin, name) is not value
        assert all(a is not b for a, b in zip(twin.hands, state.hands, strict=True))


PROTOCOL_KEYS = (
    *("seat", "turn", "active", "phase", "deck", "row", "net", "currency", "market"),
    *("discard", "players", "auction", "since"),
)


@given(matches, randoms)
@settings(max_examples=80)
def test_a_view_hides_the_order_of_the_deck_and_nothing_else(state: State, random: Random) -> None:
    for _ in steps(state, random):
        reordered = state.copy()
        random.shuffle(reordered.deck)
        for seat in range(state.players):
            view = TEN.view(state, seat, [(0, "draw")])
            assert tuple(msgspec.to_builtins(view)) == PROTOCOL_KEYS
            assert view == TEN.view(reordered, seat, [(0, "draw")])
            assert msgspec.json.encode(view) == msgspec.json.encode(
                TEN.view(reordered, seat, [(0, "draw")])
            )


@given(matches, randoms)
@settings(max_examples=80)
def test_a_view_tells_which_cards_are_left_and_all_the_rest_of_the_state(
    state: State, random: Random
) -> None:
    table = normal_table(Counter(codes(state.deck)))
    for _ in steps(state, random):
        assert state.to_move is not None
        view = TEN.view(state, state.to_move, [])
        sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
        assert undrawn(sent, table) == sorted(state.deck)
        again = restored(sent, state.deck[:])
        in_order = state.copy()
        in_order.discard.sort()
        assert everything(again) == everything(in_order)


@given(matches, matches, randoms)
@settings(max_examples=20)
def test_a_view_tells_of_the_cards_as_they_lie(state: State, other: State, random: Random) -> None:
    for _ in zip(steps(state, random), steps(other, random), strict=False):
        for shown in (state, other):
            view = TEN.view(shown, 0, [])
            assert (view.row, view.market) == (codes(shown.row), codes(shown.market))
            assert view.discard == codes(sorted(shown.discard))
            assert [player.cards for player in view.players] == list(map(codes, shown.hands))


@given(matches, randoms)
@settings(max_examples=20)
def test_changing_a_view_changes_no_state(state: State, random: Random) -> None:
    for _ in islice(steps(state, random), 60):
        pass
    before = everything(state)
    view = TEN.view(state, 0, [])
    for changed in [view.row, view.market, view.discard, view.me.cards]:
        changed.append("R1")
    view.players.clear()
    assert everything(state) == before


@given(matches, randoms)
@settings(max_examples=80)
def test_the_text_of_every_action_is_read_back(state: State, random: Random) -> None:
    for action in steps(state, random):
        assert read(write(action)) == action


@given(PIECES, st.randoms(use_true_random=False))
def test_a_payment_is_read_in_any_order(
    pieces: tuple[int, int, tuple[Card, ...]], random: Random
) -> None:
    tokens, busts, cards = abs(pieces[0]), abs(pieces[1]), pieces[2]
    payment = Payment(tokens, busts, tuple(card for card in cards if card < FIRST_CURRENCY))
    if not payment.value:
        return
    parts = str(payment).split("+")
    random.shuffle(parts)
    assert read(f"bid {'+'.join(parts)}") == Bid(payment)
    assert read(f"buy R7 {'+'.join(parts)}") == Buy(CARDS["R7"], payment)


@given(
    st.text(alphabet="draw take numbers currency pass bid buy 0123456789tb+RBOGW#$", max_size=24)
)
@settings(max_examples=200)
def test_any_text_is_an_action_or_refused(text: str) -> None:
    with suppress(ActionError):
        action = read(text)
        assert read(write(action)) == action


@pytest.mark.parametrize("players", TEN.seats)
def test_the_same_seed_and_choices_give_the_same_match(players: int) -> None:
    def played() -> list[str]:
        state, random = TEN.start("again", players), Random(7)
        return [write(action) for action in steps(state, random)]

    assert played() == played()


def test_random_play_meets_every_kind_of_action() -> None:
    # Else the invariants above would say little.
    kinds: Counter[str] = Counter()
    for deal in range(10):
        state, random = TEN.start(str(deal), 4), Random(deal)
        while state.to_move is not None:
            action = random_action(state, random)
            kinds[write(action).split(" ")[0]] += 1
            kinds["with bust tokens"] += isinstance(action, Bid | Buy) and action.payment.busts > 0
            kinds["with cards"] += isinstance(action, Bid | Buy) and bool(action.payment.cards)
            state.apply(action)
    assert min(kinds.values()) > 10
    assert kinds.keys() == {"draw", "take", "pass", "bid", "buy", "with bust tokens", "with cards"}
