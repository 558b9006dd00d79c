"""``arena standings``: the league table."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import league_options, open_league, style_option
from arena.cli.output import note, print_table
from arena.cli.rated import read_rated
from arena.ranking.standings import standings as rows_of
from arena.reports.columns import STANDINGS


@click.command()
@league_options
@style_option
def standings(league: Path, database: Path | None, style: str) -> None:
    """Print the league table of LEAGUE.

    Places counts how often a bot came first, second and so on; score is the mean. Bots level on
    points are told apart by the league's tie-breaks, and a sentence says by which.
    """
    with open_league(league, database) as reader:
        rated = read_rated(reader)
    print_table(STANDINGS, rows_of(rated.plan, rated.tables), style)
    if rated.note:
        note(rated.note)
