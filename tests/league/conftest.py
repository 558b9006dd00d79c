"""A folder with two bots, for league files to stand in."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots" / "random").mkdir(parents=True)
    (tmp_path / "bots" / "greedy.py").touch()
    return tmp_path
