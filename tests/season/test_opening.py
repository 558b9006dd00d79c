"""Beginning a season and going on with it: what may differ, and what may not."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import ArenaError, LeagueError, StoreError
from arena.league.reading import read_league
from arena.sandbox.levels import Level, Sandbox
from arena.season.opening import open_season
from arena.store.reader import open_reader
from tests.season.making import BOTS, write_league
from tests.season.playing import STRONG, opened, outcome, play_league


def committed(folder: Path, seed: str) -> str:
    (folder / "league.seed").write_text(seed)
    digest = sha256(seed.encode()).hexdigest()
    return f'commitment = "sha256:{digest}"\nseed_file = "league.seed"'


def test_a_committed_seed_plays_the_same_and_stands_in_no_database(tmp_path: Path) -> None:
    seed = "a secret of the organiser"
    outcomes = []
    for way in ("public", "committed"):
        folder = tmp_path / way
        folder.mkdir()
        line = f'seed = "{seed}"' if way == "public" else committed(folder, seed)
        league = write_league(folder, seed=line)
        play_league(league, most=3)
        play_league(league)
        outcomes.append(outcome(league))
    assert outcomes[0] == outcomes[1]
    for file in (tmp_path / "committed").glob("league*.db*"):
        assert seed.encode() not in file.read_bytes(), file


def test_a_league_without_a_seed_keeps_the_one_that_was_made(tmp_path: Path) -> None:
    league = write_league(tmp_path, seed="")
    with opened(league) as season:
        made = season.seed
        assert season.begun
    with opened(league) as season:
        assert made == season.seed
        assert not season.begun


@pytest.mark.parametrize("seed", ["", "0"])
def test_every_text_is_a_seed(tmp_path: Path, seed: str) -> None:
    league = write_league(tmp_path, seed=f'seed = "{seed}"')
    with opened(league) as season:
        assert seed == season.seed


def edit(old: str, new: str) -> Callable[[Path], None]:
    def change(league: Path) -> None:
        text = league.read_text()
        assert old in text
        league.write_text(text.replace(old, new))

    return change


def rewrite_bot(league: Path) -> None:
    league.with_name("first.py").write_text("def decide(view):\n    return view.legal[-1]\n")


ALLOWED = {
    "another name of the league": edit('"Test"', '"Another"'),
    "more deals": edit("deals = 2", "deals = 3"),
}


@pytest.mark.parametrize("change", ALLOWED.values(), ids=ALLOWED)
def test_what_may_change(tmp_path: Path, change: Callable[[Path], None]) -> None:
    league = write_league(tmp_path)
    play_league(league, most=3)
    change(league)
    play_league(league)
    assert len(outcome(league)[0]) >= 24


REFUSED = {
    "another seed": (edit('seed = "1"', 'seed = "2"'), "league.seed was '1', is '2'"),
    "no seed": (edit('seed = "1"\n', ""), "league.seed was '1', is not given"),
    "fewer deals": (edit("deals = 2", "deals = 1"), "tables.deals was 2, is 1"),
    "other seats": (edit("seats = 3", "seats = 2"), "tables.seats was 3, is 2"),
    "a bot's files": (rewrite_bot, "bot first: its files have changed"),
}


@pytest.mark.parametrize(("change", "said"), REFUSED.values(), ids=REFUSED)
def test_what_may_not_change(tmp_path: Path, change: Callable[[Path], None], said: str) -> None:
    league = write_league(tmp_path)
    play_league(league, most=3)
    before = outcome(league)
    change(league)
    with pytest.raises(StoreError) as refused:
        play_league(league)
    assert said in str(refused.value)
    assert before == outcome(league)


RAISES_WHEN_MADE = """class Bot:
    def __init__(self, match):
        raise ValueError
    def decide(self, view): pass
"""

SPOILT = {
    "missing": (None, "there is no"),
    "not Python": ("def decide(view)\n", "bot.py:1: SyntaxError"),
    "NUL": ("x = 1\0", "SyntaxError"),
    "raises": ("x = 1\n\n1 / 0\n", "bot.py:3: ZeroDivisionError"),
    "raises in a library": ("import json\njson.loads('')\n", "bot.py:2: JSONDecodeError"),
    "no decide": ("x = 1\n", "no class Bot and no function decide"),
    "Bot without decide": ("class Bot:\n    pass\n", "class Bot has no method decide"),
    "Bot that raises": (RAISES_WHEN_MADE, "bot.py:3: ValueError"),
    "exits": ("import sys\nsys.exit(0)\n", "bot.py:2: SystemExit"),
    "leaves": ("import os\nos._exit(0)\n", "its process ended"),
}


@pytest.mark.parametrize(("source", "said"), SPOILT.values(), ids=SPOILT)
def test_a_bot_that_does_not_start_is_refused(
    tmp_path: Path, source: str | None, said: str
) -> None:
    league = write_league(tmp_path, BOTS | {"bot": source or ""})
    if source is None:
        (tmp_path / "bot.py").unlink()
    with pytest.raises(LeagueError) as refused:
        play_league(league)
    (complaint,) = refused.value.complaints
    assert said in complaint
    assert complaint.startswith(f"{league}:")
    assert not league.with_suffix(".db").exists()


def test_all_such_bots_are_told_at_once(tmp_path: Path) -> None:
    league = write_league(tmp_path, BOTS | {"one": "1 / 0", "two": "raise OSError"})
    with pytest.raises(ArenaError) as refused:
        play_league(league)
    assert 2 == len(str(refused.value).splitlines())


def test_a_lower_level_of_the_sandbox_is_refused_unless_it_is_allowed(tmp_path: Path) -> None:
    league, database = write_league(tmp_path, deals=1), tmp_path / "league.db"
    good = Sandbox(level=Level.GOOD, landlock=1, repeatable=False)
    with open_season(read_league(league), database, STRONG):
        pass
    with (
        pytest.raises(StoreError, match=r"held by the sandbox strong, and now it would be good"),
        open_season(read_league(league), database, good),
    ):
        pass
    with open_season(read_league(league), database, good, may_lower=True) as season:
        assert ("good", False) == (season.season.sandbox, season.season.repeatable)
    with open_season(read_league(league), database, STRONG) as season:
        assert ("good", False) == (season.season.sandbox, season.season.repeatable)


@pytest.mark.parametrize(
    ("column", "before", "said"),
    [
        ("arena", "0.0.1", "arena was 0.0.1, is "),
        ("python", "3.9.1", "Python was 3.9.1, is "),
    ],
)
def test_new_versions_in_mid_season_are_refused_unless_they_are_asked_for(
    tmp_path: Path, column: str, before: str, said: str
) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league, most=3)
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        database.execute(f"UPDATE season SET {column} = ?", (before,))
    with pytest.raises(StoreError, match=said) as refused:
        play_league(league)
    assert "--new-versions" in str(refused.value)
    with open_season(
        read_league(league), league.with_suffix(".db"), STRONG, may_move=True
    ) as season:
        assert [said in act.detail for act in season.results.acts()] == [True]
    play_league(league)
    assert len(outcome(league)[0]) == 12


def test_a_patch_of_a_version_is_marked_and_not_refused(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league, most=3)
    series = ".".join(platform.python_version_tuple()[:2])
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        database.execute("UPDATE season SET python = ?", (f"{series}.99",))
        database.execute("UPDATE platforms SET python = ?", (f"{series}.99",))
    play_league(league)
    with open_reader(league.with_suffix(".db")) as reader:
        assert [act.act for act in reader.acts()] == ["run"]
        assert [f"{series}.99", platform.python_version()] == [
            found.python for found in reader.platforms()
        ]
