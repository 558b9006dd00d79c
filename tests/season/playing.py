"""A season played through its own modules, without the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from arena.league.reading import read_league
from arena.match.working import Workers
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level, Sandbox
from arena.season.loop import PlatformFailure, Playing, Progress, play
from arena.season.opening import OpenSeason, open_season
from arena.store.facts import Ratings
from arena.store.logs import LogWriter, logs_path
from arena.store.reader import open_reader
from arena.workers import Processes, Serial, Stop

MakeWorkers = Callable[[Stop], Workers]

STRONG = Sandbox(level=Level.STRONG, landlock=0, repeatable=True)


def serial(stop: Stop) -> Workers:
    return Serial(partial(Nursery, Level.STRONG), stop)


def processes(count: int) -> MakeWorkers:
    return lambda stop: Processes(count, partial(Nursery, Level.STRONG), stop)


@contextmanager
def opened(league: Path) -> Iterator[OpenSeason]:
    with open_season(read_league(league), league.with_suffix(".db"), STRONG) as season:
        yield season


def play_league(
    league: Path,
    workers: MakeWorkers = serial,
    most: int | None = None,
    stop: Stop | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> list[PlatformFailure]:
    """Play what is left of a league."""
    database = league.with_suffix(".db")
    stop = stop or Stop()
    with opened(league) as season, LogWriter(logs_path(database)) as logs:
        playing = Playing(
            plan=season.season.plan,
            seed=season.seed,
            entries=season.entries,
            results=season.results,
            logs=logs,
            most=most,
        )
        return play(playing, workers(stop), stop, tell)


def outcome(league: Path) -> tuple[list[bytes], Ratings]:
    """All that a league has come to: its records in schedule order, its ratings."""
    with open_reader(league.with_suffix(".db")) as reader:
        return list(reader.records()), reader.ratings()
