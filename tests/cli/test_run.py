"""``arena run``: what it takes and refuses. How it is interrupted: tests/season/test_signals.py."""

from __future__ import annotations

import resource
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli import running
from tests.cli.test_play import arena
from tests.season.making import write_league


def test_in_pieces_by_number(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    arena(tmp_path, "run", "league.toml", "--matches", "5")
    listed = arena(tmp_path, "matches", "league.toml", "--format", "csv").stdout
    assert 5 == len(listed.splitlines()) - 1
    arena(tmp_path, "run", "league.toml")
    again = arena(tmp_path, "run", "league.toml")
    assert "Nothing is left to play." in again.stderr
    assert 0 == again.returncode


def test_for_some_time(tmp_path: Path) -> None:
    slow = "import time\n\ndef decide(view):\n    time.sleep(0.01)\n    return view.legal[0]\n"
    write_league(tmp_path, {"one": slow, "two": slow}, seats=2, deals=500)
    done = arena(tmp_path, "run", "league.toml", "--for", "2s")
    assert 0 == done.returncode, done.stderr
    listed = arena(tmp_path, "matches", "league.toml", "--format", "csv").stdout
    assert 1 <= len(listed.splitlines()) - 1 < 1000


def test_a_database_elsewhere(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    (tmp_path / "there").mkdir()
    done = arena(tmp_path, "run", "league.toml", "--db", "there/season.db", "--matches", "1")
    assert 0 == done.returncode, done.stderr
    assert not (tmp_path / "league.db").exists()
    assert (tmp_path / "there" / "season-bots").is_dir()


def test_the_environment_gives_options(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    running.arena("run", "league.toml", cwd=tmp_path, more={"ARENA_RUN_MATCHES": "2"})
    listed = arena(tmp_path, "matches", "league.toml", "--format", "csv").stdout
    assert 2 == len(listed.splitlines()) - 1


def test_a_made_seed_is_told_once(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1, seed="")
    first = arena(tmp_path, "run", "league.toml", "--matches", "1")
    second = arena(tmp_path, "run", "league.toml", "--matches", "1")
    assert "was made for it" in first.stderr
    assert "was made for it" not in second.stderr


def committed(folder: Path, seed: str, mode: int) -> str:
    """The lines that commit to a seed, which is in its file now."""
    (folder / "league.seed").write_text(seed)
    (folder / "league.seed").chmod(mode)
    digest = sha256(seed.encode()).hexdigest()
    return f'commitment = "sha256:{digest}"\nseed_file = "league.seed"'


def test_a_seed_that_others_can_read_or_find_is_warned_of(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1, seed=committed(tmp_path, "short", 0o644))
    done = arena(tmp_path, "-q", "run", "league.toml", "--matches", "1")
    assert 0 == done.returncode
    assert "league.seed: others may use the seed file (mode 644)" in done.stderr
    assert "league.seed: a seed of 5 characters can be found from its commitment" in done.stderr
    (tmp_path / "league.seed").unlink()
    write_league(tmp_path, deals=1, seed=committed(tmp_path, "5eed" * 16, 0o600))
    (tmp_path / "league.db").unlink()
    assert "" == arena(tmp_path, "-q", "run", "league.toml", "--matches", "1").stderr


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("content", [None, "another seed", ""])
def test_a_seed_file_that_is_missing_or_wrong_is_refused(
    tmp_path: Path, content: str | None, begun: bool
) -> None:
    write_league(tmp_path, deals=1, seed=committed(tmp_path, "5eed" * 16, 0o600))
    if begun:
        arena(tmp_path, "run", "league.toml", "--matches", "1")
    (tmp_path / "league.seed").unlink()
    if content is not None:
        (tmp_path / "league.seed").write_text(content)
    done = arena(tmp_path, "run", "league.toml")
    assert 1 == done.returncode
    said = (
        "the seed file league.seed cannot be read: No such file or directory"
        if content is None
        else "the seed in league.seed is not the one that league.commitment commits to"
    )
    assert f"Error: league.toml:5: {said}.\n" in done.stderr
    assert begun == (tmp_path / "league.db").exists()


def test_several_mistakes_are_all_told(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    text = league.read_text().replace("seats = 3", "seats = 6\nrounds = 2")
    league.write_text(text.replace('"first.py"', '"none.py"'))
    done = arena(tmp_path, "run", "league.toml")
    assert 1 == done.returncode
    assert 3 == done.stderr.count("Error: league.toml:")
    assert not (tmp_path / "league.db").exists()


@pytest.mark.parametrize(
    "content", [b"no database at all, but text " * 40, b"SQLite format 3\0 half"]
)
def test_a_foreign_file_is_not_overwritten(tmp_path: Path, content: bytes) -> None:
    write_league(tmp_path)
    (tmp_path / "league.db").write_bytes(content)
    done = arena(tmp_path, "run", "league.toml")
    assert 1 == done.returncode
    assert done.stderr.startswith("Error: league.db")
    assert content == (tmp_path / "league.db").read_bytes()


def test_a_full_disk_loses_what_was_in_flight_and_says_so(tmp_path: Path) -> None:
    """The whole command under a limit on the size of files, as a full disk stands in its way."""
    write_league(tmp_path, deals=30)
    arena(tmp_path, "run", "league.toml", "--matches", "4")
    size = max(file.stat().st_size for file in tmp_path.glob("league.db*"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, limits[1]))
    try:
        done = arena(tmp_path, "run", "league.toml", "--workers", "1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert 1 == done.returncode, done.stderr
    assert "Traceback" not in done.stderr
    assert "Error: " in done.stderr
    kept = arena(tmp_path, "matches", "league.toml", "--format", "csv").stdout
    assert len(kept.splitlines()) - 1 >= 4
    again = arena(tmp_path, "run", "league.toml", "--matches", "8")
    assert 0 == again.returncode, again.stderr
    with closing(sqlite3.connect(tmp_path / "league.db")) as database:
        assert ("ok",) == database.execute("PRAGMA integrity_check").fetchone()


def test_a_bots_folder_that_went_is_made_anew(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    arena(tmp_path, "run", "league.toml", "--matches", "1")
    shutil.rmtree(tmp_path / "league-bots")
    assert 0 == arena(tmp_path, "run", "league.toml").returncode
