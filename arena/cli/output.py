"""What a command prints: results on standard output, messages on standard error."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

import click
import msgspec

from arena.errors import ArenaError
from arena.reports.columns import Column, Row
from arena.reports.text import TABLE_STYLES


def print_result(text: str) -> None:
    """Print to standard output."""
    with _in_sentences():
        click.echo(text, nl=False)


@contextmanager
def standard_output() -> Iterator[IO[bytes]]:
    """Standard output for bytes."""
    with _in_sentences(), click.open_file("-", "wb") as stream:
        yield stream
        stream.flush()


@contextmanager
def _in_sentences() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # A reader that has had enough, such as head, is no mishap and is seen to by click.
        if error.errno == errno.EPIPE:
            raise
        raise ArenaError(f"standard output: {error.strerror}") from error


def print_table(
    columns: Sequence[Column], rows: Iterable[Row | msgspec.Struct], style: str
) -> None:
    """Print rows in one of the table styles."""
    mappings = [
        msgspec.structs.asdict(row) if isinstance(row, msgspec.Struct) else row for row in rows
    ]
    print_result(TABLE_STYLES[style](columns, mappings, terminal_columns()))


def terminal_columns() -> int:
    """How wide the terminal is; 80 if there is none."""
    return shutil.get_terminal_size().columns


def note(sentence: str) -> None:
    """Tell the user something beside the results, unless told to be quiet."""
    if not is_asked_for("quiet"):
        click.echo(sentence, err=True)


def detail(sentence: str) -> None:
    """Tell the user something that only ``--verbose`` asks for."""
    if is_asked_for("verbose"):
        click.echo(sentence, err=True)


def is_asked_for(option: str) -> bool:
    """Whether an option of all commands was given, such as ``verbose``."""
    return bool(click.get_current_context().find_root().params.get(option))
