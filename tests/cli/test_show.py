"""One match, as people and as programs are shown it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.store.logs import logs_path
from tests.cli.leagues import CLUMSY, SEED, make_league
from tests.cli.running import called


def test_a_match_is_shown_with_its_seats_its_faults_and_its_logs(league: Path) -> None:
    text = called("show", league, "5").stdout
    heading, seats, faults, *logs, again = text.split("\n\n")
    assert heading.startswith("Match 5: round 1, deal 1, seating 1, ")
    assert f"\nLine-up ant@1+bee@1+{CLUMSY}@1\n" in heading
    assert len(seats.splitlines()) == 4
    assert "  crash " in seats
    assert faults == f"{CLUMSY}@1: the bot raised an exception or its process ended"
    assert again.startswith("Play it again: arena play ")
    assert len(logs) == 3
    assert again.startswith("Play it again: arena play ")
    failed = next(log for log in logs if CLUMSY in log.splitlines()[0])
    assert "; the last 10 (" in failed
    assert failed.rstrip().endswith("ZeroDivisionError: division by zero")
    others = [log for log in logs if log is not failed]
    assert all("; the first 10 (" in log for log in others)
    assert all("question 1:" in log.splitlines()[1] for log in others)


def test_a_match_is_one_object_for_programs(league: Path) -> None:
    shown = json.loads(called("show", league, "5", "--format", "json").stdout)
    listed = json.loads(called("matches", league, "--format", "json").stdout)[4]
    assert (shown["match"], shown["round"], shown["deal"]) == (5, 1, 1)
    assert [seat["bot"] for seat in shown["seats"]] == listed["seats"]
    assert [seat["place"] for seat in shown["seats"]] == listed["places"]
    assert [seat["score"] for seat in shown["seats"]] == listed["scores"]
    assert [seat["fault"] for seat in shown["seats"]] == listed["faults"]
    assert shown["place"] == f"ant@1+bee@1+{CLUMSY}@1/1"
    assert not shown["clock_limited"]


def test_the_seats_are_a_table_in_the_other_styles(league: Path) -> None:
    lines = called("show", league, "5", "--format", "csv").stdout.splitlines()
    assert lines[0] == "seat,bot,place,score,tokens,cards,fault,move,detail"
    assert len(lines) == 4


def test_a_whole_log_is_shown(league: Path) -> None:
    shown = json.loads(called("show", league, "5", "--format", "json").stdout)
    seat = next(seat["seat"] for seat in shown["seats"] if seat["bot"] == f"{CLUMSY}@1")
    lines = called("show", league, "5", "--log", str(seat)).stdout.splitlines()
    assert len(lines) == 14
    assert lines[-1] == "ZeroDivisionError: division by zero"


def change_logs(league: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(logs_path(league.with_suffix(".db")))) as logs, logs:
        logs.execute(statement, values)


def test_what_a_bot_printed_cannot_harm_a_terminal(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=1)
    change_logs(league, "UPDATE logs SET text = ?, measured = ?", "\x1b[2Jboo\r\n\tx\u202e", "\x07")
    for text in (
        called("show", league, "1").stdout,
        called("show", league, "1", "--log", "0").stdout,
    ):
        assert "\\x1b[2Jboo\\r\n" in text
        assert "        x\\u202e\n" in text
        assert all(character.isprintable() or character == "\n" for character in text)


def test_a_log_that_is_not_kept_is_said(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=1)
    change_logs(league, "DELETE FROM logs WHERE seat = 1")
    change_logs(league, "UPDATE logs SET text = '', truncated = 1")
    text = called("show", league, "1").stdout
    assert "printed nothing.\n" in text
    assert ", its log is not kept.\n" in text
    done = called("show", league, "1", "--log", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: the log of seat 1 in match 1 is not kept.\n"
    assert called("show", league, "1", "--log", "0").stderr == (
        "It printed more than the league's log_kb allows.\n"
    )


def test_a_database_without_its_logs_is_enough(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=1)
    logs_path(league.with_suffix(".db")).unlink()
    done = called("show", league, "1")
    assert done.returncode == 0
    assert "No log of this match is kept;" in done.stdout


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("there is no match 7; 6 have been stored.", ["7"]),
        ("there is no seat 3 in match 6; its seats are 0 to 2.", ["6", "--log", "3"]),
    ],
)
def test_what_is_not_there_is_said(league: Path, sentence: str, words: list[str]) -> None:
    done = called("show", league, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(f"{sentence}\n")


def test_no_seed_but_that_of_a_played_deal_is_shown(tmp_path: Path) -> None:
    league = make_league(tmp_path, seed=None)
    text = "".join(called("show", league, str(number)).stdout for number in (1, 6))
    assert SEED not in text.split()
