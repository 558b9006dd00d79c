"""The match record: enough to replay a match with no bot at hand (protocol §2)."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import msgspec

from arena.errors import RecordError

FORMAT = "arena-match/1"
MAX_LINE_BYTES = 1 << 20
MAX_MOVES = 10_000
MAX_PLAYERS = 5
MAX_DECK_CARDS = 1_000
MAX_DETAIL = 300
"""Letters of a fault's sentence; the longest of the fixed ones has 109."""


class FaultKind(StrEnum):
    """What a bot can do wrong (protocol §1.2), and that it was withdrawn by the organiser."""

    STARTUP = "startup"
    CRASH = "crash"
    CLOSED = "closed"
    TIMEOUT = "timeout"
    STALL = "stall"
    MEMORY = "memory"
    GARBAGE = "garbage"
    ILLEGAL = "illegal"
    SANDBOX = "sandbox"
    WITHDRAWN = "withdrawn"


CLOCK_FAULTS = frozenset({FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.STALL})
"""Faults that another run of the same match need not show: they depend on a clock."""


class SeatRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat in a seat: the bot's name and the SHA-256 of its files."""

    bot: str
    version: str


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A forfeit: ``move`` is the index in the moves of the caretaker's first action.

    ``detail`` is a sentence that a terminal or a table can show as it is.
    """

    seat: int
    move: int
    fault: FaultKind
    detail: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a match, one entry a seat in each list."""

    scores: list[int]
    tokens: list[int]
    cards: list[int]
    places: list[int]


class MatchRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match, move by move. Its keys stand in the order of the format."""

    format: str
    game: str
    seed: str
    players: int
    deck: dict[str, int] | None
    seats: list[SeatRecord]
    moves: list[tuple[int, str]]
    faults: list[Fault]
    result: Result

    @property
    def clock_limited(self) -> bool:
        """Whether a bot ran into a clock, so that the match may not repeat."""
        return any(fault.fault in CLOCK_FAULTS for fault in self.faults)


_DECODER = msgspec.json.Decoder(MatchRecord, strict=True)


def write_record(record: MatchRecord) -> bytes:
    """The record as one line of JSON, without the newline: the same bytes for equal records."""
    return msgspec.json.encode(record)


def read_record(line: bytes) -> MatchRecord:
    """Parse one line within the bounds of protocol §2.

    Raises RecordError for a line that is too long, is not a record, names a key twice or exceeds
    a bound. Whether the match it tells could have happened is not asked here.
    """
    if len(line) > MAX_LINE_BYTES:
        raise RecordError("record", f"{len(line):,} bytes; a line has at most {MAX_LINE_BYTES:,}")
    try:
        record = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("record", f"not a match record: {error}") from error
    if write_record(record) != line:
        # Another spelling of it, which the decoder reads even if a key comes twice.
        json.loads(line, object_pairs_hook=_object_of_distinct_keys)
    if record.format != FORMAT:
        raise RecordError("format", f"{record.format!r}; this reader knows {FORMAT!r}")
    if not 1 <= record.players <= MAX_PLAYERS:
        raise RecordError("players", f"there are 1 to {MAX_PLAYERS} seats, not {record.players}")
    if record.deck is not None and sum(record.deck.values()) > MAX_DECK_CARDS:
        raise RecordError("deck", f"a deck has at most {MAX_DECK_CARDS:,} cards")
    if len(record.seats) != record.players:
        raise RecordError("seats", f"{len(record.seats)} for {record.players} players")
    if len(record.moves) > MAX_MOVES:
        raise RecordError("moves", f"{len(record.moves):,}; a match has at most {MAX_MOVES:,}")
    if not all(_is_sentence(fault.detail) for fault in record.faults):
        allowed = f"at most {MAX_DETAIL} characters, all of which can be seen"
        raise RecordError("faults", f"the detail of a fault has {allowed}")
    return record


def _is_sentence(text: str) -> bool:
    return len(text) <= MAX_DETAIL and text.isprintable()


def _object_of_distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError("record", f"the key {key!r} comes more than once")
        found[key] = value
    return found
