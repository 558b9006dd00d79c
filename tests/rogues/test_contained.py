"""Whatever the rogue tries, the sandbox holds it, at every level."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.rogues.behaviours import BEHAVIOURS
from arena.sandbox.levels import Level
from tests.rogues.namespaces import outcomes

NOT_OF_THE_SANDBOX = {"time", "import", "source", "output"}
"""Subjects that the referee holds, in the same way at every level."""

KERNEL = [
    behaviour.name
    for behaviour in BEHAVIOURS.values()
    if behaviour.subject not in NOT_OF_THE_SANDBOX
]
RUNS = {
    "strong": (Level.STRONG, "python", list(BEHAVIOURS)),
    "good": (Level.GOOD, "python", KERNEL),
    "sealed": (Level.SEALED, "python", KERNEL),
    "program, strong": (Level.STRONG, "program", list(BEHAVIOURS)),
    "program, good": (Level.GOOD, "program", KERNEL),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("level", "kind", "names"), RUNS.values(), ids=RUNS)
def test_nothing_gets_out(tmp_path: Path, level: Level, kind: str, names: list[str]) -> None:
    found = outcomes(level, tmp_path, names, kind)
    expected = [name for name in names if kind == "python" or BEHAVIOURS[name].in_programs]
    assert expected == list(found)
    escaped = {
        line.name: line.evidence
        for line in found.values()
        if not line.contained and not line.known_gap
    }
    assert {} == escaped
