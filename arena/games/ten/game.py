"""TEN behind the waist (``arena.game.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.errors import ArenaError
from arena.games.ten import actions, moves, outcome
from arena.games.ten.actions import Action
from arena.games.ten.cards import CODES, Card, codes
from arena.games.ten.deck import (
    RULESET,
    normal_table,
    shuffled,
    standard_shuffled,
    table_complaints,
)
from arena.games.ten.state import AUCTION, PHASE_NAMES, State
from arena.games.ten.view import AuctionView, PlayerView, View

SEATS = range(1, 6)

MARKET, DISCARD = SEATS.stop, SEATS.stop + 1
"""Places of cards; the other places are the seats."""

_last_seen: list[tuple[list[Card], list[str]]] = [([], [])] * (DISCARD + 1)
"""By place: cards and their codes, as the last view had them; a memory, never an answer."""


class Ten:
    """The game TEN, ruleset ten-1; the methods are those of ``Game``."""

    name = RULESET
    seats = SEATS
    view_type = View

    # Called for every decision, so that what leads on to them is not worth its time.
    legal = staticmethod(moves.legal)
    caretaker = staticmethod(moves.caretaker)
    read = staticmethod(actions.read)
    write = staticmethod(actions.write)
    result = staticmethod(outcome.result)

    def check_deck(self, table: Mapping[str, int]) -> list[str]:
        return table_complaints(table)

    def normal_deck(self, table: Mapping[str, int]) -> dict[str, int]:
        return normal_table(table)

    def start(self, seed: str, players: int, deck: Mapping[str, int] | None = None) -> State:
        if players not in self.seats:
            raise ArenaError(f"{players} players; TEN has 1 to 5 seats")
        cards = standard_shuffled(seed, players) if deck is None else shuffled(seed, deck)
        return State(players, cards)

    def to_move(self, state: State) -> int | None:
        return state.to_move

    def forced(self, state: State) -> Action | None:
        return state.forced()

    def apply(self, state: State, action: Action) -> None:
        state.apply(action)

    def copy(self, state: State) -> State:
        return state.copy()

    def view(self, state: State, seat: int, since: Sequence[tuple[int, str]]) -> View:
        return view(state, seat, since)


def view(state: State, seat: int, since: Sequence[tuple[int, str]]) -> View:
    """The state as a seat may see it (§2.3); lists are made anew for each view."""
    auction = None
    if state.phase is AUCTION and state.wild is not None:
        bids = [(bidder, actions.write(offer)) for bidder, offer in state.offers]
        auction = AuctionView(CODES[state.wild], bids, state.high)
    return View(
        seat=seat,
        turn=state.turn,
        active=state.active,
        phase=PHASE_NAMES[state.phase],
        deck=len(state.deck),
        row=codes(state.row),
        net=state.numbers - state.currency,
        currency=state.currency,
        market=_sorted_codes(MARKET, state.market),
        discard=_sorted_codes(DISCARD, state.discard),
        players=[
            PlayerView(state.tokens[owner], state.busts[owner], _sorted_codes(owner, hand))
            for owner, hand in enumerate(state.hands)
        ],
        auction=auction,
        since=list(since),
    )


def _sorted_codes(place: int, cards: list[Card]) -> list[str]:
    """The codes of the cards at a place, sorted, in a list made anew.

    Most cards lie as they did in the last view, and comparing them takes least.
    """
    known = _last_seen[place]
    if known[0] != cards:
        known = _last_seen[place] = (cards[:], codes(sorted(cards)))
    return known[1][:]


TEN = Ten()
