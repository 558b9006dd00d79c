"""The level of the sandbox: told by every run, kept with the league, never lowered silently."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import arena
from tests.season.making import write_league

STRONG = "sandbox: strong (namespaces, Landlock"
GOOD = "sandbox: good (Landlock"
NONE = "sandbox: none (limits on processor time, memory and output alone)"


def kept(league: Path) -> tuple[str, str]:
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database:
        row: tuple[str, str] = database.execute("SELECT sandbox, repeatable FROM season").fetchone()
        return row


@pytest.fixture
def league(tmp_path: Path) -> Path:
    return write_league(tmp_path, deals=1)


def test_a_run_tells_it_and_the_league_keeps_it(league: Path) -> None:
    done = arena("run", league, "--matches", "3")
    assert 0 == done.returncode
    assert done.stderr.startswith(STRONG)
    assert ("strong", "yes") == kept(league)


@pytest.mark.parametrize(
    ("lower", "told", "level"),
    [(["--sandbox", "good"], GOOD, "good"), (["--unsafe-no-sandbox"], NONE, "none")],
)
def test_it_is_lowered_only_when_that_is_said_and_then_stays_so(
    league: Path, lower: list[str], told: str, level: str
) -> None:
    arena("run", league, "--matches", "3")
    done = arena("run", league, "--matches", "3", *lower)
    assert 0 == done.returncode
    assert told in done.stderr
    assert level == kept(league)[0]
    assert 0 == arena("run", league).returncode, "a higher level is always taken"
    assert level == kept(league)[0], "the lowest is kept"


def test_no_sandbox_is_told_in_a_quiet_run_too(league: Path) -> None:
    done = arena("--quiet", "run", league, "--unsafe-no-sandbox", "--matches", "1")
    assert 0 == done.returncode
    assert f"{NONE}: every bot can do what you can\n" == done.stderr
    assert ("none", "yes") == kept(league)


def test_play_is_held_as_well(tmp_path: Path) -> None:
    bot = tmp_path / "curious.py"
    bot.write_text("open('/etc/passwd')\n\ndef decide(view):\n    return view.legal[0]\n")
    done = arena("play", bot, "cautious", "--seed", "1")
    assert 0 == done.returncode
    assert "seat 0: startup at move" in done.stderr
    assert "curious.py:1: " in done.stderr
