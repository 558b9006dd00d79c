"""Who started a run may die: it ends with its terminal, unless it was asked to outlive it."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.kernel import control_process
from tests.cli.running import command, environment
from tests.season.making import BOTS, write_league
from tests.season.test_nothing_left import (
    LONGEST_S,
    SET_CHILD_SUBREAPER,
    STUBBORN,
    processes_of,
)
from tests.season.test_signals import stored

MATCHES = 24
ENTRANTS = BOTS | {
    "first": STUBBORN.replace("0.3", "0.005"),
    "last": "import time\n\ndef decide(view):\n    time.sleep(0.002)\n    return view.legal[-1]\n",
}


class Terminal:
    """A terminal with a shell that runs a command, and waits for it."""

    def __init__(self, folder: Path, mark: str, *words: str) -> None:
        self.master, slave = os.openpty()
        run = shlex.join([*words, *command("run", "league.toml", "--workers", "2")])
        self.shell = subprocess.Popen(
            ["setsid", "--ctty", "sh", "-c", f"{run}; true"],
            cwd=folder,
            env=environment({mark: "1"}),
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)

    def close(self) -> None:
        """Close its window."""
        os.close(self.master)
        self.shell.wait(timeout=LONGEST_S)

    def kill_shell(self) -> None:
        """Kill its shell, with the window left open."""
        self.shell.kill()
        self.shell.wait(timeout=LONGEST_S)


@pytest.fixture
def mark(tmp_path: Path) -> str:
    """What the environment of a run's processes has."""
    control_process(SET_CHILD_SUBREAPER, 1)  # whoever loses its parent is below this process
    write_league(tmp_path, ENTRANTS)
    return f"ARENA_TEST_MARK_{tmp_path.name}"


def wait_until(is_so: Callable[[], bool], wait_s: float) -> bool:
    until = time.monotonic() + wait_s
    while not (so := is_so()) and time.monotonic() < until:
        time.sleep(0.02)
    return so


def has_begun(folder: Path) -> bool:
    try:
        return stored(folder) >= 2
    except Exception:  # noqa: BLE001 because the database may be half made at this moment
        return False


@pytest.mark.parametrize("end", [Terminal.close, Terminal.kill_shell])
def test_a_run_ends_with_its_terminal(
    tmp_path: Path, mark: str, end: Callable[[Terminal], None]
) -> None:
    others = processes_of(mark)
    terminal = Terminal(tmp_path, mark)
    assert wait_until(lambda: has_begun(tmp_path), 60)
    end(terminal)
    assert wait_until(lambda: not processes_of(mark) - others, LONGEST_S)
    assert 2 <= stored(tmp_path) < MATCHES


@pytest.mark.parametrize("words", [["nohup"], ["setsid", "--wait"]], ids=["nohup", "setsid"])
def test_a_run_outlives_its_terminal_if_asked_to(
    tmp_path: Path, mark: str, words: list[str]
) -> None:
    others = processes_of(mark)
    terminal = Terminal(tmp_path, mark, *words)
    assert wait_until(lambda: has_begun(tmp_path), 60)
    terminal.close()
    assert wait_until(lambda: not processes_of(mark) - others, 60)
    assert MATCHES == stored(tmp_path)


@pytest.mark.parametrize("words", ["", "nohup", "setsid"])
def test_without_a_terminal_too_a_run_ends_with_its_parent_unless_asked(
    tmp_path: Path, mark: str, words: str
) -> None:
    others = processes_of(mark)
    run = shlex.join(command("run", "league.toml", "--workers", "2"))
    parent = subprocess.Popen(
        ["sh", "-c", f"{words} {run} >told 2>&1 & wait"],
        cwd=tmp_path,
        env=environment({mark: "1"}),
        start_new_session=True,
    )
    assert wait_until(lambda: has_begun(tmp_path), 60)
    parent.kill()
    parent.wait(timeout=LONGEST_S)
    told = tmp_path / "told"
    if words:
        assert wait_until(lambda: not processes_of(mark) - others, 60)
        assert MATCHES == stored(tmp_path)
        assert "24 of 24 matches (100 %)" in told.read_text()
    else:
        assert wait_until(lambda: not processes_of(mark) - others, LONGEST_S)
        assert 2 <= stored(tmp_path) < MATCHES
        assert "Go on with: arena run league.toml --workers 2" in told.read_text()


def test_a_run_ends_when_nobody_reads_what_it_tells(tmp_path: Path, mark: str) -> None:
    """As that of a program which has died with the pipe that it read from."""
    write_league(tmp_path, ENTRANTS, deals=20)
    others = processes_of(mark)
    run = subprocess.Popen(
        command("run", "league.toml", "--workers", "2"),
        cwd=tmp_path,
        env=environment({mark: "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    assert wait_until(lambda: has_begun(tmp_path), 60)
    for pipe in (run.stdout, run.stderr):
        assert pipe is not None
        pipe.close()
    assert 1 == run.wait(timeout=60)
    assert not processes_of(mark) - others
    assert 2 <= stored(tmp_path) < 10 * MATCHES
