"""``arena verify``: do match records hold?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import click

from arena.cli.options import open_league
from arena.cli.output import note, print_result
from arena.errors import ArenaError, LeagueError, RecordError
from arena.league.reading import read_committed, read_league
from arena.match.verifying import beside_schedule, check_line, check_stored, lines
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from arena.reports.cells import printable
from arena.reports.widths import shortened
from arena.season.platforms import lowest_level
from arena.season.promised import broken_promises, copied_changes_of_seed
from arena.season.rerun import rerun
from arena.store.facts import Season

LEAGUE_SUFFIXES = {".toml", ".db"}
LONGEST = 400
"""Columns of a line of output: a record may hold anything."""

Verdict: TypeAlias = tuple[int, RecordError | None]
"""A line, and what does not hold in it."""


@click.command()
@click.argument("source", metavar="RECORDS.jsonl|LEAGUE", type=click.Path(path_type=Path))
@click.option(
    "--db",
    "database",
    type=click.Path(path_type=Path),
    help="The database, where it is not beside LEAGUE.",
)
@click.option(
    "--rerun",
    "count",
    type=click.IntRange(1),
    metavar="N",
    help="Also play N matches of a league again with its bots, and compare move by move.",
)
def verify(source: Path, database: Path | None, count: int | None) -> None:
    """Replay match records by the rules.

    RECORDS.jsonl has a record a line, - is standard input; a LEAGUE ends in .toml. Every line
    that does not hold is printed with the first move that is wrong. The records of a league
    must also fit the schedule, their bots and, once it is known, the league's seed; their lines
    are those of `arena export records` and have the numbers of the matches.
    """
    is_league = database is not None or source.suffix in LEAGUE_SUFFIXES
    if count and not is_league:
        raise click.UsageError("--rerun is for a LEAGUE: a file of records has no bots.")
    checked, wrong = _tell(_of_league(source, database) if is_league else _of_file(source))
    if wrong:
        do = "does" if wrong == 1 else "do"
        raise ArenaError(f"{wrong:,} of {_count(checked, 'record')} {do} not hold")
    if checked:
        note(f"{_count(checked, 'record')} checked, all hold.")
    else:
        note("There is no record to check.")
    if count:
        _play_again(source, database, count)


def _tell(verdicts: Iterator[Verdict]) -> tuple[int, int]:
    """Print what does not hold; how many verdicts there were, and how many of these."""
    checked = wrong = 0
    for number, error in verdicts:
        checked += 1
        if error is not None:
            wrong += 1
            _print_wrong(number, error)
    return checked, wrong


def _print_wrong(number: int, error: RecordError) -> None:
    print_result(shortened(f"line {number}: {printable(str(error))}", LONGEST) + "\n")


def _count(number: int, thing: str, plural: str = "s") -> str:
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}{plural}"


def _play_again(league: Path, database: Path | None, count: int) -> None:
    """Play matches again, and tell which come out otherwise where no clock is an excuse."""
    again = wrong = excused = 0
    with open_league(league, database) as reader:
        season = reader.season()
        seed = read_league(league).seed if season.seed is None else season.seed
        if seed is None:
            raise ArenaError(f"{league}: matches are played again from the league's seed only")
        sandbox = choose(lowest_level(season, reader.path))
        note(f"sandbox: {sandbox.told()}")
        with Nursery(sandbox.level, season.plan.packages) as nursery:
            for match in rerun(reader, seed, count, nursery):
                again += 1
                if match.error is None:
                    continue
                if match.clock_limited:
                    excused += 1
                    note(
                        f"match {match.number}: {match.error} (a bot ran into a clock, or could "
                        "not start: that proves nothing)"
                    )
                else:
                    wrong += 1
                    _print_wrong(match.number, match.error)
    if wrong:
        raise ArenaError(f"{wrong:,} of {_count(again, 'match', 'es')} came out otherwise")
    but = f" but {excused:,} that a clock may have ended" if excused else ""
    note(f"{_count(again, 'match', 'es')} played again, all came out the same{but}.")


def _of_file(path: Path) -> Iterator[Verdict]:
    try:
        with click.open_file(str(path), "rb") as stream:
            for line in lines(stream):
                try:
                    check_line(line)
                except RecordError as error:
                    yield line.number, error
                else:
                    yield line.number, None
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from error
    except RuntimeError as error:  # click's, for a standard input that is closed
        raise ArenaError(f"{path}: cannot be read: {error}") from error


def _of_league(league: Path, database: Path | None) -> Iterator[Verdict]:
    with open_league(league, database) as reader:
        season = reader.season()
        _check_seed(season, league, reader.path)
        entrants = {bot.entrant.label: bot.entrant for bot in reader.bots()}
        played = reader.results()
        for stored, fixture in beside_schedule(season, reader.stored_results(), played):
            record = reader.record(stored.fixture.key)
            try:
                check_stored(stored, record, season, entrants, fixture)
            except RecordError as error:
                yield stored.number, error
            else:
                yield stored.number, None


def _check_seed(season: Season, league: Path, database: Path) -> None:
    """Tell how far the seed is known; raise ArenaError where it is not what was promised."""
    if broken := broken_promises(season):
        raise ArenaError(f"{database}: {'; '.join(broken)}")
    with suppress(LeagueError):  # of a league file that is not needed for anything else
        given = read_committed(league, secret=False)
        if changed := copied_changes_of_seed(given, season):
            raise ArenaError(f"{league} and {database} differ: {'; '.join(changed)}")
    if season.seed is None:
        note("The league's seed is still secret: whether the deals come from it is not checked.")
    elif season.revealed:
        note(
            f"The league's seed fits {season.commitment}: see that this is the commitment that "
            "was published before the season."
        )
