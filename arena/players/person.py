"""A person at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.bot.messages import End
from arena.errors import ActionError
from arena.games.ten.actions import read
from arena.games.ten.cards import CARDS
from arena.games.ten.restoring import restored
from arena.games.ten.view import View
from arena.players.player import Failure, PlayerLog
from arena.reports.position import position

UNKNOWN = CARDS["R1"]
"""Stands for every undrawn card: which it is does not matter to whether a draw is allowed."""

Ask = Callable[[str], str]
"""Shows a text and gives the line that was typed."""


class PersonPlayer:
    """A seat played by whoever answers ``ask``; a slip is explained and asked again."""

    starts_last = False

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def start(self) -> Failure | None:
        """A person is ready."""
        return None

    def ask(self, view: View, legal: Sequence[str]) -> str | Failure:
        """Show the position until an action comes that the rules allow."""
        view.legal = list(legal)
        text = position(view)
        while True:
            typed = " ".join(self._ask(text).split())
            if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(legal):
                typed = legal[int(typed) - 1]
            try:
                restored(view, [UNKNOWN] * view.deck).apply(read(typed))
            except ActionError as error:
                text = f"{error}. Type a number of the list, or an action such as {legal[-1]}."
            else:
                return typed

    def end(self, message: End) -> None:
        """The command shows the result."""

    def close(self) -> PlayerLog:
        """Nothing is kept of what a person types."""
        return PlayerLog()
