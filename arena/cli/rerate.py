"""``arena rerate``: the ratings made anew."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import found_database, league_options, style_option
from arena.cli.output import note, print_table
from arena.reports.columns import CHANGED_RATINGS
from arena.season.rerating import rerate as rerated


@click.command()
@league_options
@style_option
def rerate(league: Path, database: Path | None, style: str) -> None:
    """Rebuild the ratings of LEAGUE from its records.

    Prints the ratings that came out otherwise, each with what was stored before. The season must
    not be played meanwhile; the organiser's log tells of it.
    """
    done = rerated(found_database(league, database), league)
    if done.changes or style != "table":
        print_table(CHANGED_RATINGS, done.changes, style)
    note(f"{done.told[0].upper()}{done.told[1:]}.")
