"""``arena run``: plays what is left of a league."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from arena.cli.leaderboard import leaderboard
from arena.cli.options import database_path, league_options
from arena.cli.progress import ProgressLine
from arena.cli.stopping import Abandoned, stopping
from arena.errors import ArenaError
from arena.league.reading import read_league
from arena.match.working import LostBlock, Workers
from arena.season.loop import Playing, play
from arena.season.opening import OpenSeason, open_season
from arena.season.registration import snapshots_path
from arena.store.logs import LogWriter, logs_path
from arena.workers import Processes, Serial, Stop

INTERRUPTED = 130

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Duration(click.ParamType[int]):
    """A time such as ``90s``, ``30m``, ``2h``; in seconds."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read the number and its unit."""
        found = re.fullmatch(r"([1-9][0-9]{0,6})([smhd])", str(value))
        if found is None:
            self.fail(f"{value!r} is no time; 90s, 30m, 2h and 1d are.", param, ctx)
        return int(found[1]) * UNITS[found[2]]


@click.command()
@league_options
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes that play; default: one a core."
)
@click.option("--for", "seconds", type=Duration(), help="Stop after a time, such as 30m or 2h.")
@click.option("--matches", type=click.IntRange(1), help="Stop after so many matches.")
@click.pass_context
def run(
    context: click.Context,
    *,
    league: Path,
    database: Path | None,
    workers: int | None,
    seconds: int | None,
    matches: int | None,
) -> None:
    """Play what is left of LEAGUE and print its leaderboard.

    Results are stored as they come. Interrupt it whenever you like and run it again: nothing is
    lost, and nothing is played twice.
    """
    file = database_path(league, database)
    progress = ProgressLine(quiet=bool(context.find_root().params.get("quiet")))
    stop = Stop()
    lost: list[LostBlock] = []
    with stopping(stop, seconds) as interrupts:
        try:
            with open_season(read_league(league), file) as season, _scratch(file) as scratch:
                _introduce(season, progress)
                with LogWriter(logs_path(file)) as logs:
                    playing = _playing(season, logs, most=matches)
                    lost = play(playing, _workers(workers, scratch, stop), stop, progress)
            if progress.idle and not interrupts:
                progress.note("Nothing is left to play.")
        except Abandoned:
            pass  # what was being played is void; all that had finished is stored
        finally:
            progress.close()
    if file.exists():
        context.invoke(leaderboard, league=league, database=file, style="table")
    _conclude(lost, interrupted=bool(interrupts))


@contextmanager
def _scratch(database: Path) -> Iterator[Path]:
    """Where bots' working folders are made; it goes with the run, or else with the next one."""
    folder = snapshots_path(database) / "seats"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _workers(count: int | None, scratch: Path, stop: Stop) -> Workers:
    chosen = count or len(os.sched_getaffinity(0))
    return Serial(scratch, stop) if chosen == 1 else Processes(chosen, scratch, stop)


def _introduce(season: OpenSeason, progress: ProgressLine) -> None:
    """What a run says before it plays."""
    progress.note(f"sandbox: {season.season.sandbox}")
    if season.begun and season.season.seed_source == "made":
        progress.note(f"The league file gives no seed; {season.seed} was made for it and is kept.")


def _playing(season: OpenSeason, logs: LogWriter, most: int | None) -> Playing:
    return Playing(
        plan=season.season.plan,
        seed=season.seed,
        entries=season.entries,
        results=season.results,
        logs=logs,
        most=most,
    )


def _conclude(lost: list[LostBlock], *, interrupted: bool) -> None:
    """How to go on, where there is something to go on with."""
    again = shlex.join(["arena", *sys.argv[1:]])
    if interrupted:
        click.echo(f"Interrupted; what has finished is stored. Go on with: {again}", err=True)
        sys.exit(INTERRUPTED)
    if lost:
        blocks = "1 block" if len(lost) == 1 else f"{len(lost):,} blocks"
        raise ArenaError(f"{blocks} could not be played, see above. Try again with: {again}")
