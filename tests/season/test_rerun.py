"""Stored matches are played again with their bots and compared move by move."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from arena.errors import BotError
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level
from arena.season.registration import snapshots_path
from arena.season.rerun import Rerun, rerun
from arena.store.reader import open_reader
from tests.cli.running import arena
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league

BY_THE_CLOCK = """
import time

def decide(view):
    return view.legal[time.monotonic_ns() // 1000 % len(view.legal)]
"""


def played_again(league: Path, count: int) -> list[Rerun]:
    with open_reader(league.with_suffix(".db")) as reader, Nursery(Level.STRONG) as nursery:
        return list(rerun(reader, "1", count, nursery))


@pytest.mark.parametrize(("count", "numbers"), [(1, [1]), (3, [1, 5, 9]), (99, list(range(1, 13)))])
def test_matches_are_spread_over_the_season_and_come_out_the_same(
    tmp_path: Path, count: int, numbers: list[int]
) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league)
    again = played_again(league, count)
    assert numbers == [match.number for match in again]
    assert {None} == {match.error for match in again}


def test_a_bot_that_plays_by_the_clock_is_found_out(tmp_path: Path) -> None:
    league = write_league(tmp_path, BOTS | {"first": BY_THE_CLOCK}, deals=1)
    play_league(league)
    errors = [match.error for match in played_again(league, 12)]
    assert 9 == len([error for error in errors if error]), "three of four line-ups have the bot"
    assert any("when played again" in str(error) for error in errors)


def test_bots_that_are_not_kept_are_named(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league)
    rmtree(snapshots_path(league.with_suffix(".db")))
    with pytest.raises(BotError, match=r"bot chance@1: .* are not kept"):
        played_again(league, 1)


def test_bots_that_are_kept_otherwise_are_named(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league)
    for file in snapshots_path(league.with_suffix(".db")).rglob("*.py"):
        file.write_text(BY_THE_CLOCK)
    with pytest.raises(BotError, match=r"bot chance@1: .* not those of this version"):
        played_again(league, 1)


def test_the_command_says_what_came_out(tmp_path: Path) -> None:
    league = write_league(tmp_path, BOTS | {"first": BY_THE_CLOCK}, deals=1)
    assert 0 == arena("run", league).returncode
    done = arena("verify", league, "--rerun", "12")
    assert 1 == done.returncode
    assert "12 records checked, all hold." in done.stderr
    assert "9 of 12 matches came out otherwise" in done.stderr
    assert "when played again" in done.stdout
    wrong = arena("verify", "records.jsonl", "--rerun", "1")
    assert 2 == wrong.returncode
    assert "--rerun is for a LEAGUE" in wrong.stderr
