"""``arena crosstable``: bot against bot."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import league_options, open_league, style_option
from arena.cli.output import note, print_result, print_table, terminal_columns
from arena.cli.rated import read_rated
from arena.ranking.crosstable import crosstable as found
from arena.reports.crosstable_page import (
    MEETINGS,
    crosstable_columns,
    crosstable_page,
    crosstable_rows,
)


@click.command()
@league_options
@style_option
def crosstable(league: Path, database: Path | None, style: str) -> None:
    """Print how the bots of LEAGUE did against each other.

    The points per match (0 to 1) that the bot of the row had in the matches in which the bot of
    the column sat at its table. Rows are in the order of the standings, and columns have the
    numbers of rows. CSV and JSON have a row for each two bots.
    """
    with open_league(league, database) as reader:
        rated = read_rated(reader)
    table = found(rated.plan, rated.tables)
    bots = table.bots
    if style in {"csv", "json"}:
        print_table(MEETINGS, table.meetings, style)
    elif style == "md":
        print_table(crosstable_columns(bots), crosstable_rows(bots, table.rows()), style)
    else:
        print_result(crosstable_page(bots, table.rows(), terminal_columns()))
    if rated.note:
        note(rated.note)
