"""``arena run``: plays what is left of a league."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from arena.cli.leaderboard import leaderboard
from arena.cli.options import database_path, league_options
from arena.cli.progress import ProgressLine
from arena.cli.stopping import Abandoned, stopping, stopping_after
from arena.errors import ArenaError
from arena.league.committed import seed_warnings
from arena.league.reading import League, read_league
from arena.match.working import Workers
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level, Sandbox
from arena.season.failures import keep_bundle
from arena.season.loop import PlatformFailure, Playing, play
from arena.season.opening import OpenSeason, open_season
from arena.season.revealing import is_revealed
from arena.store.logs import LogWriter, logs_path
from arena.workers import Processes, Serial, Stop

INTERRUPTED = 130

MakeWorkers: TypeAlias = Callable[[Sandbox, Sequence[str]], Workers]
"""Makes who plays, from what bots are held by and the packages that they may import."""

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


MOST_LISTED = 3
"""Files of failures that the last line names."""


@click.command()
@league_options
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes that play; default: one a core."
)
@click.option(
    "--dask",
    "scheduler",
    metavar="ADDRESS",
    help="Play on the workers of this Dask scheduler, such as tls://HOST:8786.",
)
@click.option("--for", "seconds", type=Duration(), help="Stop after a time, such as 30m or 2h.")
@click.option("--matches", type=click.IntRange(1), help="Stop after so many matches.")
@click.option(
    "--sandbox",
    "level",
    type=click.Choice([level.value for level in Level if level is not Level.NONE]),
    help="Hold bots by this level at most, also where the season had a higher one.",
)
@click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Do not hold bots at all: for a league of bots that you trust.",
)
@click.option(
    "--new-versions",
    is_flag=True,
    help="Go on with another arena or Python than the season was played with.",
)
@click.pass_context
def run(
    context: click.Context,
    *,
    league: Path,
    database: Path | None,
    workers: int | None,
    scheduler: str | None,
    seconds: int | None,
    matches: int | None,
    level: str | None,
    unsafe: bool,
    new_versions: bool,
) -> None:
    """Play what is left of LEAGUE and print its leaderboard.

    Results are stored as they come. Interrupt it whenever you like and run it again: nothing is
    lost, and nothing is played twice.
    """
    if scheduler is not None and workers is not None:
        raise click.UsageError("--workers is for this machine alone; with --dask it has no meaning")
    file = database_path(league, database)
    progress = ProgressLine(quiet=bool(context.find_root().params.get("quiet")))
    stop = Stop()
    failures: list[PlatformFailure] = []
    was_there = file.exists()
    with stopping(stop) as interrupts:
        try:
            sandbox = choose(Level.NONE if unsafe else Level(level or Level.STRONG))
            with (
                _workers(workers, scheduler, stop, progress.warn) as make_workers,
                open_season(
                    read := read_league(league, secret=not is_revealed(file)),
                    file,
                    sandbox,
                    may_lower=unsafe or sandbox.level == level,
                    may_move=new_versions,
                ) as season,
            ):
                _tell_sandbox(sandbox, progress)
                _tell_seed(read, season, progress)
                if season.begun and was_there:
                    progress.warn(f"There was nothing in {file}: its season begins now.")
                hands = make_workers(sandbox, season.season.plan.packages)
                with LogWriter(logs_path(file)) as logs, stopping_after(seconds, stop):
                    playing = _playing(season, logs, most=matches)
                    failures = play(playing, hands, stop, progress)
            if progress.idle and not interrupts:
                progress.note("Nothing is left to play.")
        except Abandoned:
            pass  # what was being played is void; all that had finished is stored
        finally:
            progress.close()
    if file.exists():
        context.invoke(leaderboard, league=league, database=file, style="table")
    _conclude([keep_bundle(file, failure) for failure in failures], interrupted=bool(interrupts))


@contextmanager
def _workers(
    count: int | None, scheduler: str | None, stop: Stop, tell: Callable[[str], None]
) -> Iterator[MakeWorkers]:
    """Those of a cluster, which is reached at once; else processes of this machine."""
    if scheduler is None:
        yield partial(_here, count or len(os.sched_getaffinity(0)), stop)
        return
    try:
        # Here, since they take half a second, and come with the extra `cluster` only.
        from arena.cluster.connecting import connected  # noqa: PLC0415 because of that
        from arena.cluster.executor import Cluster  # noqa: PLC0415 because of that
    except ModuleNotFoundError as error:
        raise ArenaError(
            f"--dask needs Dask, which is not installed ({error}): pip install 'arena-ten[cluster]'"
        ) from error
    with connected(scheduler) as client:
        yield lambda sandbox, packages: Cluster(
            client, scheduler, sandbox=sandbox, packages=packages, stopped=stop, tell=tell
        )


def _here(count: int, stop: Stop, sandbox: Sandbox, packages: Sequence[str]) -> Workers:
    nursery = partial(Nursery, sandbox.level, packages)
    return Serial(nursery, stop) if count == 1 else Processes(count, nursery, stop)


def _tell_sandbox(sandbox: Sandbox, progress: ProgressLine) -> None:
    """What bots are held by; in red, and also in a quiet run, if by nothing."""
    line = f"sandbox: {sandbox.told()}"
    if sandbox.level is Level.NONE:
        progress.warn(click.style(f"{line}: every bot can do what you can", fg="red"))
    else:
        progress.note(line)


def _tell_seed(league: League, season: OpenSeason, progress: ProgressLine) -> None:
    """A seed that was made; also in a quiet run, what makes a secret one less of a secret."""
    if league.seed_file is not None and league.seed is not None:
        for sentence in seed_warnings(league.seed_file, league.seed):
            progress.warn(sentence)
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


def _listed(paths: Sequence[Path]) -> str:
    """The first of them; all are in one folder."""
    more = len(paths) - MOST_LISTED
    first = ", ".join(map(str, paths[:MOST_LISTED]))
    return f"{first} and {more:,} more there" if more > 0 else first


def _conclude(bundles: list[Path], *, interrupted: bool) -> None:
    """How to go on, where there is something to go on with."""
    again = shlex.join(["arena", *sys.argv[1:]])
    if interrupted:
        click.echo(f"Interrupted; what has finished is stored. Go on with: {again}", err=True)
        sys.exit(INTERRUPTED)
    if bundles:
        matches = "1 match" if len(bundles) == 1 else f"{len(bundles):,} matches"
        raise ArenaError(
            f"the platform failed twice at {matches}, nobody's bot is charged; what is known "
            f"stands in {_listed(bundles)}. Try again with: {again}"
        )
