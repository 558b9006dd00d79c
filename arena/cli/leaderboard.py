"""``arena leaderboard``: the bots of a league by rating."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import league_options, open_league, style_option
from arena.cli.output import note, print_table
from arena.cli.rated import read_rated
from arena.ranking.leaderboard import leaderboard as rows_of
from arena.reports.columns import LEADERBOARD


@click.command()
@league_options
@style_option
def leaderboard(league: Path, database: Path | None, style: str) -> None:
    """Rank the bots of LEAGUE by rating.

    The rating is mu - 3 sigma of TrueSkill, the points are per match and from 0 to 1.
    """
    with open_league(league, database) as reader:
        rated = read_rated(reader)
    print_table(LEADERBOARD, rows_of(rated.plan, rated.ratings, rated.tables), style)
    if rated.note:
        note(rated.note)
