"""``arena show``: one match of a league."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.again import play_again
from arena.cli.options import database_path, league_options, open_league, style_option
from arena.cli.output import note, print_result, print_table, terminal_columns
from arena.errors import ArenaError, StoreError
from arena.reports.cells import printable
from arena.reports.columns import SEATS
from arena.reports.match_page import log_text, match_facts, match_page, seat_rows
from arena.reports.text import json_text
from arena.store.facts import MatchLog, StoredMatch
from arena.store.logs import logs_path, read_logs


@click.command()
@league_options
@click.argument("match", type=click.IntRange(min=1))
@click.option(
    "--log", "seat", type=click.IntRange(min=0), metavar="SEAT", help="Only what this seat printed."
)
@style_option
def show(league: Path, database: Path | None, match: int, seat: int | None, style: str) -> None:
    """Show one match of LEAGUE.

    MATCH is its number in `arena matches`. Told are its seats, its result, faults with their
    details, how each bot's log begins (of a bot with a fault, how it ends), and the command that
    plays it again.
    """
    file = database_path(league, database)
    with open_league(league, database) as reader:
        found = reader.match(match)
        again = play_again(reader.season(), found, league, file)
    kept = _kept_logs(logs_path(file), found)
    logs = {log.seat: log for log in kept}
    if seat is not None:
        _show_log(match, len(found.fixture.seats), seat, logs)
    elif style == "table":
        print_result(match_page(found, logs, terminal_columns()))
        if again is not None:
            print_result(f"\nPlay it again: {printable(again)}\n")
    elif style == "json":
        print_result(json_text(match_facts(found) | {"again": again}) + "\n")
    else:
        print_table(SEATS, seat_rows(found.record, found.fixture.seats), style)


def _kept_logs(file: Path, match: StoredMatch) -> list[MatchLog]:
    """The logs of a match; the match is worth showing also where they cannot be read."""
    if not file.exists():
        note(f"{file}: there is no such file, so no logs are shown.")
    try:
        return read_logs(file, match.fixture.key)
    except StoreError as error:
        note(f"No logs are shown: {error}")
        return []


def _show_log(match: int, seats: int, seat: int, logs: dict[int, MatchLog]) -> None:
    if seat >= seats:
        raise ArenaError(
            f"there is no seat {seat} in match {match}; its seats are 0 to {seats - 1}"
        )
    if seat not in logs:
        raise ArenaError(f"the log of seat {seat} in match {match} is not kept")
    print_result(log_text(logs[seat]))
    if logs[seat].truncated:
        note("It printed more than the league's log_kb allows.")
