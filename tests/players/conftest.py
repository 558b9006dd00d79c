from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.players.nursery import Nursery
from arena.sandbox.levels import Level


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with Nursery(Level.STRONG) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
