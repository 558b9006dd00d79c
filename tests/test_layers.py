"""Imports point downwards, and each library and each liberty has its room (design, Rooms)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers import bot_complaints, complaints

ROOT = Path(__file__).parents[1]


def test_every_module_keeps_to_its_floor_and_its_room() -> None:
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "arena").rglob("*.py"))
        if not path.is_relative_to(ROOT / "arena" / "rogues" / "bot")  # a bot, and a bad one
    }
    assert "arena/errors.py" in sources
    assert complaints(sources) == []


def test_sample_bots_need_nothing_but_the_kit_and_the_standard_library() -> None:
    paths = sorted((ROOT / "bots").rglob("*.py"))
    assert paths
    found = [bot_complaints(path.name, path.read_text(encoding="utf-8")) for path in paths]
    assert found == [[] for _ in paths]


BREACHES = [
    ("upwards", "arena/seeds.py", "import arena.store", "seeds imports store: upwards"),
    ("upwards", "arena/games/ten/a.py", "from arena import cli", "games imports cli: upwards"),
    ("upwards", "arena/__init__.py", "from arena import plan", "arena imports plan: upwards"),
    (
        "upwards inside a function",
        "arena/ranking/a.py",
        "def f() -> None:\n    from arena.reports.text import table",
        "ranking imports reports: upwards",
    ),
    (
        "upwards for types alone",
        "arena/records.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from arena.match import Seat",
        "records imports match: upwards",
    ),
    ("sideways", "arena/seeds.py", "import arena.plan", "seeds imports plan: sideways"),
    (
        "sideways",
        "arena/bot/a.py",
        "from arena.formats.catalogue import FORMATS",
        "bot imports formats: sideways",
    ),
    ("relative", "arena/games/ten/a.py", "from . import deck", "..deck: imports are absolute"),
    ("no floor", "arena/utils.py", "", "utils stands on no floor"),
    ("owned", "arena/season.py", "import click", "click: only for cli"),
    ("owned", "arena/season.py", "import sqlite3", "sqlite3: only for store"),
    (
        "owned",
        "arena/season.py",
        "from sqlite_utils.db import Database",
        "sqlite_utils.db.Database: only for store",
    ),
    ("owned", "arena/season.py", "import dask.config", "dask.config: only for cluster"),
    ("owned", "arena/cli/a.py", "import tabulate as t", "tabulate: only for reports"),
    (
        "owned",
        "arena/season.py",
        "from trueskill import Rating",
        "trueskill.Rating: only for ranking",
    ),
    (
        "processes",
        "arena/match/a.py",
        "import subprocess",
        "subprocess: only for cluster, players, rogues, sandbox, workers",
    ),
    (
        "processes",
        "arena/season.py",
        "from concurrent.futures import ProcessPoolExecutor",
        (
            "concurrent.futures.ProcessPoolExecutor: "
            "only for cluster, players, rogues, sandbox, workers"
        ),
    ),
    (
        "processes",
        "arena/season.py",
        "import os as system\nsystem.fork()",
        "os.fork: only for cluster, players, rogues, sandbox, workers",
    ),
    ("clock", "arena/formats/a.py", "import time", "time: formats is pure"),
    (
        "clock",
        "arena/reports/text.py",
        "from datetime import date",
        "datetime.date: reports is pure",
    ),
    ("file", "arena/plan.py", "from pathlib import Path", "pathlib.Path: plan is pure"),
    ("file", "arena/plan.py", "import os.path", "os.path: plan is pure"),
    ("file", "arena/plan.py", "text = open('a').read()", "open: plan is pure"),
    ("output", "arena/games/ten/a.py", "print(1)", "print: games is pure"),
    ("network", "arena/bot/a.py", "import socket", "socket: bot is pure"),
    (
        "global random",
        "arena/games/ten/a.py",
        "import random\nrandom.shuffle([])",
        "random.shuffle: games is pure",
    ),
    (
        "global random",
        "arena/games/ten/a.py",
        "from random import choice",
        "random.choice: games is pure",
    ),
    (
        "random without a seed",
        "arena/ranking/a.py",
        "from random import Random\nrandom = Random()",
        "random.Random(): ranking is pure",
    ),
    ("SQL", "arena/season.py", "q = 'select 1 from matches'", "SQL stands only in store"),
    (
        "SQL",
        "arena/cli/a.py",
        "def f(bot: str) -> str:\n    return f'DELETE FROM bots WHERE name = {bot}'",
        "SQL stands only in store",
    ),
    (
        "logic",
        "arena/games/__init__.py",
        "def games() -> None: ...",
        "__init__.py holds no logic",
    ),
    (
        "logic",
        "arena/games/__init__.py",
        "GAMES = dict(a=1)",
        "__init__.py holds no logic",
    ),
]


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [pytest.param(*breach, id=f"{kind}: {breach[-1]}") for kind, *breach in BREACHES],
)
def test_a_breach_is_complained_about_once(path: str, source: str, complaint: str) -> None:
    (found,) = complaints({path: source})
    assert found.startswith(path)
    assert found.endswith(f": {complaint}")


def test_a_cycle_is_named_from_end_to_end() -> None:
    found = complaints(
        {
            "arena/games/ten/a.py": "from arena.games.ten import b",
            "arena/games/ten/b.py": "from arena.games.ten.c import C",
            "arena/games/ten/c.py": "def f() -> None:\n    import arena.games.ten.a",
        }
    )
    names = ["arena.games.ten.a", "arena.games.ten.b", "arena.games.ten.c"]
    assert len(found) == 1
    assert found[0].startswith("import cycle: ")
    assert all(name in found[0] for name in names)


def test_what_the_house_allows_draws_no_complaint() -> None:
    sources = {
        "arena/__init__.py": '"""What it is."""\n__version__ = "1"',
        "arena/__main__.py": "from arena.cli.main import main\nmain()",
        "arena/bot/__init__.py": '"""Kit."""\nfrom arena.bot.a import A\n__all__ = ["A"]',
        "arena/bot/a.py": "from arena.games.ten.game import TEN\nfrom pathlib import PurePath",
        "arena/cli/main.py": "import click\nfrom arena import __version__, season",
        "arena/games/ten/game.py": "import random\nrandom.Random(5).shuffle([])",
        "arena/players/a.py": "import os, subprocess, time\nos.fork()",
        "arena/season.py": '"""Select what is left from the plan."""\nimport arena.store.database',
        "arena/store/database.py": "import sqlite3\nq = 'SELECT bot FROM seats'",
    }
    assert complaints(sources) == []


BOT_BREACHES = [
    ("greedy.py", "import numpy", "greedy.py:1: numpy"),
    ("greedy.py", "from arena.games.ten.game import TEN", "greedy.py:1: arena.games.ten.game.TEN"),
    ("greedy.py", "def decide(view):\n    import arena", "greedy.py:2: arena;"),
    ("greedy.py", "from . import cautious", "greedy.py:1: ..cautious"),
    ("random.py", "from arena.bot import View", "random.py: a standard module is called random"),
]


@pytest.mark.parametrize(("path", "source", "complaint"), BOT_BREACHES)
def test_a_bot_that_reaches_further_is_complained_about(
    path: str, source: str, complaint: str
) -> None:
    (found,) = bot_complaints(path, source)
    assert found.startswith(complaint)


def test_a_bot_of_the_kit_and_the_standard_library_draws_no_complaint() -> None:
    source = "import random, math\nfrom arena import bot\nfrom arena.bot import View"
    assert bot_complaints("greedy.py", source) == []
