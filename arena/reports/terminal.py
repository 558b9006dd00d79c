"""Tables for the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from arena.reports.cells import cell_text, printable
from arena.reports.columns import Cell, Column, Row
from arena.reports.widths import shortened, width

METADATA = "importlib.metadata"
GAP = "  "
SHORTEST = 8
"""Columns that a text keeps, however narrow the terminal."""


def terminal_table(columns: Sequence[Column], rows: Sequence[Row], columns_wide: int) -> str:
    """A table within the columns of a terminal, as far as that can be done.

    Where lists with one entry a seat make it too wide, each seat gets a line; then texts are
    shortened. A column that nothing is known of is left out.
    """
    shown = [
        column
        for column in columns
        if not column.beneath and (not rows or any(row[column.key] is not None for row in rows))
    ]
    texts = [_texts(column, [row[column.key] for row in rows]) for column in shown]
    grid = [list(line) for line in zip(*texts, strict=True)]
    if _total(_widths(shown, grid)) > columns_wide:
        grid = [
            seat_line
            for row, line in zip(rows, grid, strict=True)
            for seat_line in _seat_lines(shown, row, line)
        ]
    return _aligned(shown, _shortened(shown, grid, columns_wide)) + _notes(columns, rows)


def _texts(column: Column, cells: Sequence[Cell]) -> list[str]:
    counts = [cell for cell in cells if isinstance(cell, list)]
    if not column.is_number or column.per_seat or not counts:
        return [cell_text(cell, column.digits) for cell in cells]
    longest = [max(len(str(count)) for count in place) for place in zip(*counts, strict=True)]
    return [
        " ".join(str(count).rjust(wide) for count, wide in zip(row, longest, strict=True))
        for row in counts
    ]


def _seat_lines(columns: Sequence[Column], row: Row, line: Sequence[str]) -> Iterator[list[str]]:
    """A line for each seat; what is not of a seat stands on the first."""
    cells = [row[column.key] if column.per_seat else None for column in columns]
    for seat in range(max((len(cell) for cell in cells if isinstance(cell, list)), default=1)):
        others = [text if seat == 0 else "" for text in line]
        yield [
            cell_text(cell[seat], 0) if isinstance(cell, list) else other
            for cell, other in zip(cells, others, strict=True)
        ]


def _widths(columns: Sequence[Column], grid: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(width(cell) for cell in (column.key, *(line[at] for line in grid)))
        for at, column in enumerate(columns)
    ]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _shortened(
    columns: Sequence[Column], grid: Sequence[Sequence[str]], columns_wide: int
) -> list[list[str]]:
    """The grid with its longest texts shortened as far as it must be, and can be, to fit."""
    widths = _widths(columns, grid)
    texts = {at for at, column in enumerate(columns) if not column.is_number}
    most = max((widths[at] for at in texts), default=0)
    while most > SHORTEST and columns_wide < _total(
        [min(wide, most) if at in texts else wide for at, wide in enumerate(widths)]
    ):
        most -= 1
    return [
        [shortened(cell, most) if at in texts else cell for at, cell in enumerate(line)]
        for line in grid
    ]


def _aligned(columns: Sequence[Column], grid: Sequence[Sequence[str]]) -> str:
    # Imported here since it takes long, and other styles do without it.
    with _nobodys_version():
        from tabulate import tabulate  # noqa: PLC0415

    # The heading is a row like others, since tabulate makes true headings too wide.
    table = tabulate(
        [[column.key for column in columns], *grid],
        tablefmt="plain",
        colalign=["right" if column.is_number else "left" for column in columns],
        disable_numparse=True,
    )
    return f"{table}\n"


@contextmanager
def _nobodys_version() -> Iterator[None]:
    """Let what is imported not look up its own version: that takes twice as long as tabulate."""
    if METADATA in sys.modules:
        yield
        return
    blank = ModuleType(METADATA)
    vars(blank).update(version=lambda _: "unknown", PackageNotFoundError=ImportError)
    sys.modules[METADATA] = blank
    try:
        yield
    finally:
        del sys.modules[METADATA]


def _sentences(cell: Cell) -> Sequence[object]:
    if isinstance(cell, list):
        return cell
    return [cell] if cell else []


def _notes(columns: Sequence[Column], rows: Sequence[Row]) -> str:
    """The sentences beneath a table, each after the name of its row."""
    name = next((column.key for column in columns if not column.is_number), "")
    notes = [
        f"{printable(str(row[name]))}: {printable(str(sentence))}\n"
        for column in columns
        if column.beneath
        for row in rows
        for sentence in _sentences(row[column.key])
    ]
    return "".join(["\n", *notes]) if notes else ""
