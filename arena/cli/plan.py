"""``arena plan``: what a league comes to, before it is run or while it is."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from arena.cli.options import database_path, league_options, style_option
from arena.cli.output import detail, note, print_result, print_table, terminal_columns
from arena.formats.forecast import Forecast, Pace, forecast
from arena.league.reading import League, read_league
from arena.plan import Entrant, changes
from arena.reports.plan_page import PLAN_FOR_PEOPLE, plan_columns, plan_notes, plan_rows
from arena.reports.text import json_text
from arena.store.exporting import open_export_reader
from arena.store.opening import is_filled


@click.command()
@league_options
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes that play; default: one a core."
)
@style_option
def plan(league: Path, database: Path | None, workers: int | None, style: str) -> None:
    """Tell what LEAGUE comes to: matches, time, error bars.

    From the league file alone; once the season has begun, with the pace so far. No bot is
    started and nothing is written.
    """
    chosen = workers or len(os.sched_getaffinity(0))
    found = _forecast(read_league(league), database_path(league, database), chosen)
    facts = msgspec.structs.asdict(found)
    if style == "json":
        print_result(json_text(facts) + "\n")
    elif style == "csv":
        print_table(plan_columns(facts), [facts], style)
    else:
        print_table(PLAN_FOR_PEOPLE, plan_rows(facts), style)
        for sentence in plan_notes(facts):
            whole = textwrap.fill(sentence, terminal_columns()) if style == "table" else sentence
            print_result(f"\n{whole}\n")


def _forecast(league: League, database: Path, workers: int) -> Forecast:
    if not is_filled(database):
        return forecast(league.plan(_entrants(league, [])), workers, Pace(played=0, seconds=0.0))
    detail(f"Read from {database}.")
    with open_export_reader(database, league.path) as reader:
        stored = reader.season().plan
        played = reader.played_keys()
        so_far = Pace(played=len(played), seconds=reader.seconds_so_far())
    planned = league.plan([*stored.entrants, *_entrants(league, stored.entrants)])
    found = changes(stored, planned)
    if found:
        note(f"{database} was begun otherwise, and `arena run` will not go on with it:")
    for change in found:
        note(f"  {change}")
    return forecast(planned, workers, so_far, played)


def _entrants(league: League, known: Sequence[Entrant]) -> list[Entrant]:
    """The bots of the file that are not known yet, as they would come in."""
    names = {entrant.name for entrant in known}
    wave = 1 + max((entrant.wave for entrant in known), default=-1)
    return [
        Entrant(name=bot.name, number=1, version="", wave=wave, author=bot.author)
        for bot in league.bots
        if bot.name not in names
    ]
