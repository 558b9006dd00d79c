"""``arena export matches|seats|ratings|standings``: tables for spreadsheets and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from arena.cli.exporting import exported, output_options
from arena.cli.matches import match_row
from arena.cli.options import found_database, league_options
from arena.cli.output import note
from arena.cli.rated import read_rated
from arena.ranking.leaderboard import leaderboard
from arena.ranking.standings import bot_of, number_of
from arena.ranking.standings import standings as rows_of_standings
from arena.reports.columns import (
    EXPORTED_MATCHES,
    EXPORTED_SEATS,
    LEADERBOARD,
    STANDINGS,
    Column,
    Row,
)
from arena.reports.text import EXPORT_STYLES
from arena.store.exporting import ExportReader, open_export_reader

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def table_options(command: Decorated) -> Decorated:
    """Give a command LEAGUE, ``--db``, ``-o``, ``--force``, and ``--format`` as ``style``."""
    option = click.option(
        "--format",
        "style",
        type=click.Choice([*EXPORT_STYLES]),
        default=None,
        show_default="by the ending of FILE, else csv",
        help="How to write it.",
    )
    return league_options(output_options(option(command)))


@click.command()
@table_options
def matches(**given: Any) -> None:
    """Write the finished matches of LEAGUE.

    The columns of `arena matches`, and seed, moves and clock_limited, which is 1 where a bot ran
    into a clock. In the order of the schedule.
    """
    _export(EXPORTED_MATCHES, _matches, **given)


@click.command()
@table_options
def seats(**given: Any) -> None:
    """Write the seats of the finished matches of LEAGUE.

    A row for each seat of each match, in the order of the schedule. The numbers of matches are
    those of `arena matches`.
    """
    _export(EXPORTED_SEATS, _seats, **given)


@click.command()
@table_options
def ratings(**given: Any) -> None:
    """Write the leaderboard of LEAGUE.

    The columns of `arena leaderboard`, no number rounded.
    """
    _export(LEADERBOARD, _ratings, **given)


@click.command()
@table_options
def standings(**given: Any) -> None:
    """Write the league table of LEAGUE.

    The columns of `arena standings`, no number rounded.
    """
    _export(STANDINGS, _standings, **given)


def _export(
    columns: Sequence[Column],
    rows_of: Callable[[ExportReader], Iterable[Row]],
    *,
    league: Path,
    database: Path | None,
    output: Path,
    force: bool,
    style: str | None,
) -> None:
    source = found_database(league, database)
    chosen = style or ("json" if output.suffix.lower() == ".json" else "csv")
    with (
        open_export_reader(source, league) as reader,
        exported(output, force, league, source) as stream,
    ):
        for text in EXPORT_STYLES[chosen](columns, rows_of(reader)):
            stream.write(text.encode())


def _matches(reader: ExportReader) -> Iterator[Row]:
    for result, length in zip(reader.stored_results(), reader.lengths(), strict=True):
        yield {
            **match_row(result),
            "seed": result.seed,
            "moves": length.moves,
            "clock_limited": length.clock_limited,
        }


def _seats(reader: ExportReader) -> Iterator[Row]:
    for seat in reader.seats():
        yield {**seat._asdict(), "bot": bot_of(seat.bot), "version": number_of(seat.bot)}


def _ratings(reader: ExportReader) -> list[Row]:
    rated = read_rated(reader)
    _tell(rated.note)
    return _rows(leaderboard(rated.plan, rated.ratings, rated.tables))


def _standings(reader: ExportReader) -> list[Row]:
    rated = read_rated(reader)
    _tell(rated.note)
    return _rows(rows_of_standings(rated.plan, rated.tables))


def _rows(structs: Iterable[msgspec.Struct]) -> list[Row]:
    return [msgspec.structs.asdict(row) for row in structs]


def _tell(sentence: str) -> None:
    if sentence:
        note(sentence)
