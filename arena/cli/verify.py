"""``arena verify``: do match records hold?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import click

from arena.cli.options import open_league
from arena.cli.output import note, print_result
from arena.errors import ArenaError, RecordError
from arena.match.verifying import check_line, check_stored, lines
from arena.reports.cells import printable
from arena.reports.widths import shortened

LEAGUE_SUFFIXES = {".toml", ".db"}
LONGEST = 400
"""Columns of a line of output: a record may hold anything."""

Verdict: TypeAlias = tuple[int, RecordError | None]
"""A line, and what does not hold in it."""


@click.command()
@click.argument("source", metavar="RECORDS.jsonl|LEAGUE", type=click.Path(path_type=Path))
@click.option(
    "--db",
    "database",
    type=click.Path(path_type=Path),
    help="The database, where it is not beside LEAGUE.",
)
def verify(source: Path, database: Path | None) -> None:
    """Replay match records by the rules.

    RECORDS.jsonl has a record a line, - is standard input; a LEAGUE ends in .toml. Every line
    that does not hold is printed with the first move that is wrong. The records of a league
    must also fit their fixtures, their bots and the league's seed; their lines are those of
    `arena export records` and have the numbers of the matches.
    """
    is_league = database is not None or source.suffix in LEAGUE_SUFFIXES
    verdicts = _of_league(source, database) if is_league else _of_file(source)
    checked = wrong = 0
    for number, error in verdicts:
        checked += 1
        if error is not None:
            wrong += 1
            print_result(shortened(f"line {number}: {printable(str(error))}", LONGEST) + "\n")
    if wrong:
        raise ArenaError(
            f"{wrong:,} of {_records(checked)} {'does' if wrong == 1 else 'do'} not hold"
        )
    note(f"{_records(checked)} checked, all hold." if checked else "There is no record to check.")


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


def _of_file(path: Path) -> Iterator[Verdict]:
    try:
        with click.open_file(str(path), "rb") as stream:
            for line in lines(stream):
                try:
                    check_line(line)
                except RecordError as error:
                    yield line.number, error
                else:
                    yield line.number, None
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from error
    except RuntimeError as error:  # click's, for a standard input that is closed
        raise ArenaError(f"{path}: cannot be read: {error}") from error


def _of_league(league: Path, database: Path | None) -> Iterator[Verdict]:
    with open_league(league, database) as reader:
        season = reader.season()
        if season.seed is None:
            note(
                "The league's seed is still secret: whether the deals come from it is not checked."
            )
        entrants = {bot.entrant.label: bot.entrant for bot in reader.bots()}
        for stored in reader.stored_results():
            try:
                check_stored(stored, reader.record(stored.fixture.key), season, entrants)
            except RecordError as error:
                yield stored.number, error
            else:
                yield stored.number, None
