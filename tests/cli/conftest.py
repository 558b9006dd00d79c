"""Leagues that several tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.leagues import make_league


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished league of three bots, of which clumsy fails in the second deal."""
    return make_league(tmp_path_factory.mktemp("league"))
