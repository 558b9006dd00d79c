"""Whatever ends a run, nothing is left behind: no process, file, mount, shared memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.kernel import control_process
from tests.season.making import write_league
from tests.season.test_workers import SLOW, below_this

SET_CHILD_SUBREAPER = 36
TIMES = 10
LONGEST_S = 5.0

STUBBORN = """
import os, signal, time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

def decide(view):
    try:
        if os.fork() == 0 and os.fork() == 0:
            time.sleep(100)
    except OSError:
        pass
    if view.turn > 3:
        time.sleep(0.3)
    return view.legal[0]
"""
"""Deaf, asleep, and fond of grandchildren, which the sandbox does not let it have."""


def kill_a_worker(run: int) -> None:
    """Kill one of a run's workers; the run is stopped afterwards."""
    for pid in below_this(b"multiprocessing.spawn"):
        os.kill(pid, signal.SIGKILL)
        break
    os.kill(run, signal.SIGTERM)


ENDINGS: dict[str, Callable[[int], None]] = {
    "INT": lambda run: os.kill(run, signal.SIGINT),
    "TERM": lambda run: os.kill(run, signal.SIGTERM),
    "HUP": lambda run: os.kill(run, signal.SIGHUP),
    "KILL": lambda run: os.kill(run, signal.SIGKILL),
    "KILL of a worker": kill_a_worker,
}


def processes_of(mark: str) -> set[str]:
    """Processes with this text in their environment, and zygotes, also of a run that is gone."""
    found = {f"{pid} a zygote or a bot" for pid in below_this(b"arena.players.zygote")}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.add(f"{process.name} {(process / 'cmdline').read_bytes()[:60]!r}")
        except OSError:
            continue
    return found


def litter(temporary: Path) -> dict[str, object]:
    """What a run could leave on the machine."""
    return {
        "temporary files": sorted(temporary.iterdir()),
        "shared memory": sorted(Path("/dev/shm").iterdir()),
        "mounts": Path("/proc/self/mounts").read_text(),
        "System V": [Path("/proc/sysvipc", kind).read_text() for kind in ("shm", "sem", "msg")],
    }


@pytest.mark.timeout(300)
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_ten_times_in_a_row(tmp_path: Path, ending: Callable[[int], None]) -> None:
    (tmp_path / "temporary").mkdir()
    league = write_league(tmp_path, SLOW | {"first": STUBBORN}, deals=20)
    mark = f"ARENA_TEST_MARK_{tmp_path.name}"
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary"), mark: "1"}
    control_process(SET_CHILD_SUBREAPER, 1)  # whoever loses its parent is below this process
    others = processes_of(mark)
    before = litter(tmp_path / "temporary")
    for time_no in range(TIMES):
        command = [sys.executable, "-m", "arena", "run", str(league), "--workers", "2"]
        run = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        time.sleep(1.0 + 0.15 * time_no)
        ending(run.pid)
        _, told = run.communicate(timeout=30)
        assert "Traceback" not in told
        assert "leaked" not in told
        until = time.monotonic() + LONGEST_S
        while (left := processes_of(mark) - others) and time.monotonic() < until:
            time.sleep(0.02)
        assert not left
        assert before == litter(tmp_path / "temporary")
