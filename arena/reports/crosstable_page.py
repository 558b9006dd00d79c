"""The crosstable as people see it: its columns are numbered by its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arena.reports.columns import Column, Row, number, text
from arena.reports.terminal import terminal_table
from arena.reports.widths import width

DIGITS = 2
CELL = len("1.00")
GAP = 2
LONGEST = 16
"""Columns of a name that are kept where they compete with columns of numbers."""

MEETINGS = [text("bot"), text("opponent"), number("points", digits=DIGITS), number("matches")]
"""A row for each bot and opponent, for programs."""


def crosstable_columns(bots: Sequence[str]) -> list[Column]:
    """A number and a name for each row, and a column for each bot by its number."""
    numbers = [number(str(at), digits=DIGITS) for at in range(1, len(bots) + 1)]
    return [number("#"), text("bot"), *numbers]


def crosstable_rows(bots: Sequence[str], points: Sequence[Sequence[float | None]]) -> list[Row]:
    """A row for each bot; ``points`` has its entry against every bot, None against itself."""
    return [
        {"#": at, "bot": bot, **{str(other): value for other, value in enumerate(values, start=1)}}
        for at, (bot, values) in enumerate(zip(bots, points, strict=True), start=1)
    ]


def crosstable_page(
    bots: Sequence[str], points: Sequence[Sequence[float | None]], columns_wide: int
) -> str:
    """The table within a terminal, in several parts where it has more columns than fit."""
    rows = crosstable_rows(bots, points)
    heading, name, *numbers = crosstable_columns(bots)
    names = max([len(name.key), *map(width, bots)])
    beside = len(str(len(bots))) + GAP + min(names, LONGEST)
    fitting = max(1, (columns_wide - beside) // (GAP + CELL))
    parts = math.ceil(len(numbers) / fitting)
    # Of equal size, since a last part of one column is as long to read as the others.
    each = math.ceil(len(numbers) / parts)
    return "\n".join(
        terminal_table([heading, name, *numbers[first : first + each]], rows, columns_wide)
        for first in range(0, len(numbers), each)
    )
