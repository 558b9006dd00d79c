"""Playing on in the mind: a full state that agrees with a view, and the rules to move it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from arena.games.ten import scoring
from arena.games.ten.actions import Action
from arena.games.ten.deck import standard_table
from arena.games.ten.restoring import restored, undrawn
from arena.games.ten.state import State
from arena.games.ten.view import View


def imagine(view: View, deck: Mapping[str, int] | None, rng: Random) -> State:
    """A state of which ``view`` is the view, its undrawn cards shuffled by ``rng``.

    ``deck`` is ``match.deck``: None for the standard table of the player count. The asked seat is
    to move; ``state.copy()`` and ``rng.shuffle(state.deck)`` make another one, faster than this.
    """
    cards = undrawn(view, standard_table(len(view.players)) if deck is None else deck)
    rng.shuffle(cards)
    return restored(view, cards)


def advance(state: State, action: Action) -> None:
    """Make an action, and then all that are forced: someone has a choice, or the match is over.

    Raises ActionError, and changes nothing, if the rules refuse the action.
    """
    state.apply(action)
    while (forced := state.forced()) is not None:
        state.apply(forced)


def play_out(state: State, choose: Callable[[State], Action]) -> None:
    """Play to the end of the match; ``choose`` answers for every seat that has a choice."""
    while state.to_move is not None:
        advance(state, choose(state))


def points(state: State, seat: int) -> int:
    """What a seat's collection is worth in this state (§8)."""
    return scoring.score(state.hands[seat])
