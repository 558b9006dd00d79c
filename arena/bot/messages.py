"""The messages of bot protocol 1, as the arena writes and its Python adapter reads them (§1)."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from arena.records import Result

PROTOCOL = 1
MAX_ANSWER_BYTES = 1 << 16

View = TypeVar("View")


class MatchLimits(msgspec.Struct, frozen=True):
    """What the bot may use: processor time of a decision and of the match, memory."""

    decision_ms: int
    match_ms: int
    memory_mb: int


class Match(msgspec.Struct, frozen=True, tag="start", kw_only=True):
    """The ``start`` message, and what a Python bot is made with.

    ``seed`` is the bot's own: it differs per match and seat and tells nothing about the deck.
    ``deck`` is None for the standard table of the player count, else the table in play.
    """

    protocol: int = PROTOCOL
    game: str
    seat: int
    players: int
    seed: str
    names: list[str]
    deck: dict[str, int] | None
    limits: MatchLimits


class Decide(msgspec.Struct, Generic[View], frozen=True, tag="decide"):
    """A question: what the seat may know, and the listed actions."""

    id: int
    view: View
    legal: list[str]


class End(msgspec.Struct, frozen=True, tag="end"):
    """The result, and the seat that the bot had."""

    result: Result
    you: int


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot writes for a ``decide`` message."""

    id: int
    action: str


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the Python adapter writes once: the bot is loaded, or why it is not.

    ``line`` is the line of the bot's file where loading failed, 0 where none is known.
    ``awaits_end`` tells that the bot wants to know the result.
    """

    ready: Literal[True, False]
    awaits_end: bool = False
    problem: str = ""
    file: str = ""
    line: int = 0
