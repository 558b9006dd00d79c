"""The columns of every table, in their order: the contract that scripts rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Cell: TypeAlias = str | int | float | Sequence[str | int | None] | None
"""What stands in a table: a text, a number, or a list of either, such as one entry a seat."""

Row: TypeAlias = Mapping[str, Cell]
"""A line of a table, by the keys of its columns."""


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column: its key is its heading, too.

    ``digits`` are those after the point, in tables for people. ``per_seat`` has a list with one
    entry a seat; ``beneath`` has a sentence or several for a few rows, which stand beneath the
    table, each after the first text of its row.
    """

    key: str
    is_number: bool = False
    digits: int = 0
    per_seat: bool = False
    beneath: bool = False


def text(key: str) -> Column:
    """A column of texts, the names of bots among them."""
    return Column(key=key)


def number(key: str, digits: int = 0) -> Column:
    """A column of numbers, or of short lists of whole numbers."""
    return Column(key=key, is_number=True, digits=digits)


def moment(key: str) -> Column:
    """A column of times, which are not shortened either."""
    return number(key)


LEADERBOARD = [
    number("rank"),
    text("bot"),
    number("version"),
    number("rating", digits=2),
    number("mu", digits=2),
    number("sigma", digits=2),
    number("matches"),
    number("points", digits=3),
    number("wins"),
    number("faults"),
    Column(key="remark", beneath=True),
]

STANDINGS = [
    number("rank"),
    text("bot"),
    number("points", digits=3),
    number("matches"),
    number("places"),
    number("score", digits=2),
    number("head_to_head", digits=3),
    number("wins"),
    number("faults"),
    Column(key="decided_by", beneath=True),
    Column(key="remark", beneath=True),
]

MATCHES = [
    number("match"),
    number("round"),
    number("block"),
    number("deal"),
    Column(key="seats", per_seat=True),
    Column(key="places", per_seat=True, is_number=True),
    Column(key="scores", per_seat=True, is_number=True),
    Column(key="faults", per_seat=True),
]

EXPORTED_MATCHES = [*MATCHES, text("seed"), number("moves"), number("clock_limited")]

EXPORTED_SEATS = [
    number("match"),
    number("seat"),
    text("bot"),
    number("version"),
    number("place"),
    number("score"),
    number("tokens"),
    number("cards"),
    text("fault"),
    number("fault_move"),
]
"""All matches, a row for each seat."""

SEATS = [
    number("seat"),
    text("bot"),
    number("place"),
    number("score"),
    number("tokens"),
    number("cards"),
    text("fault"),
    number("move"),
    Column(key="detail", beneath=True),
]
"""One match, a row for each seat."""

ACTS = [moment("at"), text("who"), text("act"), text("bot"), text("detail"), text("reason")]
"""The organiser's log."""

AUDIT = [
    text("check"),
    text("result"),
    text("note"),
    Column(key="findings", beneath=True),
]
"""What must add up, a row for each check."""

CHANGED_RATINGS = [
    text("bot"),
    number("matches"),
    number("mu", digits=3),
    number("sigma", digits=3),
    number("matches_before"),
    number("mu_before", digits=3),
    number("sigma_before", digits=3),
]
"""Ratings that came out otherwise when they were made anew."""

BOTS = [text("bot"), text("about"), text("file")]
"""The sample bots."""
