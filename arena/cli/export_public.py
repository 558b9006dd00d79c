"""``arena export public``: a league's database without what must not be shared."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.exporting import force_option, refuse_itself
from arena.cli.options import found_database, league_options
from arena.cli.output import detail
from arena.cli.writing import new_path
from arena.store.copies import copy_public


@click.command()
@league_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to write.",
)
@force_option
def public(league: Path, database: Path | None, output: Path, force: bool) -> None:
    """Write what everybody may know of LEAGUE as a database.

    It holds results, records and ratings, but no paths of bots, nothing of the organiser's log,
    and of a seed that is not public only the commitment. Commands read it by --db, and so does
    Datasette. May be called during a run.
    """
    source = found_database(league, database)
    refuse_itself(output, league, source)
    with new_path(output, overwrite=force) as draft:
        copy_public(source, draft, league)
    detail(f"{output}: written from {source}.")
