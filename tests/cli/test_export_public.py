"""What everybody may know of a league, as a database of its own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from arena.store.reader import open_reader
from tests.cli.leagues import SEED, make_league
from tests.cli.running import called
from tests.season.making import write_league
from tests.season.playing import play_league


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "public.db"


def written(league: Path, target: Path, *options: str) -> None:
    done = called("export", "public", league, "-o", target, *options)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "words",
    [["leaderboard"], ["standings"], ["crosstable"], ["matches"], ["show"], ["export", "records"]],
)
def test_commands_read_it_as_the_league(league: Path, target: Path, words: list[str]) -> None:
    written(league, target)
    more = ["1"] if words == ["show"] else []
    before, after = called(*words, league, *more), called(*words, league, *more, "--db", target)
    assert 0 == after.returncode
    if words != ["show"]:  # which names the database in the command that plays the match again
        assert before.stdout == after.stdout


@pytest.mark.parametrize("seed", [SEED, None])
def test_its_records_hold(tmp_path: Path, target: Path, seed: str | None) -> None:
    written(make_league(tmp_path, seed=seed), target)
    done = called("verify", target, "--db", target)
    assert (0, "") == (done.returncode, done.stdout)
    assert done.stderr.endswith("6 records checked, all hold.\n")
    assert ("still secret" in done.stderr) == (seed is None)


def test_a_seed_that_was_made_and_the_paths_of_bots_are_nowhere_in_it(
    tmp_path: Path, target: Path
) -> None:
    league = write_league(tmp_path, seed="")
    play_league(league, most=1)
    told = called("-v", "export", "public", league, "-o", target)
    assert f"{target}: written from {league.with_suffix('.db')}.\n" in told.stderr
    seed = _made_seed(league.with_suffix(".db"))
    content = target.read_bytes()
    assert [] == [
        secret for secret in (seed, "chance.py", str(tmp_path)) if secret.encode() in content
    ]


def _made_seed(database: Path) -> str:
    with open_reader(database) as reader:
        season = reader.season()
    assert season.seed_source == "made"
    assert season.seed is not None
    assert season.seed.encode() in database.read_bytes()
    return season.seed


def test_it_is_a_file_as_others_are_and_one_alone(league: Path, target: Path) -> None:
    written(league, target)
    mask = os.umask(0)
    os.umask(mask)
    assert 0o666 & ~mask == stat.S_IMODE(target.stat().st_mode)
    assert [target] == [*target.parent.iterdir()]


def test_nothing_is_overwritten_unasked(league: Path, target: Path) -> None:
    target.write_text("mine")
    done = called("export", "public", league, "-o", target)
    assert (1, "mine") == (done.returncode, target.read_text())
    assert f"Error: {target}: it exists; --force writes over it.\n" == done.stderr
    written(league, target, "--force")
    assert target.read_bytes().startswith(b"SQLite format 3\0")


@pytest.mark.parametrize("part", ["house.db", "house-logs.db"])
def test_the_league_itself_is_not_overwritten_even_with_force(league: Path, part: str) -> None:
    before = (league.parent / part).read_bytes()
    done = called("export", "public", league, "-o", league.parent / part, "--force")
    assert (1, before) == (done.returncode, (league.parent / part).read_bytes())
    assert done.stderr.endswith("it is the league itself.\n")


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("it is not a regular file", "/dev/null"),
        ("it is not a regular file", "/"),
        ("it cannot be written: No such file or directory", "/nowhere/public.db"),
    ],
)
def test_a_place_that_holds_no_database_is_said(league: Path, sentence: str, place: str) -> None:
    done = called("export", "public", league, "-o", place, "--force")
    assert (1, "") == (done.returncode, done.stdout)
    assert f"Error: {place}: {sentence}.\n" == done.stderr
    assert Path("/dev/null").is_char_device()


def test_a_league_that_is_damaged_leaves_no_file(league: Path, tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    content = league.with_suffix(".db").read_bytes()
    database.write_bytes(content[: len(content) // 2])
    done = called("export", "public", league, "--db", database, "-o", tmp_path / "public.db")
    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
    assert [] == [file for file in tmp_path.iterdir() if "public" in file.name]
