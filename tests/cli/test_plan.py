"""What a league comes to, told before it is run and while it is."""

from __future__ import annotations

import csv
import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.leagues import make_league
from tests.cli.running import called
from tests.season.making import BOTS, write_league

RAISES = 'raise SystemExit("a bot was started")\n'


@pytest.fixture
def league_file(tmp_path: Path) -> Path:
    """Four bots, three a table, that nobody may start."""
    return write_league(tmp_path, dict.fromkeys(BOTS, RAISES), deals=5)


def facts(league: Path, *options: str) -> Any:
    done = called("plan", league, "--format", "json", *options)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def begun(folder: Path, without: int | None = None) -> Path:
    """A league file with the database of its season."""
    rated = None if without is None else without - 1
    league = make_league(folder, ["ant", "bee", "clumsy"], deals=4, rated=rated, without=without)
    written = write_league(folder, dict.fromkeys(["ant", "bee", "clumsy"], RAISES), deals=4)
    return written.rename(league)


def test_the_file_alone_is_enough_and_nothing_is_written(league_file: Path) -> None:
    before = sorted(league_file.parent.iterdir())
    found = facts(league_file, "--workers", "3")
    assert sorted(league_file.parent.iterdir()) == before
    assert (4, 3, 5) == (found["bots"], found["seats"], found["deals"])
    assert (5, 20, 60, 0) == tuple(found[key] for key in ("rounds", "blocks", "matches", "played"))
    assert (15, 15) == (found["deals_per_bot_least"], found["deals_per_bot_most"])
    assert (45, 45) == (found["matches_per_bot_least"], found["matches_per_bot_most"])
    assert (30, 30) == (found["matches_per_pair_least"], found["matches_per_pair_most"])
    assert 3 == found["workers"]
    assert 0 < found["likely_s"] < found["worst_s"] == 7 * 3 * 20
    assert 0 < found["error"] < 0.5


def test_there_are_as_many_workers_as_a_run_would_have(league_file: Path) -> None:
    assert len(os.sched_getaffinity(0)) == facts(league_file)["workers"]


def test_csv_has_the_same_facts(league_file: Path) -> None:
    (row,) = csv.DictReader(StringIO(called("plan", league_file, "--format", "csv").stdout))
    told = {key: "" if fact is None else str(fact) for key, fact in facts(league_file).items()}
    assert told == row


def test_people_read_what_it_rests_on_within_their_terminal(league_file: Path) -> None:
    done = called("plan", league_file, "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "")
    table, *notes = done.stdout.split("\n\n")
    assert "matches           60" in table.splitlines()
    assert "worst time        10 min 0 s" in table.splitlines()
    assert ["Likely time", "Worst time", "Expected error"] == [
        note.partition(":")[0] for note in notes
    ]
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_markdown_has_the_same_words(league_file: Path) -> None:
    text = called("plan", league_file, "--format", "md").stdout
    assert text.startswith("| what | planned |\n| --- | --- |\n")
    assert "\nExpected error: half of a 95 % interval" in text


def test_too_few_deals_have_no_error_bar(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1)
    assert facts(league)["error"] is None
    assert "expected error    unknown" in called("plan", league).stdout


def test_a_bot_alone_has_nobody_to_err_about(tmp_path: Path) -> None:
    league = write_league(tmp_path, {"ant": RAISES}, seats=1, deals=9)
    assert 0.0 == facts(league)["error"]
    assert "matches per pair  0\n" in (text := called("plan", league).stdout)
    assert "expected error    ± 0\n" in text


@pytest.mark.parametrize("named", [False, True])
def test_a_season_that_has_begun_tells_its_pace(tmp_path: Path, named: bool) -> None:
    league = begun(tmp_path, without=12)
    database = league.with_suffix(".db")
    options = []
    if named:
        options = ["--db", str(database.rename(tmp_path / "other.db"))]
    found = facts(league, *options)
    assert (12, 11) == (found["matches"], found["played"])
    assert "pace of the 11 matches played so far" in found["likely_from"]
    assert found["likely_s"] < found["worst_s"] == 3 * 20
    assert "matches           12, 11 of them played" in called("plan", league, *options).stdout


def test_the_pace_is_from_the_beginning_until_the_last_match(tmp_path: Path) -> None:
    league = begun(tmp_path, without=12)
    database = league.with_suffix(".db")
    written = database.stat().st_mtime
    os.utime(database, (written + 11 * 60, written + 11 * 60))
    assert 60 == pytest.approx(facts(league)["likely_s"], abs=1)


def test_after_a_season_nothing_is_left(tmp_path: Path) -> None:
    text = called("plan", begun(tmp_path)).stdout
    assert "worst time        nothing is left to play\n" in text


def test_a_file_that_no_longer_fits_its_season_is_told_so(tmp_path: Path) -> None:
    league = begun(tmp_path)
    league.write_text(league.read_text().replace("deals = 4", 'deals = 3\nseating = "all"'))
    done = called("plan", league)
    assert 0 == done.returncode
    assert done.stderr == (
        f"{league.with_suffix('.db')} was begun otherwise, and `arena run` will not go on with it:"
        '\n  tables.seating was "rotate", is "all"'
        "\n  tables.deals was 4, is 3; deals can only be added\n"
    )


def test_a_database_that_cannot_be_read_is_said(league_file: Path) -> None:
    database = league_file.with_suffix(".db")
    database.write_text("this is no database, but long enough to be looked at " * 9)
    done = called("plan", league_file)
    assert (1, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith(f"Error: {database}: it is not a database")


def test_mistakes_in_the_file_are_listed(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text("[league]\nname = 1\n")
    done = called("plan", "league.toml", cwd=tmp_path)
    assert (1, "") == (done.returncode, done.stdout)
    assert "league.toml:2: league.name is 1" in done.stderr
