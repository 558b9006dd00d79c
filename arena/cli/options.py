"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.cli.output import detail
from arena.errors import ArenaError
from arena.reports.text import TABLE_STYLES
from arena.store.reader import Reader, open_reader

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def league_options(command: Decorated) -> Decorated:
    """Give a command LEAGUE, as ``league``, and ``--db``, as ``database``."""
    argument = click.argument("league", type=click.Path(path_type=Path))
    option = click.option(
        "--db",
        "database",
        type=click.Path(path_type=Path),
        help="The database, where it is not beside LEAGUE.",
    )
    return argument(option(command))


def style_option(command: Decorated) -> Decorated:
    """Give a command ``--format``, as ``style``."""
    option = click.option(
        "--format",
        "style",
        type=click.Choice([*TABLE_STYLES]),
        default="table",
        help="How to print it.",
    )
    return option(command)


def database_path(league: Path, database: Path | None) -> Path:
    """Where a league's database is: as given, else beside the league file."""
    if database is not None:
        return database
    if os.path.isdir(league):  # noqa: PTH112 because Path raises for names that are too long
        raise ArenaError(f"{league}: it is a folder, not a league file")
    return league.with_suffix(".db")


def found_database(league: Path, database: Path | None) -> Path:
    """Where a league's database is; ArenaError if neither it nor the league file is there."""
    path = database_path(league, database)
    if not any(map(os.path.exists, (league, path))):
        raise ArenaError(f"{league}: there is no such league file, and no database {path}")
    detail(f"Read from {path}.")
    return path


def open_league(league: Path, database: Path | None) -> Reader:
    """A league's database to read; the league file itself is not needed for that."""
    return open_reader(found_database(league, database), league)
