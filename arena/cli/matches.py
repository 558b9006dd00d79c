"""``arena matches``: a league's finished matches."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import click

from arena.cli.options import league_options, open_league, style_option
from arena.cli.output import note, print_table
from arena.errors import ArenaError
from arena.reports.columns import MATCHES, Row
from arena.store.facts import StoredResult
from arena.store.reader import Reader


@click.command()
@league_options
@click.option("--bot", metavar="BOT", help="Only matches of this bot, such as greedy or greedy@2.")
@click.option("--faults", is_flag=True, help="Only matches with a fault; with --bot, of that bot.")
@click.option("--last", type=click.IntRange(min=0), metavar="N", help="Only the last N of them.")
@style_option
def matches(
    *,
    league: Path,
    database: Path | None,
    bot: str | None,
    faults: bool,
    last: int | None,
    style: str,
) -> None:
    """List the finished matches of LEAGUE.

    They stand in the order of the schedule. Matches and blocks are counted from 1; rounds, deals
    and seats from 0, as in seeds and records.
    """
    with open_league(league, database) as reader:
        labels = None if bot is None else _labels(reader, bot)
        chosen = (
            result for result in reader.stored_results() if _is_asked_for(result, labels, faults)
        )
        rows = [match_row(result) for result in deque(chosen, maxlen=last)]
    print_table(MATCHES, rows, style)
    if not rows:
        note("There is no such match.")


def _labels(reader: Reader, bot: str) -> set[str]:
    """The versions of a bot that are meant by its name or by one label."""
    entrants = [registered.entrant for registered in reader.bots()]
    labels = {entrant.label for entrant in entrants if bot in (entrant.name, entrant.label)}
    if not labels:
        names = ", ".join(sorted({entrant.name for entrant in entrants}))
        raise ArenaError(f"{bot} is no bot of this league; its bots are {names}")
    return labels


def _is_asked_for(result: StoredResult, labels: set[str] | None, faults: bool) -> bool:
    seats = result.fixture.seats
    if faults:
        seats = [seats[fault.seat] for fault in result.faults]
    return bool(seats) and (labels is None or not labels.isdisjoint(seats))


def match_row(result: StoredResult) -> Row:
    """A match by the keys of its columns."""
    kinds = {fault.seat: fault.fault.value for fault in result.faults}
    fixture = result.fixture
    return {
        "match": result.number,
        "round": fixture.round,
        "block": result.block,
        "deal": fixture.deal,
        "seats": fixture.seats,
        "places": result.result.places,
        "scores": result.result.scores,
        "faults": [kinds.get(seat) for seat in range(len(fixture.seats))],
    }
