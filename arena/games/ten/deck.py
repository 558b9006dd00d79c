"""The deck: which cards there are and in what order they are drawn (ten-1 §1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arena import seeds
from arena.errors import ArenaError, excerpt
from arena.games.ten.cards import CARDS, CODES, COLOURS, Card

RULESET = "ten-1"
MAX_CARDS = 1_000


def standard_table(players: int) -> dict[str, int]:
    """How many of each card the given number of players use, in unshuffled order (§1.1, §1.2).

    >>> [sum(standard_table(players).values()) for players in (1, 2, 3, 4, 5)]
    [59, 59, 92, 129, 129]
    """
    tiers = 1 if players <= 2 else 2 if players == 3 else 3
    table = {}
    for code in CODES:
        family, mark = code[0], code[1]
        if family == "$":
            copies = tiers if mark == "5" else 2 * tiers
        elif family in COLOURS and mark == "#":
            copies = 2 if players >= 4 else 1
        elif family in COLOURS and mark in "123456":
            copies = tiers
        else:
            copies = 1
        table[code] = copies
    return table


def table_complaints(table: Mapping[str, int]) -> list[str]:
    """One complaint for every wrong entry of a deck table (§1.3); none if it can be played.

    >>> table_complaints({"R1": 2, "X1": 1})
    ["deck.X1: 'X1' is no card of TEN"]
    """
    complaints = []
    for code, copies in table.items():
        if code not in CARDS:
            complaints.append(f"deck.{excerpt(code)}: {code!r} is no card of TEN")
        if isinstance(copies, bool) or not isinstance(copies, int):
            complaints.append(f"deck.{code} is {copies!r}; a count is a whole number")
        elif copies < 0:
            complaints.append(f"deck.{code} is {copies}; a count is 0 or more")
        elif copies > MAX_CARDS:
            complaints.append(f"deck.{code} is over {MAX_CARDS:,}, more than a deck can have")
    if not complaints:
        total = sum(table.values())
        if not 1 <= total <= MAX_CARDS:
            complaints.append(f"deck has {total:,} cards; it needs 1 to {MAX_CARDS:,}")
    return complaints


def normal_table(table: Mapping[str, int]) -> dict[str, int]:
    """A valid table with its entries in unshuffled order, as records carry it (§1.3)."""
    return {code: table[code] for code in CODES if code in table}


def unshuffled(table: Mapping[str, int]) -> list[Card]:
    """The cards of a valid table in unshuffled order, whatever the order of its entries (§1.4)."""
    return [card for card, code in enumerate(CODES) for _ in range(table.get(code, 0))]


@cache
def _standard_cards(players: int) -> tuple[Card, ...]:
    return tuple(unshuffled(standard_table(players)))


def standard_shuffled(seed: str, players: int) -> list[Card]:
    """The standard deck of a player count as a seed deals it; as ``shuffled``, but faster."""
    deck = list(_standard_cards(players))
    seeds.shuffle(deck, f"{RULESET}:{seed}")
    return deck


def shuffled(seed: str, table: Mapping[str, int]) -> list[Card]:
    """The deck of a seed, the card drawn first at position 0 (§1.3 to §1.5).

    Raises ArenaError naming every wrong entry of the table.
    """
    complaints = table_complaints(table)
    if complaints:
        raise ArenaError("; ".join(complaints))
    deck = unshuffled(table)
    seeds.shuffle(deck, f"{RULESET}:{seed}")
    return deck
