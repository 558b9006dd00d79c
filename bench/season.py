"""Whether a long season stays as it is: memory, pace, and the files that a run writes.

A league of two bots with a short deck is played by ``arena run`` with two workers. One bot prints a
line a decision; the other prints much and fails in each match, so that the logs come to their cap.
Twenty times it is looked at: what coordinator, workers and zygotes hold (PSS, which root may read),
how large the files are, and what a match since took of wall clock and of the coordinator's and the
workers' own processor time. The last third must be like the first third after a warm-up, and the
logs within their cap. Exit status 1 if not. (The coordinator reads all results once more at the
end, which the size of the largest process shows.)

    python -m bench.season [MATCHES]
"""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.store.logs import LEAGUE_BYTES
from tests.bench_making import below, memory_mb
from tests.cli.running import command, environment

MATCHES = 50_000
STRETCHES = 20
SEATS = 2
FEW_PER_CENT = 5
SLOWER_PER_CENT = 10
"""What processor time may grow by: the machine's own differences are of this size."""

MB = 1 << 20
CLERK_MB = 4
"""What the logs' database may have beside the logs: pages half full, and its indexes' root."""

BOTS = {
    "chatty": 'def decide(view):\n    print("turn", view.turn)\n    return view.legal[0]\n',
    "clumsy": 'def decide(view):\n    print("x" * 8000)\n    raise SystemExit(1)\n',
}
"""The logs of the second are kept, since it fails: their cap is come to after some 32,000."""

DECK = "R1 = 3\nR2 = 3\nR3 = 3\nO1 = 2\nO2 = 2\nG1 = 3\nW1 = 1\n"


class Stretch(NamedTuple):
    """A twentieth of the matches: memory and files after it, and what a match in it took."""

    played: int
    coordinator_mb: float
    workers_mb: float
    zygotes_mb: float
    wall_ms: float
    coordinator_ms: float
    workers_ms: float
    database_mb: float
    wal_mb: float
    logs_mb: float


COLUMNS = {
    "played": "matches",
    "coordinator_mb": "coord.MB",
    "workers_mb": "work.MB",
    "zygotes_mb": "zyg.MB",
    "wall_ms": "wall ms",
    "coordinator_ms": "coord.ms",
    "workers_ms": "work.ms",
    "database_mb": "db MB",
    "wal_mb": "WAL MB",
    "logs_mb": "logs MB",
}
FLAT = {
    "coordinator_mb": FEW_PER_CENT,
    "workers_mb": FEW_PER_CENT,
    "zygotes_mb": FEW_PER_CENT,
    "coordinator_ms": SLOWER_PER_CENT,
    "workers_ms": SLOWER_PER_CENT,
    "wal_mb": SLOWER_PER_CENT,
}
"""What must not grow, and by how much in a hundred it may."""


def write_league(folder: Path, matches: int) -> Path:
    """Its league file, with the bots beside it."""
    listed = ""
    for name, source in BOTS.items():
        (folder / f"{name}.py").write_text(source)
        listed += f'[[bots]]\nname = "{name}"\npath = "{name}.py"\n'
    league = folder / "season.toml"
    league.write_text(
        f'[league]\nname = "Long"\ngame = "ten-1"\nseed = "bench"\n'
        f"[tables]\nseats = {SEATS}\ndeals = {-(-matches // SEATS)}\n[tables.deck]\n{DECK}{listed}"
    )
    return league


def stretches(matches: int, run: subprocess.Popen[bytes], database: Path) -> Iterator[Stretch]:
    """Look at a run until it ends."""
    before, played, largest_wal = _spent(run.pid), 0, 0.0
    for number in range(1, 1 + STRETCHES):
        while run.poll() is None and (now := _played(database)) < matches * number // STRETCHES:
            largest_wal = max(largest_wal, _size_mb(database, "-wal"))
            time.sleep(0.1)
        if run.poll() is not None or not _kinds(run.pid)[1]:
            return  # all is played
        coordinator_mb, workers_mb, zygotes_mb = _memory(run.pid)
        spent, since = _spent(run.pid), max(1, now - played)
        wall_ms, coordinator_ms, workers_ms = (
            1000 * (after - then) / since for after, then in zip(spent, before, strict=True)
        )
        yield Stretch(
            played=now,
            coordinator_mb=coordinator_mb,
            workers_mb=workers_mb,
            zygotes_mb=zygotes_mb,
            wall_ms=wall_ms,
            coordinator_ms=coordinator_ms,
            workers_ms=workers_ms,
            database_mb=_size_mb(database),
            wal_mb=largest_wal,
            logs_mb=_size_mb(database.with_name(f"{database.stem}-logs.db")),
        )
        before, played, largest_wal = spent, now, 0.0


