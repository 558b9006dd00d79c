"""Seeds come from the league's seed and a place in the schedule, never from order or time."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")

WORD = 1 << 64
_WORDS_OF_DIGEST = Struct(">4Q")


def seed_at(league_seed: str, place: str) -> str:
    """The seed of a place: 32 hexadecimal digits of HMAC-SHA256 (key: the league's seed).

    >>> seed_at("2026", "deal/3")
    '868a76396a0a3207507e87347177daf8'
    """
    return hmac.new(league_seed.encode(), place.encode(), sha256).hexdigest()[:32]


def line_up_text(entrants: Sequence[tuple[str, int]]) -> str:
    """A line-up as places name it: alphabetical, each bot with its version number.

    >>> line_up_text([("random", 1), ("greedy", 2)])
    'greedy@2+random@1'
    """
    return "+".join(f"{name}@{number}" for name, number in sorted(entrants))


def deal_seed(league_seed: str, place: str) -> str:
    """The seed of the deck dealt at a place of the schedule."""
    return seed_at(league_seed, f"deal/{place}")


def seating_seed(league_seed: str, place: str) -> str:
    """The seed that draws the circular order of a line-up for its deal."""
    return seed_at(league_seed, f"seating/{place}")


def bot_seed(league_seed: str, place: str, seating: int, seat: int) -> str:
    """A bot's own seed in one match; nothing about the deal can be computed from it."""
    return seed_at(league_seed, f"bot/{place}/{seating}/{seat}")


def commitment_to(league_seed: str) -> str:
    """What a league file holds of a seed that is secret during the season.

    >>> commitment_to("2026")[:20]
    'sha256:158a323a7ba44'
    """
    return f"sha256:{sha256(league_seed.encode()).hexdigest()}"


def words(text: str) -> Iterator[int]:
    """The endless stream of unsigned 64-bit words of a text (ten-1 §1.5)."""
    block = 0
    while True:
        yield from _WORDS_OF_DIGEST.unpack(sha256(f"{text}:{block}".encode()).digest())
        block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely, from the next words of a stream (§1.5).

    >>> below(10, iter([2**64 - 1, 2**64 - 6, 2**64 - 7]))
    9
    """
    limit = WORD - WORD % bound
    for word in stream:
        if word < limit:
            return word % bound
    raise AssertionError("a stream of words has no end")


def shuffle(items: MutableSequence[Item], text: str) -> None:
    """Fisher-Yates in place, from the stream of words of a text (ten-1 §1.5)."""
    stream = words(text)
    for last in range(len(items) - 1, 0, -1):
        chosen = below(last + 1, stream)
        items[last], items[chosen] = items[chosen], items[last]


def python_seed(bot_seed: str) -> int:
    """What Python's ``random`` is seeded with for a bot whose own seed is ``bot_seed``.

    >>> hex(python_seed("0123456789abcdef0123456789abcdef"))
    '0x10123456789abcde'
    """
    return (1 << 60) + int(bot_seed[:15], 16)
