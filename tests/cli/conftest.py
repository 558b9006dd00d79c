"""Leagues that several tests read, and bots to make leagues of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.leagues import make_league

BOT = "def decide(view):\n    return view.legal[0]\n"


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished league of three bots, of which clumsy fails in the second deal."""
    return make_league(tmp_path_factory.mktemp("league"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with bots, and nothing else."""
    for name in ("first.py", "second.py", "team/bot.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BOT)
    return tmp_path
