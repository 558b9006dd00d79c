"""Killed with -9 at whatever moment: nothing stored is lost, and the end is the same bytes.

Some moments of many; ``python -m bench.kills`` has the others.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from arena.errors import LeagueError
from arena.players.choosing import choose, try_level
from arena.sandbox.levels import Level
from tests.season.killing import Moment, Unbroken, attempt, unbroken
from tests.season.making import write_league
from tests.season.playing import opened
from tests.season.test_workers import ZYGOTE, below_this

DEALS = 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Unbroken:
    return unbroken(tmp_path_factory.mktemp("unbroken"), DEALS)


@pytest.mark.parametrize(
    "moment",
    [
        Moment("start", "coordinator", 0.6),
        Moment("start", "zygote", 0.1),
        Moment("play", "coordinator", 0.5),
        Moment("play", "worker", 0.2),
        Moment("play", "zygote", 0.4),
        Moment("commit", "coordinator", 0.3),
        Moment("rating", "coordinator", 0.1),
    ],
    ids=lambda moment: f"{moment.victim} {moment.aim}",
)
def test_killed_in(tmp_path: Path, whole: Unbroken, moment: Moment) -> None:
    assert [] == attempt(tmp_path, DEALS, moment, whole).wrong


@contextmanager
def killing_zygotes(times: int) -> Iterator[list[int]]:
    """Kill so many zygotes of this process, each as soon as it is seen."""
    killed: list[int] = []
    others = set(below_this(ZYGOTE))
    over = Event()

    def kill() -> None:
        while not over.is_set():
            for pid in below_this(ZYGOTE):
                if pid not in others and len(killed) < times:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)
                        others.add(pid)

    thread = Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def test_a_bot_whose_zygote_is_killed_takes_part(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    with killing_zygotes(1) as killed, opened(league) as season:
        assert 4 == len(season.entries)
    assert 1 == len(killed)


def test_a_bot_whose_zygotes_all_die_is_refused(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    with (
        killing_zygotes(100),
        pytest.raises(
            LeagueError, match=r"bot chance does not start: .*the process that starts bot"
        ),
        opened(league),
    ):
        pass


def test_a_level_whose_zygote_is_killed_is_tried_again() -> None:
    with killing_zygotes(1) as killed:
        assert Level.STRONG is choose().level
    assert 1 == len(killed)


def test_a_level_whose_zygotes_die_does_not_hold() -> None:
    with killing_zygotes(100):
        found = try_level(Level.STRONG)
    assert "the process that starts bots" in str(found.problem)
