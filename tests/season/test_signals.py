"""Interrupted runs: nothing lost, nothing double, the bytes of an unbroken run."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.store.reader import open_reader
from tests.cli.running import command, environment
from tests.season.making import BOTS, write_league

SLOW = "import time\n\ndef decide(view):\n    time.sleep(0.002)\n    return view.legal[0]\n"
ENTRANTS = BOTS | {"slow": SLOW}


def arena(
    folder: Path, *arguments: str, more: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """The real command in a process group of its own, as a shell starts it."""
    return subprocess.Popen(
        command(*arguments),
        cwd=folder,
        env=environment(more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def finished(folder: Path, *arguments: str) -> str:
    process = arena(folder, *arguments)
    out, err = process.communicate(timeout=100)
    assert 0 == process.returncode, err
    return out


def results(folder: Path) -> list[str]:
    """Everything that must be the same bytes."""
    return [
        finished(folder, "export", "records", "league.toml"),
        finished(folder, "leaderboard", "league.toml", "--format", "json"),
        finished(folder, "standings", "league.toml", "--format", "json"),
    ]


def stored(folder: Path) -> int:
    database = folder / "league.db"
    if not database.exists():
        return 0
    with open_reader(database) as reader:
        return len(reader.played_keys())


def wait_for_matches(folder: Path, process: subprocess.Popen[str], matches: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if stored(folder) >= matches:
                return
        except Exception:  # noqa: BLE001 because the database may be half made at this moment
            pass
        time.sleep(0.02)
    raise AssertionError("the run ended too soon", process.communicate())


def processes_of(folder: Path) -> list[int]:
    """Processes that have the folder's league on their command line, or were started for it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if (entry / "cwd").readlink().is_relative_to(folder):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("unbroken")
    write_league(folder, ENTRANTS, deals=1)
    finished(folder, "run", "league.toml", "--workers", "2")
    return results(folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_signal_in_the_middle(
    tmp_path: Path, unbroken: list[str], number: signal.Signals, workers: str
) -> None:
    write_league(tmp_path, ENTRANTS, deals=1)
    process = arena(tmp_path, "run", "league.toml", "--workers", workers)
    wait_for_matches(tmp_path, process, 3)
    os.killpg(process.pid, number)  # as a terminal does with Ctrl-C
    _, err = process.communicate(timeout=20)
    assert 130 == process.returncode, err
    assert f"Go on with: arena run league.toml --workers {workers}" in err
    assert "was lost" not in err
    assert 3 <= stored(tmp_path) < 30
    finished(tmp_path, "run", "league.toml", "--workers", "2")
    assert unbroken == results(tmp_path)


@pytest.mark.parametrize("delay", [0.3, 0.6, 0.9, 1.2])
def test_a_signal_at_the_start(tmp_path: Path, delay: float) -> None:
    """Also to workers that are still importing: no traceback, and no block is told as lost."""
    write_league(tmp_path, ENTRANTS, deals=1)
    process = arena(tmp_path, "run", "league.toml", "--workers", "2")
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert "was lost" not in err
    if "sandbox:" in err:  # before that Python itself may still be starting
        assert process.returncode in {1, 130}, err
        assert "Traceback" not in err


def test_kill_in_the_middle(tmp_path: Path, unbroken: list[str]) -> None:
    write_league(tmp_path, ENTRANTS, deals=1)
    for matches in (3, 9, 15):
        process = arena(tmp_path, "run", "league.toml", "--workers", "2")
        wait_for_matches(tmp_path, process, matches)
        process.kill()
        process.communicate(timeout=20)
        deadline = time.monotonic() + 5
        while processes_of(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert [] == processes_of(tmp_path)
    finished(tmp_path, "run", "league.toml", "--workers", "2")
    assert unbroken == results(tmp_path)


def test_a_second_run_is_told_that_one_is_running(tmp_path: Path) -> None:
    write_league(tmp_path, ENTRANTS, deals=1)
    first = arena(tmp_path, "run", "league.toml", "--workers", "1")
    wait_for_matches(tmp_path, first, 1)
    second = arena(tmp_path, "run", "league.toml")
    _, err = second.communicate(timeout=20)
    first.kill()
    first.communicate(timeout=20)
    assert 1 == second.returncode
    assert err.startswith("Error: ")
    assert "Traceback" not in err


def test_progress_goes_to_standard_error(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    process = arena(tmp_path, "run", "league.toml")
    out, err = process.communicate(timeout=60)
    assert "12 of 12 matches (100 %)" in err
    assert "sandbox: strong" in err
    assert "matches (" not in out
    assert "rank" in out
    again = arena(tmp_path, "--quiet", "run", "league.toml")
    assert (out, "") == again.communicate(timeout=60)
