"""Acts that are refused, each with its reason; and fixed seats, which say who sits where."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from arena.season.registration import snapshots_path
from tests.season.making import BOTS, write_league
from tests.season.test_acts import adds_up, arena, outcome, records, refused

ACTS = [
    ["league accept", "first"],
    ["league withdraw", "first", "--policy", "keep"],
    ["league disqualify", "first", "--reason", "x"],
    ["league add", "first"],
    ["rerate"],
]


@pytest.mark.parametrize("act", ACTS, ids=[act[0] for act in ACTS])
@pytest.mark.parametrize(
    ("change", "said"),
    [("seed", "league.seed was "), ("seats", "tables.seats was 3, is 2")],
)
def test_nothing_is_done_to_the_season_of_another_league_file(
    tmp_path: Path, act: list[str], change: str, said: str
) -> None:
    league = write_league(tmp_path)
    arena(league, "run", "--workers", "1", "--matches", "3")
    before = outcome(league)
    text = league.read_text()
    league.write_text(
        text.replace('seed = "', 'seed = "not ') if change == "seed" else text.replace("= 3", "= 2")
    )
    sentence = refused(league, *act)
    assert "its season has begun, and what it is played by has changed" in sentence
    assert said in sentence
    league.write_text(text)
    assert before == outcome(league)
    assert [] == json.loads(arena(league, "league log", "--format", "json"))


def test_who_is_out_is_not_taken_out_once_more(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    arena(league, "run", "--workers", "1", "--matches", "3")
    for act in (
        ["league withdraw", "first", "--policy", "keep"],
        ["league withdraw", "first", "--policy", "void"],
        ["league disqualify", "first", "--reason", "x"],
    ):
        arena(league, *act)
        assert "bot first is out of the season already" in refused(league, *act)
    adds_up(league)


def test_a_level_that_does_not_exist_is_told(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    arena(league, "run", "--workers", "1", "--matches", "3")
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        database.execute("UPDATE season SET sandbox = 'great'")
    for command in (["run"], ["league accept", "first"], ["verify", "--rerun", "1"]):
        (league.parent / "first.py").write_text(f"{BOTS['first']}\n")
        assert "its sandbox is 'great'; there are strong, good" in refused(league, *command)


@pytest.mark.parametrize("what", ["file", "dangling link"])
def test_where_files_cannot_be_kept_is_told(tmp_path: Path, what: str) -> None:
    league = write_league(tmp_path)
    kept = snapshots_path(league.with_suffix(".db"))
    if what == "file":
        kept.write_text("")
    else:
        kept.symlink_to(tmp_path / "nowhere/at all")
    said = refused(league, "run")
    assert f"{kept}: no files can be kept there: " in said


@pytest.mark.parametrize("seats", [2, 3])
def test_with_fixed_seats_a_new_version_sits_where_the_bot_has_sat(
    tmp_path: Path, seats: int
) -> None:
    league = write_league(tmp_path, seats=seats, deals=1, more='seating = "fixed"')
    arena(league, "run", "--workers", "1", "--matches", "2")
    for _ in range(2):
        for name in ("first", "last"):
            (tmp_path / f"{name}.py").write_text((tmp_path / f"{name}.py").read_text() + "\n")
            arena(league, "league accept", name)
        arena(league, "run", "--workers", "1")
        adds_up(league)
    order = list(dict.fromkeys(bot["name"] for bot in tomllib.loads(league.read_text())["bots"]))
    for record in records(league):
        names = [seat.bot for seat in record.seats]
        assert names == sorted(names, key=order.index)


def test_with_fixed_seats_who_comes_later_is_listed_last(tmp_path: Path) -> None:
    league = write_league(tmp_path, seats=2, deals=1, more='seating = "fixed"')
    arena(league, "run", "--workers", "1")
    text = league.read_text()
    new = '[[bots]]\nname = "new"\npath = "first.py"\n\n'
    league.write_text(text.replace("[[bots]]", f"{new}[[bots]]", 1))
    said = refused(league, "league add", "new")
    assert "list bot new at its place in chance, first, last, middle, new, and `arena" in said
    league.write_text(f"{text}\n{new}")
    arena(league, "league add", "new")
    arena(league, "run", "--workers", "1")
    adds_up(league)
