"""``arena export``: what a league has stored, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.lazy import Lazy, LazyGroup
from arena.cli.options import database_path, league_options, open_league
from arena.cli.output import detail, standard_output
from arena.cli.writing import new_file
from arena.errors import ArenaError

EXPORTS = {
    "records": Lazy("arena.cli.export:records", "Write the match records of LEAGUE."),
}


@click.group(cls=LazyGroup, lazy=EXPORTS)
def export() -> None:
    """Write what LEAGUE has stored, for other programs."""


@click.command()
@league_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    default="-",
    metavar="FILE",
    help="Where to write; - is standard output.",
)
@click.option("--force", is_flag=True, help="Write over FILE where it exists.")
def records(league: Path, database: Path | None, output: Path, force: bool) -> None:
    """Write the match records of LEAGUE.

    A line of JSON for each finished match, in the order of the schedule: line N is match N.
    """
    source = database_path(league, database)
    if output.exists() and any(
        part.exists() and output.samefile(part) for part in (league, source)
    ):
        raise ArenaError(f"{output}: it is the league itself")
    to_file = str(output) != "-"
    with (
        open_league(league, database) as reader,
        new_file(output, overwrite=force) if to_file else standard_output() as stream,
    ):
        stream.writelines(line + b"\n" for line in reader.records())
    if to_file:
        detail(f"{output}: written from {source}.")
