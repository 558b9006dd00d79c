"""Bot against bot, of leagues made of real records."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.leagues import CLUMSY, make_league
from tests.cli.running import called


def meetings(league: Path) -> Any:
    done = called("crosstable", league, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def order(league: Path) -> list[str]:
    standings = json.loads(called("standings", league, "--format", "json").stdout)
    return [row["bot"] for row in standings]


def test_every_two_bots_have_a_row_for_programs(league: Path) -> None:
    found = meetings(league)
    assert [["bot", "opponent", "points", "matches"]] * 6 == [[*row] for row in found]
    assert {6} == {row["matches"] for row in found}
    assert order(league) == list(dict.fromkeys(row["bot"] for row in found))
    rows = list(csv.DictReader(StringIO(called("crosstable", league, "--format", "csv").stdout)))
    assert [{key: str(cell) for key, cell in row.items()} for row in found] == rows


def test_where_all_sit_at_one_table_points_are_those_of_the_leaderboard(league: Path) -> None:
    board = json.loads(called("leaderboard", league, "--format", "json").stdout)
    points = {row["bot"]: row["points"] for row in board}
    assert all(row["points"] == pytest.approx(points[row["bot"]]) for row in meetings(league))


@pytest.mark.parametrize("style", ["table", "md"])
def test_people_see_a_square_with_numbered_columns(league: Path, style: str) -> None:
    lines = called("crosstable", league, "--format", style).stdout.splitlines()
    assert ["#", "bot", "1", "2", "3"] == lines[0].replace("|", "").split()
    body = [line.replace("|", "").split() for line in lines if "." in line]
    assert [*zip("123", order(league), strict=True)] == [(row[0], row[1]) for row in body]
    assert [4] * 3 == [len(row) for row in body]


def test_two_that_have_not_met_have_an_empty_cell(tmp_path: Path) -> None:
    league = make_league(tmp_path, ["ant", "bee", "cat"], seats=2, deals=1, rated=2, without=3)
    empty = [row for row in json.loads(_printed(league, "json")) if row["points"] is None]
    assert 4 == len(empty)
    assert {0} == {row["matches"] for row in empty}


def _printed(league: Path, style: str) -> str:
    return called("crosstable", league, "--format", style).stdout


def test_bots_alone_at_their_tables_meet_on_every_deal(tmp_path: Path) -> None:
    league = make_league(tmp_path, seats=1, deals=4)
    assert {4} == {row["matches"] for row in meetings(league)}


def test_many_bots_fit_80_columns(tmp_path: Path) -> None:
    names = [f"{CLUMSY} but with a long name {number}" for number in range(30)]
    league = make_league(tmp_path, names, seats=2, deals=1)
    text = called("crosstable", league).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert 30 * len(text.split("\n\n")) == sum("…" in line for line in text.splitlines())


def test_matches_before_a_gap_are_counted(tmp_path: Path) -> None:
    league = make_league(tmp_path, rated=4, without=5)
    done = called("crosstable", league, "--format", "json")
    assert {4} == {row["matches"] for row in json.loads(done.stdout)}
    assert "1 finished match waits for earlier ones and is not counted yet.\n" == done.stderr
