"""A backup is complete, safe, and enough to go on from."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from arena.store.reader import open_reader
from tests.cli.leagues import make_league
from tests.cli.running import arena, called, command, environment
from tests.season.making import write_league
from tests.season.playing import outcome, play_league


def test_it_is_the_league_for_its_owner_alone(league: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = called("backup", league, "-o", copy)
    assert (0, "") == (done.returncode, done.stdout)
    assert 0o600 == stat.S_IMODE(copy.stat().st_mode)
    assert [copy] == [*tmp_path.iterdir()]
    assert outcome(league) == outcome(copy)


def test_what_else_belongs_into_a_backup_is_told(league: Path, tmp_path: Path) -> None:
    done = called("backup", league.name, "-o", tmp_path / "copy.db", cwd=league.parent)
    first, *parts = done.stderr.splitlines()
    assert (
        f"{tmp_path / 'copy.db'}: 6 matches of house.db; to go on from it, keep as well:" in first
    )
    assert [part.split(",")[0].strip() for part in parts] == [
        *("house.toml", "house-bots", "house-logs.db"),
    ]
    assert "" == called("-q", "backup", league, "-o", tmp_path / "other.db").stderr


def test_a_secret_seed_is_not_in_it_and_that_is_told(tmp_path: Path) -> None:
    league = make_league(tmp_path, seed=None)
    done = called("backup", league, "-o", tmp_path / "copy.db")
    assert f"  the seed file that {league} names; without it nothing goes on\n" in done.stderr


@pytest.mark.parametrize("there", ["file", "folder", "itself"])
def test_nothing_is_overwritten(league: Path, tmp_path: Path, there: str) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "itself").symlink_to(league.with_suffix(".db"))
    before = league.with_suffix(".db").read_bytes()
    done = called("backup", league, "-o", there, cwd=tmp_path)
    assert (1, "") == (done.returncode, done.stdout)
    assert f"Error: {there}: it exists, and a backup is written over nothing.\n" == done.stderr
    assert "mine" == (tmp_path / "file").read_text()
    assert before == league.with_suffix(".db").read_bytes()
    assert 2 == called("backup", league, "-o", there, "--force", cwd=tmp_path).returncode


def test_a_folder_that_is_not_there_is_said(league: Path, tmp_path: Path) -> None:
    done = called("backup", league, "-o", "nowhere/copy.db", cwd=tmp_path)
    assert 1 == done.returncode
    assert done.stderr == (
        "Error: nowhere/copy.db: it cannot be written: No such file or directory.\n"
    )


def test_a_place_to_write_must_be_named(league: Path) -> None:
    done = called("backup", league)
    assert (2, "") == (done.returncode, done.stdout)
    assert "Missing option '-o'" in done.stderr


@pytest.mark.parametrize("words", [["backup"], ["export", "public"]])
def test_a_disk_that_is_full_leaves_nothing(league: Path, tmp_path: Path, words: list[str]) -> None:
    call = command(*words, league, "-o", tmp_path / "copy.db")
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 8; exec "$@"', "-", *call],
        env=environment({"SQLITE_TMPDIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (1, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("Error: ")
    assert "the disk " in done.stderr
    assert [] == [*tmp_path.iterdir()]


def test_a_run_goes_on_from_a_copy_made_during_it(tmp_path: Path) -> None:
    for name in ("straight", "running", "restored"):
        (tmp_path / name).mkdir()
    straight = write_league(tmp_path / "straight", deals=3)
    play_league(straight)
    league = write_league(tmp_path / "running", deals=3)
    copies = [tmp_path / f"copy-{number}.db" for number in range(2)]
    process = subprocess.Popen(
        command("run", league, "--workers", "1"),
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for copy in copies:
            while arena("-q", "backup", league, "-o", copy).returncode:
                assert process.poll() is None  # it has not begun its database
        assert process.wait() == 0
    finally:
        process.kill()
        process.wait()
    assert outcome(straight) == outcome(league)
    for copy in copies:
        with closing(sqlite3.connect(copy)) as plain:
            assert [("ok",)] == plain.execute("PRAGMA quick_check").fetchall()
        _restore(copy, tmp_path / "running", tmp_path / "restored")
        play_league(tmp_path / "restored" / league.name)
        assert outcome(straight) == outcome(tmp_path / "restored" / league.name)


def _restore(copy: Path, running: Path, restored: Path) -> None:
    """Put together what `arena backup` says is needed, in another folder."""
    shutil.rmtree(restored)
    restored.mkdir()
    for part in running.iterdir():
        if part.suffix in {".toml", ".py"}:
            shutil.copy(part, restored)
    shutil.copytree(running / "league-bots", restored / "league-bots")
    shutil.copy(copy, restored / "league.db")


def test_the_copy_is_read_in_place_of_the_league(league: Path, tmp_path: Path) -> None:
    called("backup", league, "-o", tmp_path / "copy.db")
    there = called("leaderboard", league, "--db", tmp_path / "copy.db")
    assert called("leaderboard", league).stdout == there.stdout
    with open_reader(tmp_path / "copy.db") as reader:
        assert 6 == len(reader.played_keys())
