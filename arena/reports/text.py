"""Tables as texts: for people at a terminal, in Markdown, as CSV, as JSON."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import TypeAlias

from arena.reports.cells import cell_text
from arena.reports.columns import Cell, Column, Row
from arena.reports.terminal import terminal_table

TableStyle: TypeAlias = Callable[[Sequence[Column], Sequence[Row], int], str]
"""Columns, rows and the width of the terminal to a text that ends with a newline."""

FORMULA = ("=", "+", "-", "@")
"""A spreadsheet computes a text that begins so."""

SPECIAL = re.compile(r"([\\|`*<\[\]])")
"""What Markdown would take for a mark or an end of the cell."""


def markdown_table(columns: Sequence[Column], rows: Sequence[Row], _: int) -> str:
    """A table in GitHub's Markdown."""
    lines = [
        [column.key for column in columns],
        ["--:" if column.is_number else "---" for column in columns],
        *(
            [SPECIAL.sub(r"\\\1", cell_text(row[column.key], column.digits)) for column in columns]
            for row in rows
        ),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def csv_table(columns: Sequence[Column], rows: Sequence[Row], _: int) -> str:
    """Comma-separated values with a line of headings; numbers are not rounded."""
    return "".join(csv_lines(columns, rows))


def csv_lines(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[str]:
    """The same line by line, for tables that are longer than memory should hold."""
    line = StringIO()
    writer = csv.writer(line, lineterminator="\n")
    writer.writerow(column.key for column in columns)
    for row in rows:
        yield _taken(line)
        writer.writerow([_csv_cell(row[column.key]) for column in columns])
    yield _taken(line)


def _taken(line: StringIO) -> str:
    text = line.getvalue()
    line.seek(0)
    line.truncate()
    return text


def _csv_cell(cell: Cell) -> str | int | float | None:
    """A value that no spreadsheet computes; texts that would be get an apostrophe in front."""
    if cell is None or isinstance(cell, int | float):
        return cell
    text = cell_text(cell, 0)
    return f"'{text}" if text.startswith(FORMULA) else text


def json_table(columns: Sequence[Column], rows: Sequence[Row], _: int) -> str:
    """One array of objects, an object a line; numbers are not rounded."""
    return "".join(json_lines(columns, rows))


def json_lines(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[str]:
    """The same line by line."""
    end = "["
    for row in rows:
        yield f"{end}\n" + json_text({column.key: row[column.key] for column in columns})
        end = ","
    yield "[]\n" if end == "[" else "\n]\n"


def json_text(value: object) -> str:
    """Strict JSON on one line, other scripts as they are, but nothing that a terminal obeys."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if text.isprintable() else "".join(map(_json_character, text))


def _json_character(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]


TABLE_STYLES: dict[str, TableStyle] = {
    "table": terminal_table,
    "md": markdown_table,
    "csv": csv_table,
    "json": json_table,
}
"""By the name that ``--format`` gives."""

EXPORT_STYLES: dict[str, Callable[[Sequence[Column], Iterable[Row]], Iterator[str]]] = {
    "csv": csv_lines,
    "json": json_lines,
}
"""By the name that ``--format`` of an export gives."""
