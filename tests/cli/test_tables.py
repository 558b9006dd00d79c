"""Leaderboard, standings and matches, of leagues made of real records."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from arena.ranking.leaderboard import LeaderboardRow
from arena.ranking.standings import StandingsRow
from tests.cli.leagues import CLUMSY, make_league
from tests.cli.running import called


def printed(*arguments: str | Path) -> str:
    done = called(*arguments, more={"COLUMNS": "120"})
    assert done.returncode == 0
    return done.stdout


def rows(*arguments: str | Path) -> Any:
    return json.loads(printed(*arguments, "--format", "json"))


@pytest.mark.parametrize(
    ("columns", "command"),
    [
        ([*LeaderboardRow.__struct_fields__], "leaderboard"),
        ([*StandingsRow.__struct_fields__], "standings"),
        (["match", "round", "block", "deal", "seats", "places", "scores", "faults"], "matches"),
    ],
)
def test_columns_stand_in_their_order_in_every_style(
    league: Path, columns: list[str], command: str
) -> None:
    assert [list(row) for row in rows(command, league)] == [columns] * len(rows(command, league))
    assert next(csv.reader(StringIO(printed(command, league, "--format", "csv")))) == columns
    markdown = printed(command, league, "--format", "md").splitlines()[0]
    assert markdown == f"| {' | '.join(columns)} |"
    heading = printed(command, league).splitlines()[0].split()
    assert heading == [column for column in columns if column not in LEFT_OUT[command]]


LEFT_OUT: dict[str, Sequence[str]] = {
    "leaderboard": ["remark"],  # what is said of a few rows stands beneath the table
    "standings": ["decided_by", "remark"],
    "matches": [],
}


def test_the_leaderboard_adds_up(league: Path) -> None:
    board = rows("leaderboard", league)
    assert [row["rank"] for row in board] == [1, 2, 3]
    assert {row["bot"] for row in board} == {"ant", "bee", CLUMSY}
    assert all(row["matches"] == 6 for row in board)
    assert sum(row["points"] for row in board) == pytest.approx(3 / 2)
    assert {row["bot"]: row["faults"] for row in board} == {"ant": 0, "bee": 0, CLUMSY: 3}
    for row in board:
        assert row["rating"] == row["mu"] - 3 * row["sigma"]


def test_the_standings_add_up(league: Path) -> None:
    standings = rows("standings", league)
    assert sum(row["points"] for row in standings) == pytest.approx(6 * 3 / 2)
    for row in standings:
        assert sum(row["places"]) == row["matches"] == 6
        assert row["wins"] == row["places"][0]


def test_ties_are_explained_beneath_the_table_for_people(league: Path) -> None:
    decided = {
        row["bot"]: row["decided_by"] for row in rows("standings", league) if row["decided_by"]
    }
    assert decided
    _, _, notes = printed("standings", league).partition("\n\n")
    assert notes == "".join(f"{bot}: {reason}\n" for bot, reason in decided.items())


def test_matches_stand_in_the_order_of_the_schedule(league: Path) -> None:
    listed = rows("matches", league)
    assert [(row["match"], row["round"], row["block"], row["deal"]) for row in listed] == [
        (1, 0, 1, 0),
        (2, 0, 1, 0),
        (3, 0, 1, 0),
        (4, 1, 2, 1),
        (5, 1, 2, 1),
        (6, 1, 2, 1),
    ]
    for row in listed:
        assert sorted(row["seats"]) == ["ant@1", "bee@1", f"{CLUMSY}@1"]
        assert [len(row[key]) for key in ("places", "scores", "faults")] == [3, 3, 3]
        failed = [seat for seat, fault in enumerate(row["faults"]) if fault == "crash"]
        assert failed == ([row["seats"].index(f"{CLUMSY}@1")] if row["deal"] else [])


@pytest.mark.parametrize(
    ("numbers", "options"),
    [
        pytest.param([1, 2, 3, 4, 5, 6], [], id="all"),
        pytest.param([5, 6], ["--last", "2"], id="the last two"),
        pytest.param([], ["--last", "0"], id="the last none"),
        pytest.param([1, 2, 3, 4, 5, 6], ["--last", "99"], id="more than there are"),
        pytest.param([4, 5, 6], ["--faults"], id="with faults"),
        pytest.param([4, 5, 6], ["--bot", CLUMSY, "--faults"], id="with the bot's faults"),
        pytest.param([], ["--bot", "ant", "--faults"], id="with faults of others only"),
        pytest.param([6], ["--bot", f"{CLUMSY}@1", "--faults", "--last", "1"], id="all options"),
    ],
)
def test_matches_are_chosen(league: Path, numbers: list[int], options: list[str]) -> None:
    assert [row["match"] for row in rows("matches", league, *options)] == numbers


def test_matches_are_chosen_by_bot(tmp_path: Path) -> None:
    league = make_league(tmp_path, ["ant", "ant 2", "bee"], seats=2, deals=1)
    chosen = rows("matches", league, "--bot", "ant")
    assert len(chosen) == 4
    assert all("ant@1" in row["seats"] for row in chosen)


def test_no_match_is_an_empty_table_and_a_sentence(league: Path) -> None:
    done = called("matches", league, "--bot", "ant", "--faults")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    assert done.stderr == "There is no such match.\n"


@pytest.mark.parametrize("bot", ["wasp", "ant@2", ""])
def test_a_bot_that_is_not_in_the_league_is_refused(league: Path, bot: str) -> None:
    done = called("matches", league, "--bot", bot)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(f"is no bot of this league; its bots are ant, bee, {CLUMSY}.\n")


@pytest.mark.parametrize(
    ("sentence", "without"),
    [
        ("5 finished matches wait for earlier ones and are not counted yet.\n", 1),
        ("1 finished match waits for earlier ones and is not counted yet.\n", 5),
    ],
)
@pytest.mark.parametrize("command", ["leaderboard", "standings"])
def test_matches_before_a_gap_are_counted(
    tmp_path: Path, command: str, sentence: str, without: int
) -> None:
    league = make_league(tmp_path, rated=without - 1, without=without)
    done = called(command, league, "--format", "json")
    assert done.stderr == sentence
    assert {row["matches"] for row in json.loads(done.stdout)} == {without - 1}


def test_a_league_that_has_not_begun_to_be_rated_has_a_leaderboard(tmp_path: Path) -> None:
    league = make_league(tmp_path, rated=0, without=1)
    board = rows("leaderboard", league)
    assert [row["rank"] for row in board] == [1, 1, 1]
    assert {row["rating"] for row in board} == {0.0}


def test_one_seat_leagues_are_ranked_by_virtual_tables(tmp_path: Path) -> None:
    league = make_league(tmp_path, seats=1, deals=4)
    assert {row["matches"] for row in rows("leaderboard", league)} == {4}
    assert {row["block"] for row in rows("matches", league)} == set(range(1, 13))
    clumsy = next(row for row in rows("standings", league) if row["bot"] == CLUMSY)
    assert clumsy["places"][2] >= 2


ODD_NAMES = ["1e5", "007", "12", "漢字のボット", "मराठी 2"]


@pytest.mark.parametrize("style", ["table", "md", "csv", "json"])
def test_odd_names_are_printed_as_they_are(tmp_path: Path, style: str) -> None:
    league = make_league(tmp_path, ODD_NAMES, seats=5, deals=1)
    for command in ("leaderboard", "standings", "matches"):
        text = printed(command, league, "--format", style)
        assert [name for name in ODD_NAMES if name not in text] == []


@pytest.mark.parametrize("command", ["leaderboard", "standings", "matches"])
@pytest.mark.parametrize("seats", [2, 4])
def test_long_names_fit_80_columns(tmp_path: Path, command: str, seats: int) -> None:
    names = [f"{'abcdefgh'[number] * 16} {number * 11111111:015}" for number in range(seats + 1)]
    league = make_league(tmp_path, names, seats=seats, deals=1)
    table, _, _ = called(command, league).stdout.partition("\n\n")
    assert max(map(len, table.splitlines())) <= 80
    wide = called(command, league, more={"COLUMNS": "200"}).stdout
    assert all(name in wide for name in names)


def test_the_league_file_is_not_needed_once_there_is_a_database(
    league: Path, tmp_path: Path
) -> None:
    assert not league.exists()
    here = called("leaderboard", league.name, cwd=league.parent)
    there = called("leaderboard", "other.toml", "--db", league.with_suffix(".db"), cwd=tmp_path)
    itself = called("leaderboard", league.with_suffix(".db"))
    assert here.stdout == there.stdout == itself.stdout != ""


READING = [
    *[["leaderboard"], ["standings"], ["crosstable"], ["matches"], ["verify"]],
    *[["export", kind] for kind in ("records", "matches", "seats", "ratings", "standings")],
    *[["export", "public", "-o", "copy.db"], ["backup", "-o", "copy.db"]],
    ["leaderboard"],
    ["standings"],
    ["matches"],
    ["export", "records"],
    ["verify"],
    ["audit"],
    ["rerate"],
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_without_a_database_the_command_that_makes_it_is_named(
    tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "new.toml").touch()
    done = called(*words, "new.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Error: new.db: there is no such database; `arena run new.toml` makes it.\n"
    )
    assert [tmp_path / "new.toml"] == [*tmp_path.iterdir()]


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.parametrize(
    ("sentence", "given"),
    [
        ("Error: typo.toml: there is no such league file, and no database typo.db.\n", "typo.toml"),
        ("Error: folder.toml: it is a folder, not a league file.\n", "folder.toml"),
        ("Error: text.db: it is not a database", "text.toml"),
    ],
)
def test_what_is_no_league_is_refused(
    tmp_path: Path, words: list[str], sentence: str, given: str
) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "text.db").write_text("this is no database, but long enough to be looked at " * 9)
    done = called(*words, given, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr
