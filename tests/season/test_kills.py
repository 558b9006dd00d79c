"""Killed with -9 at whatever moment: nothing stored is lost, and the end is the same bytes.

Some moments of many; ``python -m bench.kills`` has the others.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.players.choosing import choose, try_level
from arena.sandbox.levels import Level
from tests.cli.running import arena, called
from tests.season.killing import Moment, Unbroken, attempt, make, unbroken
from tests.season.making import write_league
from tests.season.playing import opened
from tests.season.test_signals import arena as begin
from tests.season.test_signals import results

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


DEADLY = """#!/bin/sh
read left < {count}
if [ "$left" -gt 0 ]; then
    echo $((left - 1)) > {count}
    kill -9 $$
fi
exec {python} "$@"
"""


@pytest.fixture
def killed_zygotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """Have so many zygotes killed as they start; the file tells how many are left to be."""

    def kill(times: int) -> Path:
        count, python = tmp_path / "count", tmp_path / "python"
        count.write_text(f"{times}\n")
        python.write_text(DEADLY.format(count=count, python=sys.executable))
        python.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(python))
        return count

    return kill


def test_a_bot_whose_zygote_is_killed_takes_part(
    tmp_path: Path, killed_zygotes: Callable[[int], Path]
) -> None:
    league = write_league(tmp_path)
    left = killed_zygotes(1)
    with opened(league) as season:
        assert 4 == len(season.entries)
    assert "0\n" == left.read_text()


def test_a_bot_whose_zygotes_all_die_is_refused(
    tmp_path: Path, killed_zygotes: Callable[[int], Path]
) -> None:
    league = write_league(tmp_path)
    killed_zygotes(100)
    said = r"bot chance does not start: .*the process that starts bot"
    with pytest.raises(LeagueError, match=said), opened(league):
        pass


def test_a_level_whose_zygote_is_killed_is_tried_again(
    killed_zygotes: Callable[[int], Path],
) -> None:
    left = killed_zygotes(1)
    assert Level.STRONG is choose().level
    assert "0\n" == left.read_text()


def test_a_level_whose_zygotes_die_does_not_hold(killed_zygotes: Callable[[int], Path]) -> None:
    killed_zygotes(100)
    assert "the process that starts bots" in str(try_level(Level.STRONG).problem)


def test_killed_before_its_database_holds_anything_a_season_begins_again(
    tmp_path: Path, whole: Unbroken
) -> None:
    """The file is there for half a second before the season is in it."""
    make(tmp_path, DEALS)
    league, database = tmp_path / "league.toml", tmp_path / "league.db"
    run = begin(tmp_path, "run", league.name)
    while not (database.exists() and database.stat().st_size):
        assert run.poll() is None
    run.kill()
    run.communicate()
    with closing(sqlite3.connect(database)) as plain:
        assert [] == plain.execute("SELECT name FROM sqlite_schema").fetchall()
    assert "there is nothing in it yet" in called("leaderboard", league).stderr
    assert 0 == arena("run", league, cwd=tmp_path).returncode
    assert whole.results == results(tmp_path)
