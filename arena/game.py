"""The waist: what the referee needs to know of a game, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View", covariant=True)
Result = TypeVar("Result", covariant=True)


class Game(Protocol[State, Action, View, Result]):
    """A game for seats 0 to players - 1, played from a seed.

    Only ``apply`` changes a state. A state belongs to whoever started or copied it.
    """

    @property
    def name(self) -> str:
        """The ruleset, such as ``ten-1``; a match record carries it."""

    @property
    def seats(self) -> range:
        """The numbers of players that the game allows."""

    @property
    def view_type(self) -> type[View]:
        """The type of ``view``, so that a message can be decoded into it."""

    def check_deck(self, table: Mapping[str, int]) -> list[str]:
        """One complaint for every wrong entry of a deck table; none if it can be played."""

    def normal_deck(self, table: Mapping[str, int]) -> dict[str, int]:
        """A playable deck table with its entries in the order in which records carry them."""

    def start(self, seed: str, players: int, deck: Mapping[str, int] | None) -> State:
        """The state before the first action; ``deck`` replaces the standard table.

        Raises ArenaError for players or a deck that the game does not allow.
        """

    def to_move(self, state: State) -> int | None:
        """The seat that acts next; None when the match is over."""

    def forced(self, state: State) -> Action | None:
        """The action that the engine makes because it is the only one possible, else None."""

    def legal(self, state: State) -> list[Action]:
        """The listed actions of the seat to move (there may be more legal ones)."""

    def apply(self, state: State, action: Action) -> None:
        """Make the action for the seat to move; ActionError, and no change, if it is refused."""

    def copy(self, state: State) -> State:
        """A state that shares nothing that changes."""

    def view(self, state: State, seat: int, since: Sequence[tuple[int, str]]) -> View:
        """What the seat may know, and the actions made since it last answered."""

    def result(self, state: State) -> Result:
        """Scores, tie-breaks and places of a finished match, by the game alone."""

    def caretaker(self, state: State) -> Action:
        """What the caretaker does for the seat to move."""

    def read(self, text: str) -> Action:
        """Parse an action's text; ActionError if it is none."""

    def write(self, action: Action) -> str:
        """The one text of an action, as records hold it."""
