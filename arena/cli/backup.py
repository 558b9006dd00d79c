"""``arena backup``: a copy to go on from, should the league's own files be lost."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import found_database, league_options
from arena.cli.output import note
from arena.cli.writing import OWN, new_path
from arena.errors import ArenaError
from arena.season.registration import snapshots_path
from arena.store.copies import copy_whole
from arena.store.logs import logs_path


@click.command()
@league_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Where to write; a file that exists is not written over.",
)
def backup(league: Path, database: Path | None, output: Path) -> None:
    """Copy the database of LEAGUE, also during a run.

    The copy is complete, on the disk, and readable for you alone, since it may hold the seed.
    What else a league is made of is told, to be copied as it is. To go on from the copy, put it
    in the place of the database (without the -wal and -shm files of the old one) and `arena run`.
    """
    source = found_database(league, database)
    if output.exists():
        raise ArenaError(f"{output}: it exists, and a backup is written over nothing")
    with new_path(output, overwrite=False, mode=OWN) as draft:
        copied = copy_whole(source, draft, league)
    note(f"{output}: {copied.matches:,} matches of {source}; to go on from it, keep as well:")
    for part in _other_parts(league, source, copied.has_seed):
        note(f"  {part}")


def _other_parts(league: Path, database: Path, has_seed: bool) -> list[str]:
    """What a league is made of beside its database."""
    parts = [f"{league}, the league file", f"{snapshots_path(database)}, the files of its bots"]
    if not has_seed:
        parts.append(f"the seed file that {league} names; without it nothing goes on")
    return [*parts, f"{logs_path(database)}, what bots printed, if you like; not during a run"]
