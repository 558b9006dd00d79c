"""How a seat is played: the interface that the referee asks through, and how a bot fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, assert_never

import msgspec

from arena.bot.messages import MAX_ANSWER_BYTES, End
from arena.plan import Limits
from arena.records import FaultKind

MAX_OUTPUT_BYTES = 4 << 20
"""More than this on standard output and error in a match is a fault (too much output)."""


class Failure(msgspec.Struct, frozen=True):
    """A fault as a player shows it, before the referee knows its move.

    ``detail`` is the fixed sentence of the record; ``measured`` is for the author's log alone.
    ``by_machine`` tells that the bot was silent with processor time left, or that it was killed,
    which the machine can bring about as well.
    """

    kind: FaultKind
    detail: str
    measured: str = ""
    by_machine: bool = False


class PlayerLog(msgspec.Struct, frozen=True):
    """What a bot wrote to standard output and error, and what was measured of its failure."""

    text: bytes = b""
    truncated: bool = False
    measured: str = ""


class Player(Protocol):
    """A seat of one match. A bot's misbehaviour comes back as a Failure, never as an exception."""

    starts_last: bool
    """Whether the others are to be ready before it begins: it may take the processor from them."""

    def start(self) -> Failure | None:
        """Wait until the bot is ready."""

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        """The text of the bot's action."""

    def end(self, message: End) -> None:
        """Tell the result to a bot that has not failed; its reaction is nobody's business."""

    def close(self) -> PlayerLog:
        """Leave nothing running; may be called at any time, also without ``start``."""


def fault_detail(kind: FaultKind, limits: Limits) -> str:  # noqa: C901 because it is one case a kind
    """The sentence of a fault in a record, made from the limit alone (protocol §2).

    >>> fault_detail(FaultKind.MEMORY, Limits())
    'hit the memory limit of 256 MB'
    """
    match kind:
        case FaultKind.STARTUP:
            return f"could not be imported and made, or not within {limits.startup_ms:,} ms"
        case FaultKind.CRASH:
            return "the bot raised an exception or its process ended"
        case FaultKind.CLOSED:
            return "closed its output without ending"
        case FaultKind.TIMEOUT:
            return (
                f"used more than {limits.decision_ms:,} ms of processor time for a decision "
                f"or {limits.match_ms:,} ms for the match"
            )
        case FaultKind.STALL:
            return f"no answer within {stall_ms(limits):,} ms, its processor time not used up"
        case FaultKind.MEMORY:
            return f"hit the memory limit of {limits.memory_mb:,} MB"
        case FaultKind.GARBAGE:
            return (
                "output other than one answer to each question: a line of JSON with its id and "
                f"an action, at most {MAX_ANSWER_BYTES:,} bytes"
            )
        case FaultKind.ILLEGAL:
            return "the rules forbid the action"
        case FaultKind.SANDBOX:
            return "killed for a forbidden system call"
        case FaultKind.WITHDRAWN:
            return "withdrawn from the league; the caretaker plays"
        case _:
            assert_never(kind)


def stall_ms(limits: Limits) -> int:
    """The wall-clock limit of a decision: wide, since processor time is what counts."""
    return 10 * limits.decision_ms + 1000


def failure(
    kind: FaultKind, limits: Limits, measured: str = "", *, by_machine: bool = False
) -> Failure:
    """A Failure with the fixed sentence of its kind."""
    return Failure(kind, fault_detail(kind, limits), measured, by_machine)
