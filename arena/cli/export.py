"""``arena export``: what a league has stored, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.exporting import exported, output_options
from arena.cli.lazy import Lazy, LazyGroup
from arena.cli.options import database_path, league_options, open_league

EXPORTS = {
    "records": Lazy("arena.cli.export:records", "Write the match records of LEAGUE."),
    "matches": Lazy("arena.cli.export_tables:matches", "Write the finished matches of LEAGUE."),
    "seats": Lazy(
        "arena.cli.export_tables:seats", "Write the seats of the finished matches of LEAGUE."
    ),
    "ratings": Lazy("arena.cli.export_tables:ratings", "Write the leaderboard of LEAGUE."),
    "standings": Lazy("arena.cli.export_tables:standings", "Write the league table of LEAGUE."),
    "public": Lazy(
        "arena.cli.export_public:public", "Write what everybody may know of LEAGUE as a database."
    ),
}


@click.group(cls=LazyGroup, lazy=EXPORTS)
def export() -> None:
    """Write what LEAGUE has stored, for other programs."""


@click.command()
@league_options
@output_options
@click.option(
    "--history",
    is_flag=True,
    help="Instead those that count no more: of versions that were replaced, or are void.",
)
def records(
    *, league: Path, database: Path | None, output: Path, force: bool, history: bool
) -> None:
    """Write the match records of LEAGUE.

    A line of JSON for each finished match, in the order of the schedule: line N is match N.
    """
    source = database_path(league, database)
    with (
        open_league(league, database) as reader,
        exported(output, force, league, source) as stream,
    ):
        stream.writelines(line + b"\n" for line in reader.records(counts=not history))
