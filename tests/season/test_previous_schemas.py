"""Databases that previous versions of the arena have left are brought up to date and go on.

``previous/`` has one of each schema as SQL. They were written by the arena of that time, and are
never written anew: another one is added when a step is added to the schema.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.plan import Plan
from arena.store.league_schema import LEAGUE
from arena.store.opening import open_for_reading
from arena.store.reader import open_reader
from arena.store.schema import applied_steps, columns
from tests.cli.running import called
from tests.season.making import write_league

PREVIOUS = sorted(Path(__file__).with_name("previous").glob("*.sql"))


def restored(script: Path, folder: Path) -> Path:
    """The league file of a season whose database an older arena has left."""
    league = write_league(folder, seats=2, deals=1)
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database:
        database.executescript(script.read_text())
    return league


def outcome(league: Path) -> list[str]:
    commands = (["export", "records"], ["leaderboard"], ["standings"])
    done = [called(*command, league) for command in commands]
    assert [0] * len(done) == [one.returncode for one in done], [one.stderr for one in done]
    return [one.stdout for one in done]


@pytest.fixture(params=PREVIOUS, ids=lambda script: script.stem)
def league(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return restored(request.param, tmp_path)


def test_there_is_one_of_every_schema_but_the_last() -> None:
    """Of those from the first one that has been released."""
    steps = [script.read_text().count("'league database'") for script in PREVIOUS]
    assert [*range(2, len(LEAGUE.steps))] == steps


def test_it_is_not_read_before_it_is_up_to_date(league: Path) -> None:
    done = called("leaderboard", league)
    assert done.returncode == 1
    assert "an older arena wrote it; `arena run" in done.stderr


def test_its_season_goes_on_to_the_same_end(league: Path, tmp_path: Path) -> None:
    done = called("run", league, "--workers", "1", "--new-versions")
    assert done.returncode == 0, done.stderr
    (tmp_path / "unbroken").mkdir()
    unbroken = write_league(tmp_path / "unbroken", seats=2, deals=1)
    assert called("run", unbroken, "--workers", "1").returncode == 0
    assert outcome(unbroken) == outcome(league)


def test_it_becomes_what_a_new_one_is(league: Path) -> None:
    assert called("run", league, "--matches", "1", "--new-versions").returncode == 0
    with closing(open_for_reading(league.with_suffix(".db"), LEAGUE, "")) as database:
        assert [*LEAGUE.steps] == applied_steps(database, LEAGUE)
        stored = columns(database)
        assert {table: stored[table] for table in LEAGUE.columns()} == LEAGUE.columns()
    with open_reader(league.with_suffix(".db")) as reader:
        plan = reader.season().plan
        assert isinstance(plan, Plan)
        assert [bot.entrant for bot in reader.bots()] == plan.entrants