def _played(database: Path) -> int:
    """How many matches are stored; they are numbered in the order of storing."""
    number = 0
    with (
        suppress(sqlite3.OperationalError),  # it is being made
        closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection,
    ):
        (number,) = connection.execute("SELECT coalesce(max(id), 0) FROM matches").fetchone()
    return number


def _kinds(run: int) -> tuple[list[int], list[int], list[int]]:
    """The coordinator, its workers, their zygotes with what these have started."""
    workers, zygotes = [], []
    for pid in below(run):
        with suppress(OSError):
            called = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"multiprocessing.spawn" in called:
                workers.append(pid)
            elif b"arena.players.zygote" in called:
                zygotes.append(pid)
    return [run], workers, zygotes


def _memory(run: int) -> tuple[float, float, float]:
    """What each kind holds; nan where it may not be read."""
    coordinator, workers, zygotes = (
        found if (found := memory_mb(kind)) is not None else float("nan") for kind in _kinds(run)
    )
    return coordinator, workers, zygotes


def _spent(run: int) -> tuple[float, float, float]:
    """Seconds: wall clock, and processor time of the coordinator and of its workers."""
    coordinator, workers, _ = _kinds(run)
    return time.monotonic(), _processor_s(coordinator), _processor_s(workers)


def _processor_s(processes: Sequence[int]) -> float:
    ticks = 0
    for pid in processes:
        with suppress(OSError):
            facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(facts[11]) + int(facts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _size_mb(path: Path, end: str = "") -> float:
    with suppress(FileNotFoundError):
        return path.with_name(f"{path.name}{end}").stat().st_size / MB
    return 0.0


def verdicts(seen: Sequence[Stretch], logs: Path) -> Iterator[str]:
    """What differs between the first third after a warm-up and the last; a line for each."""
    warm = seen[len(seen) // 10 :]
    third = len(warm) // 3
    yield "first third after a tenth of warm-up -> last third, medians"
    for what, most in FLAT.items():
        first, last = (
            median(getattr(stretch, what) for stretch in part)
            for part in (warm[:third], warm[-third:])
        )
        grown = 100 * (last / first - 1) if first else 0.0
        told = "GROWS" if grown > most else "flat"
        yield f"{what:<16}{first:>9.2f} ->{last:>9.2f}{grown:>+8.1f} %  {told}"
    with closing(sqlite3.connect(logs)) as connection:
        (kept,) = connection.execute("SELECT coalesce(sum(bytes), 0) FROM logs").fetchone()
    size_mb, cap_mb = _size_mb(logs), LEAGUE_BYTES / MB
    is_within = kept <= LEAGUE_BYTES and size_mb <= cap_mb + CLERK_MB
    told = f"within the cap of {cap_mb:.0f} MB" if is_within else "GROWS beyond its cap"
    yield f"logs: {kept / MB:.1f} MB in a file of {size_mb:.1f} MB, {told}"


def lines(matches: int) -> Iterator[str]:
    """The table as it grows, then the verdicts."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        league = write_league(folder, matches)
        began = time.monotonic()
        yield "".join(f"{title:>9}" for title in COLUMNS.values())
        seen = []
        words = command("--quiet", "run", league.name, "--workers", "2")
        with (
            (folder / "told").open("wb") as told,
            subprocess.Popen(words, cwd=folder, env=environment(), stdout=told, stderr=told) as run,
        ):
            try:
                for stretch in stretches(matches, run, league.with_suffix(".db")):
                    seen.append(stretch)
                    yield f"{stretch.played:>9,}" + "".join(f"{cell:>9.2f}" for cell in stretch[1:])
                run.wait()
            finally:
                run.terminate()
        yield ""
        yield (
            f"exit status {run.returncode} after {time.monotonic() - began:.0f} s; the largest"
            f" process had {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB"
        )
        if run.returncode:
            yield f"WRONG: {(folder / 'told').read_text()[-2000:]}"
        yield from verdicts(seen, folder / "season-logs.db")


if __name__ == "__main__":
    is_well = True
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES):
        is_well &= not any(word in line for word in ("GROWS", "WRONG"))
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    sys.exit(not is_well)
