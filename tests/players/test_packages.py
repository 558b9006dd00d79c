"""Packages that a league permits are there for a bot, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import PlatformError
from arena.players.nursery import Nursery
from arena.records import FaultKind
from arena.sandbox.levels import Level
from tests.players.making import ROOMY, play_files, write_bot

USES_NUMPY = """
import numpy as np
import numpy.fft  # named, since nothing can be looked up where bots open no files

DRAWN = np.random.random()


def decide(view):
    if view.turn == 0:
        product = np.ones((20, 20)) @ np.arange(400.0).reshape(20, 20)
        print(DRAWN, product.sum(), np.linalg.det(np.eye(3)), np.fft.fft(np.ones(8))[0].real)
    return view.legal[int(np.argmin(np.arange(len(view.legal))))]
"""


@pytest.mark.parametrize("level", [Level.STRONG, Level.GOOD, Level.SEALED])
def test_numpy_where_it_is_permitted(tmp_path: Path, level: Level) -> None:
    bot = write_bot(tmp_path, "numeric", USES_NUMPY)
    with Nursery(level, ["numpy"]) as nursery:
        logs = [play_files(nursery, [bot], limits=ROOMY) for _ in range(2)]
    assert [] == logs[0].record.faults, logs[0].logs
    assert logs[0].logs[0].text == logs[1].logs[0].text


@pytest.mark.parametrize("name", ["numpy", "click", "sqlite_utils", "pytest"])
def test_what_is_not_permitted_cannot_be_imported(
    nursery: Nursery, tmp_path: Path, name: str
) -> None:
    source = f"import {name}\n\ndef decide(view):\n    return view.legal[0]\n"
    played = play_files(nursery, [write_bot(tmp_path, "importer", source)])
    assert [FaultKind.STARTUP] == [fault.fault for fault in played.record.faults]
    assert "ModuleNotFoundError" in played.logs[0].measured


def test_a_package_that_is_not_installed_is_named(tmp_path: Path) -> None:
    bot = write_bot(tmp_path, "first", "def decide(view):\n    return view.legal[0]\n")
    with (
        Nursery(Level.STRONG, ["no_such_package"]) as nursery,
        pytest.raises(PlatformError, match="no_such_package is not installed"),
    ):
        play_files(nursery, [bot])
