"""The command that ``arena show`` prints plays the match again, move by move."""

from __future__ import annotations

import json
import shlex
from hashlib import sha256
from pathlib import Path

import pytest

from arena.records import read_record
from tests.cli.test_play import arena
from tests.season.making import write_league

DECK = "[tables.deck]\nR1 = 3\nR2 = 3\nR3 = 2\n'W#' = 1\n'$2' = 4\nG4 = 2\n"


def committed(folder: Path) -> str:
    (folder / "league.seed").write_text("secret\n")
    digest = sha256(b"secret").hexdigest()
    return f'commitment = "sha256:{digest}"\nseed_file = "league.seed"'


@pytest.mark.parametrize("kind", ["public", "committed", "own deck"])
def test_the_same_moves(tmp_path: Path, kind: str) -> None:
    seed = committed(tmp_path) if kind == "committed" else 'seed = "5"'
    write_league(tmp_path, deals=1, seed=seed, more=DECK if kind == "own deck" else "")
    arena(tmp_path, "run", "league.toml")
    shown = json.loads(arena(tmp_path, "show", "league.toml", "4", "--format", "json").stdout)
    words = shlex.split(shown["again"])
    assert "arena" == words[0]
    done = arena(tmp_path, *words[1:], "--record", "again.jsonl")
    assert 0 == done.returncode, done.stderr
    again = read_record((tmp_path / "again.jsonl").read_bytes().rstrip(b"\n"))
    records = arena(tmp_path, "export", "records", "league.toml").stdout.splitlines()
    assert read_record(records[3].encode()) == again


def test_without_the_seed_there_is_no_such_command(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1, seed=committed(tmp_path))
    arena(tmp_path, "run", "league.toml", "--matches", "1")
    (tmp_path / "league.seed").unlink()
    shown = json.loads(arena(tmp_path, "show", "league.toml", "1", "--format", "json").stdout)
    assert shown["again"] is None


def test_a_match_is_shown_whatever_has_become_of_the_logs(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    arena(tmp_path, "run", "league.toml", "--matches", "1")
    (tmp_path / "league-logs.db").write_text("no database")
    damaged = arena(tmp_path, "show", "league.toml", "1")
    (tmp_path / "league-logs.db").unlink()
    missing = arena(tmp_path, "show", "league.toml", "1")
    for done, said in ((damaged, "No logs are shown: "), (missing, "there is no such file")):
        assert 0 == done.returncode
        assert said in done.stderr
        assert "Match 1: " in done.stdout
