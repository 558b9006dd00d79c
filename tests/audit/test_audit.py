"""A sound league passes every check, whatever has happened in it; and what is told of one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from arena.store.writer import open_writer
from tests.audit.conftest import copied
from tests.audit.making import CHECKS, FIELD, audited
from tests.audit.spoiling import ON_ID, spoiling, sql
from tests.cli.running import called
from tests.season.making import write_league
from tests.season.playing import play_league

COMMITTED = 'commitment = "sha256:{}"\nseed_file = "league.seed"'


def test_a_finished_league_adds_up(finished: Path) -> None:
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(finished)


def test_a_league_whose_field_has_changed_adds_up(changing: Path) -> None:
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(changing)
    notes = called("audit", changing).stdout
    assert "18 matches of the season, " in notes


@pytest.mark.parametrize("most", [0, 7])
def test_a_league_adds_up_before_its_end(tmp_path: Path, most: int) -> None:
    league = write_league(tmp_path, FIELD)
    play_league(league, most=most)
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(league)
    assert f"24 fixtures, {most} played, {24 - most} left" in called("audit", league).stdout


@pytest.mark.parametrize(
    ("seats", "seating"), [(1, "rotate"), (2, "rotate"), (2, "all"), (3, "all"), (3, "fixed")]
)
def test_leagues_of_every_kind_add_up(tmp_path: Path, seats: int, seating: str) -> None:
    league = write_league(tmp_path, seats=seats, deals=1, more=f'seating = "{seating}"')
    play_league(league)
    seats_result = "not checked" if seating == "fixed" else "holds"
    assert (0, dict.fromkeys(CHECKS, "holds") | {"seats": seats_result}, {}) == audited(league)


def test_a_secret_seed_is_asked_for_in_its_file(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1, seed=COMMITTED.format(sha256(b"secret").hexdigest()))
    (tmp_path / "league.seed").write_text("secret\n")
    play_league(league)
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(league)
    (tmp_path / "league.seed").rename(tmp_path / "elsewhere.seed")
    open_ones = dict.fromkeys(["seeds", "neighbours"], "not checked")
    assert (0, dict.fromkeys(CHECKS, "holds") | open_ones, {}) == audited(league)
    (tmp_path / "league.seed").write_text("another\n")
    status, results, findings = audited(league)
    assert (1, "wrong") == (status, results["files"])
    assert "is not the one that league.commitment commits to" in findings["files"][0]
    database = league.with_suffix(".db")
    league.unlink()
    status, results, findings = audited(league, "--db", str(database))
    open_ones = dict.fromkeys(["season", "seeds", "neighbours"], "not checked")
    assert (0, dict.fromkeys(CHECKS, "holds") | open_ones, {}) == (status, results, findings)


PROMISED = f"sha256:{sha256(b'secret').hexdigest()}"
BROKEN_PROMISES = {
    "said to be public": ["UPDATE season SET seed_source = 'public'"],
    "no commitment": ["UPDATE season SET commitment = NULL"],
    "another commitment": ["UPDATE season SET commitment = 'sha256:00'"],
    "another seed": ["UPDATE season SET seed = 'x'"],
    "said to be public, without a commitment": [
        "UPDATE season SET seed_source = 'public', commitment = NULL"
    ],
    "another seed, and its commitment": [
        f"UPDATE season SET seed = 'x', commitment = 'sha256:{sha256(b'x').hexdigest()}'"
    ],
}


@pytest.fixture(scope="module")
def revealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("revealed")
    league = write_league(folder, deals=1, seed=COMMITTED.format(PROMISED.removeprefix("sha256:")))
    (folder / "league.seed").write_text("secret\n")
    play_league(league)
    assert called("league", "reveal", league).returncode == 0
    (folder / "league.seed").unlink()
    return league


def test_a_seed_that_was_revealed_is_not_asked_for_again(revealed: Path) -> None:
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(revealed)


@pytest.mark.parametrize("changes", BROKEN_PROMISES.values(), ids=BROKEN_PROMISES)
def test_a_broken_promise_is_found_whatever_the_database_says(
    revealed: Path, tmp_path: Path, changes: list[str]
) -> None:
    league = copied(revealed, tmp_path)
    sql(*changes)(league)
    assert "wrong" == audited(league)[1]["seeds"]
    assert 1 == called("verify", league).returncode


def test_a_plan_that_cannot_be_played_is_told(league: Path) -> None:
    sql("UPDATE season SET plan = json_set(plan, '$.seats', 9)")(league)
    done = called("audit", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert "league.db: its plan cannot be played: tables.seats is 9; ten-1 has" in done.stderr


ODD: list[object] = [None, -1, 0, 1, 99, 0.5, "x", [], {}, [0], [0, 0, 0], [7]]


@pytest.mark.parametrize("value", ODD, ids=map(repr, ODD))
@pytest.mark.parametrize("command", ["audit", "leaderboard"])
def test_whatever_a_plan_holds_is_told_in_sentences(
    league: Path, command: str, value: object
) -> None:
    keys = ["points.places", "points.tie_breaks", "seats", "deals", "draw_probability", "seating"]
    keys += ["format.kind", "game", "deck", "entrants", "entrants[0].wave", "entrants[0].status"]
    for key in keys:
        with spoiling(league.with_suffix(".db")) as database:
            ((plan,),) = database.execute("SELECT plan FROM season").fetchall()
            spoilt = f"UPDATE season SET plan = json_set(plan, '$.{key}', json(?))"
            database.execute(spoilt, (json.dumps(value),))
        assert called(command, league).returncode in {0, 1}, key
        with spoiling(league.with_suffix(".db")) as database:
            database.execute("UPDATE season SET plan = ?", (plan,))


def test_a_damaged_file_is_said_to_be_one(league: Path) -> None:
    database = league.with_suffix(".db")
    called("rerate", league)  # which brings all of it into one file
    content = bytearray(database.read_bytes())
    content[8192:-4096] = bytes(len(content) - 12288)
    database.write_bytes(content)
    done = called("audit", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert "it is damaged and was left as it is; put a backup in its place" in done.stderr


def test_logs_that_cannot_be_read_are_said(league: Path) -> None:
    league.with_name("league-logs.db").write_bytes(b"these are no logs, but long enough " * 99)
    done = called("audit", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert "league-logs.db: it is not a database" in done.stderr


@pytest.mark.parametrize("content", [None, b"", "empty database"])
def test_logs_need_not_be_kept(league: Path, content: bytes | str | None) -> None:
    """Nor need there be any: the run that made their file may have been killed then."""
    logs = league.with_name("league-logs.db")
    logs.unlink()
    if isinstance(content, bytes):
        logs.write_bytes(content)
    elif content:
        with closing(sqlite3.connect(logs)) as database:
            database.execute("PRAGMA journal_mode = WAL")
    assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(league)
    assert called("show", league, "1").returncode == 0


def test_a_league_is_audited_while_it_is_written(league: Path) -> None:
    with open_writer(league.with_suffix(".db")) as writer:
        writer._connection.execute("BEGIN IMMEDIATE")
        writer._connection.execute("DELETE FROM records")
        assert (0, dict.fromkeys(CHECKS, "holds"), {}) == audited(league)


def test_findings_are_told_in_few_lines_and_with_verbose_in_all(league: Path) -> None:
    sql("UPDATE matches SET moves = 0")(league)
    done = called("audit", league, more={"COLUMNS": "80"})
    assert done.returncode == 1
    table, _, findings = done.stdout.partition("\n\n")
    assert all(len(line) <= 80 for line in table.splitlines())
    lines = findings.splitlines()
    assert lines[0].startswith("tables: match 1: moves: 0 in the tables, ")
    assert (6, "tables: and 19 more") == (len(lines), lines[-1])
    assert done.stderr == "Error: 1 of 17 checks does not hold: tables.\n"
    assert 24 == len(audited(league, "-v")[2]["tables"])


def test_what_is_stored_cannot_flood_or_steer_the_terminal(league: Path) -> None:
    sql(f"UPDATE seats SET fault_detail = char(27) || printf('%.*c', 9999, 'x') {ON_ID}")(league)
    sql(f"UPDATE seats SET fault = 'crash', fault_move = 1 {ON_ID}")(league)
    out = called("audit", league).stdout
    assert "\x1b" not in out
    assert all(len(line) < 400 for line in out.splitlines())


def test_a_league_that_adds_up_is_told(finished: Path) -> None:
    done = called("audit", finished)
    assert (0, "Everything that was checked adds up.\n") == (done.returncode, done.stderr)
    assert [*CHECKS] == [line.split()[0] for line in done.stdout.splitlines()[1:]]
