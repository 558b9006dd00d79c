"""``arena league reveal``: a secret seed is published when the season is over."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from arena.cli.options import database_path, league_options
from arena.cli.output import note, print_result
from arena.season.revealing import reveal as reveal_seed
from arena.store.writer import open_writer


@click.command()
@league_options
@click.option(
    "--unfinished",
    is_flag=True,
    help="Also while matches are left, which can then never be played.",
)
def reveal(league: Path, database: Path | None, unfinished: bool) -> None:
    """Publish the secret seed of LEAGUE after its season.

    It is printed, and kept in the database, so that `arena verify` checks every deal against it.
    The seed file is needed, the bots are not. Nothing is played from a seed that is known: while
    matches are left to play, it stays secret.
    """
    file = database_path(league, database)
    with open_writer(file, league) as writer:
        revealed = reveal_seed(league, writer, unfinished=unfinished)
    print_result(f"{revealed.seed}\n")
    when = "It had been revealed before" if revealed.before else f"It is kept in {file} now"
    note(
        f"{when}. Whoever has {revealed.commitment} checks it so:\n"
        f"  printf %s {shlex.quote(revealed.seed)} | sha256sum\n"
        f"  {shlex.join(['arena', 'verify', str(league)])}"
    )
