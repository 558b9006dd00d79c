"""Where all cores are busy with other work, honest bots are not blamed for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.season.loop import Progress
from arena.store.reader import open_reader
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league, processes

THINKS = """
def decide(view):
    sum(range(40_000))
    return view.legal[-1]
"""


@contextmanager
def burning(processes_a_core: int) -> Iterator[None]:
    """Keep every core busy."""
    count = processes_a_core * len(os.sched_getaffinity(0))
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


@pytest.mark.timeout(600)
def test_two_hundred_matches_without_a_fault(tmp_path: Path) -> None:
    league = write_league(
        tmp_path,
        BOTS | {"last": THINKS},
        seats=2,
        deals=17,
        more="[limits]\ndecision_ms = 20\nmatch_ms = 1000",
    )
    told: list[Progress] = []
    with burning(2):
        assert [] == play_league(league, processes(2), tell=told.append)
    assert not [progress.void for progress in told if progress.void]
    with open_reader(league.with_suffix(".db")) as reader:
        played = list(reader.stored_results())
    assert 204 == len(played)
    assert [] == [match.faults for match in played if match.faults]
