"""A worker that dies takes along what it was playing, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

from arena.season.loop import Progress
from tests.season.making import BOTS, write_league
from tests.season.playing import outcome, play_league, processes

KILLS_ITS_WORKER = """
import os, signal

def parent_of(pid):
    with open(f"/proc/{pid}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])

def decide(view):
    if TIMES == "always" or not os.path.exists(MARK):
        os.close(os.open(MARK, os.O_CREAT))
        os.kill(parent_of(os.getppid()), signal.SIGKILL)
    return view.legal[0]
"""


def assassin(mark: Path, times: str) -> str:
    return f"MARK, TIMES = {str(mark)!r}, {times!r}\n{KILLS_ITS_WORKER}"


def test_a_block_whose_worker_dies_is_played_again(tmp_path: Path) -> None:
    bots = BOTS | {"first": assassin(tmp_path / "mark", "once")}
    league = write_league(tmp_path, bots)
    told: list[Progress] = []
    assert [] == play_league(league, processes(2), tell=told.append)
    lost = [progress.lost for progress in told if progress.lost]
    assert [True] == [block.again for block in lost]
    assert "its process was killed" == lost[0].reason

    (tmp_path / "whole").mkdir()
    whole = write_league(tmp_path / "whole", BOTS | {"first": bots["first"]})
    play_league(whole)
    assert outcome(whole) == outcome(league)


def test_who_kills_every_worker_is_left_alone(tmp_path: Path) -> None:
    bots = BOTS | {"first": assassin(tmp_path / "mark", "always")}
    league = write_league(tmp_path, bots, deals=1)
    lost = play_league(league, processes(2))
    assert 3 == len(lost), "three line-ups of four have the bot"
    records, _ = outcome(league)
    assert 3 == len(records), "the fourth is played"


KILLS_ITS_ZYGOTE = KILLS_ITS_WORKER.replace("parent_of(os.getppid())", "os.getppid()")


def test_a_zygote_that_dies_is_the_platforms_failure(tmp_path: Path) -> None:
    source = f"MARK, TIMES = {str(tmp_path / 'mark')!r}, 'once'\n{KILLS_ITS_ZYGOTE}"
    league = write_league(tmp_path, BOTS | {"first": source})
    for workers in (processes(2),):
        told: list[Progress] = []
        assert [] == play_league(league, workers, tell=told.append)
        assert [True] == [progress.lost.again for progress in told if progress.lost]
    assert 24 == len(outcome(league)[0])


def test_nothing_is_left_running(tmp_path: Path) -> None:
    play_league(write_league(tmp_path), processes(2))
    deadline = time.monotonic() + 5
    while (left := left_over(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left


def left_over(folder: Path) -> list[str]:
    """Processes beneath this one that start bots, and bots that play in a folder.

    Other tests may be running beside this one, so only what is ours counts.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            ours = parent == os.getpid() and b"multiprocessing.spawn" in command
            if ours or (process / "cwd").readlink().is_relative_to(folder):
                found.append(f"{process.name} {command!r}")
        except OSError:
            continue
    return found
