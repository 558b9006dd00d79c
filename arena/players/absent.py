"""A seat whose bot was withdrawn: nobody is started, and the caretaker plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.bot.messages import End
from arena.plan import Limits
from arena.players.player import Failure, PlayerLog, failure
from arena.records import FaultKind


class AbsentPlayer:
    """Forfeits the match from its start."""

    starts_last = False

    def __init__(self, limits: Limits) -> None:
        self._failure = failure(FaultKind.WITHDRAWN, limits)

    def start(self) -> Failure:
        """Nobody is there."""
        return self._failure

    def ask(self, view: Any, legal: Sequence[str]) -> Failure:  # noqa: ARG002 because nobody is asked
        """As ever."""
        return self._failure

    def end(self, message: End) -> None:
        """Nobody is told."""

    def close(self) -> PlayerLog:
        """Nobody has said anything."""
        return PlayerLog()
