"""The table of behaviours and the rogue's attacks are about the same things."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

from arena.players.files import read_bot
from arena.rogues.behaviours import BEHAVIOURS, Behaviour, Kind
from arena.rogues.sources import SOURCES
from arena.rogues.trying import BOT, rogue_files

FEWEST = 300
"""Fewer behaviours than this, and some have been lost."""


def attacks_in(path: Path) -> list[str]:
    """The names in a module's table of attacks, read without running any."""
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ATTACKS")], value=ast.Dict(keys=keys)):
                return [str(key.value) for key in keys if isinstance(key, ast.Constant)]
    return []


ATTACKS = {path.stem: attacks_in(path) for path in BOT.glob("rogue_*.py")} | {
    "rogue_source": list(SOURCES)
}


def test_every_behaviour_has_an_attack_and_every_attack_a_behaviour() -> None:
    attacks = Counter((module, name) for module, names in ATTACKS.items() for name in names)
    behaviours = Counter((behaviour.module, name) for name, behaviour in BEHAVIOURS.items())
    assert attacks == behaviours


def test_no_name_is_used_twice() -> None:
    names = Counter(name for names in ATTACKS.values() for name in names)
    assert {} == {name: count for name, count in names.items() if count > 1}
    assert len(BEHAVIOURS) >= FEWEST


@pytest.mark.parametrize("behaviour", BEHAVIOURS.values(), ids=BEHAVIOURS)
def test_a_fault_is_named_where_one_must_come(behaviour: Behaviour) -> None:
    assert bool(behaviour.faults) or behaviour.kind is not Kind.FAULT


def test_the_rogue_shadows_no_module_of_the_library() -> None:
    stems = {Path(file.path).stem for file in read_bot(BOT).files}
    assert set() == stems & sys.stdlib_module_names


def test_most_behaviours_have_the_same_files() -> None:
    versions = Counter(rogue_files(behaviour).version for behaviour in BEHAVIOURS.values())
    (_, most), *others = versions.most_common()
    assert most > FEWEST
    assert all(count == 1 for _, count in others)
