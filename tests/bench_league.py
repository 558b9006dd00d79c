"""A league as a whole: its rate, the memory of a worker, the commands."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.league.reading import read_league
from arena.match.working import LostBlock
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from arena.records import MatchRecord
from arena.sandbox.levels import Sandbox
from arena.season.loop import Playing, Progress, play
from arena.season.opening import open_season
from arena.store.facts import Ratings, StoredRating
from arena.store.logs import LogWriter, logs_path
from arena.store.writer import open_or_create
from arena.workers import Processes, Stop
from tests.bench_making import (
    NAMES,
    ROOT,
    SEATS,
    SEED,
    below,
    blocks_of,
    memory_mb,
    orders_of,
    plan_of,
    season_of,
    write_bots,
    write_league,
)
from tests.bench_speed import Speed, quickest
from tests.bench_trace import trace

WORKERS = min(2, len(os.sched_getaffinity(0)))
DEALS = 60
WINDOW = 48
"""So many matches in the best window of a league."""

STORED = 10_000
LINE_UPS_OF_A_DEAL = 3
"""Twelve bots at tables of four, every bot once."""

READ_RESULTS = """
import sqlite3, sys
results = "SELECT * FROM matches JOIN seats ON match_id = id ORDER BY id, seat"
sqlite3.connect(sys.argv[1]).execute(results).fetchall()
"""
WAITING = "import sys; print(flush=True); sys.stdin.read()"


def league() -> Iterator[Speed]:
    """The rate of a league, the memory of a worker, the commands."""
    sandbox = choose()
    with TemporaryDirectory() as folder:
        (Path(folder) / "rate").mkdir()
        (Path(folder) / "table").mkdir()
        yield from _rate(sandbox, Path(folder) / "rate")
        yield from _memory(sandbox, Path(folder))
        yield from _help()
        yield from _leaderboard(Path(folder) / "table")


def _rate(sandbox: Sandbox, folder: Path) -> Iterator[Speed]:
    """Matches a second, from the moment that the bots are registered."""
    file = write_league(folder, DEALS)
    database = file.with_suffix(".db")
    told: list[tuple[int, float]] = []
    stop = Stop()
    with (
        open_season(read_league(file), database, sandbox) as season,
        LogWriter(logs_path(database)) as logs,
    ):
        playing = Playing(
            plan=season.season.plan,
            seed=season.seed,
            entries=season.entries,
            results=season.results,
            logs=logs,
        )

        def note(progress: Progress) -> None:
            told.append((progress.played, time.perf_counter()))

        lost = play(playing, Processes(WORKERS, partial(Nursery, sandbox.level), stop), stop, note)
        assert not lost, lost
    rate = max(
        (played - before) / (now - began)
        for (before, began), (played, now) in zip(told, told[WINDOW // SEATS :], strict=False)
        if played > before
    )
    entries = [*write_bots(folder).values()]
    match = trace(entries, SEED)
    (rules_s,) = quickest(50, lambda: match.repeated(entries, SEED))
    speed = Speed(f"a league of {SEATS} bots, {WORKERS} workers", rate, "matches/s", 150)
    yield speed
    yield speed.beside("the rules alone, one process", 1 / rules_s)
    (_, began), (played, ended) = told[0], told[-1]
    what = f"  all {played} matches, starting the workers included"
    yield Speed(what, played / (ended - began), "matches/s")


def _memory(sandbox: Sandbox, folder: Path) -> Iterator[Speed]:
    """A worker and all that it has started, looked at after each block."""
    entries = write_bots(folder, len(NAMES))
    labels = [*entries]
    orders = [
        order
        for table in range(0, len(labels), SEATS)
        for order in islice(
            orders_of({label: entries[label] for label in labels[table : table + SEATS]}, 3), 3
        )
    ]
    before = set(below(os.getpid()))
    seen_mb: list[float | None] = []
    for outcome in Processes(1, partial(Nursery, sandbox.level), Stop()).play(orders):
        assert not isinstance(outcome, LostBlock), outcome.reason
        seen_mb.append(memory_mb([*set(below(os.getpid())) - before]))
    with ExitStack() as stack:
        waiting = []
        for _ in NAMES:
            command = [sys.executable, "-S", "-c", WAITING]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            waiting.append(stack.enter_context(process))
            assert process.stdout is not None
            process.stdout.readline()
        bare_mb = memory_mb([process.pid for process in waiting])
        for process in waiting:
            process.kill()
    known_mb = [seen for seen in seen_mb if seen is not None]
    if bare_mb is None or len(known_mb) < len(seen_mb):
        return  # since only root may look
    speed = Speed(f"a worker that plays {len(NAMES)} bots, memory", max(known_mb), "MB", 300)
    yield speed
    yield speed.beside(f"{len(NAMES)} times python -S that waits", bare_mb)


def _processor_ms(command: Sequence[str], repeats: int = 12) -> float:
    """The least processor time of a command."""
    least = float("inf")
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        least = min(least, used)
    return 1e3 * least


def _help() -> Iterator[Speed]:
    told_ms = _processor_ms([sys.executable, "-m", "arena", "--help"])
    speed = Speed("arena --help", told_ms, "ms", 80)
    yield speed
    yield speed.beside("python -c pass", _processor_ms([sys.executable, "-c", "pass"]))


def _leaderboard(folder: Path) -> Iterator[Speed]:
    """With a database of one match, which is stored again and again as another one."""
    file = write_league(folder, STORED // SEATS)
    entries = [*write_bots(folder).values()]
    _store(
        file.with_suffix(".db"),
        [f"{entry.stem}@1" for entry in entries],
        trace(entries, SEED).played.record,
    )
    arena = [sys.executable, "-m", "arena"]
    told_ms = _processor_ms([*arena, "leaderboard", str(file)], repeats=6)
    speed = Speed(f"arena leaderboard of {STORED:,} matches", told_ms, "ms", 350)
    yield speed
    read = [sys.executable, "-c", READ_RESULTS, str(file.with_suffix(".db"))]
    yield speed.beside("their seats read by sqlite3 alone", _processor_ms(read, repeats=6))


def _store(database: Path, labels: list[str], record: MatchRecord) -> None:
    plan = plan_of(labels, STORED // SEATS)
    season, paths = season_of(plan)
    writer = open_or_create(database, season, paths)
    try:
        ratings = Ratings(
            rated=STORED,
            bots=[
                StoredRating(bot=label, mu=25 + number, sigma=1, matches=STORED)
                for number, label in enumerate(labels)
            ],
        )
        fixtures = (fixture for block in blocks_of(plan) for fixture in block.fixtures)
        writer.add_matches(((fixture, record) for fixture in fixtures), ratings)
    finally:
        writer.close()
