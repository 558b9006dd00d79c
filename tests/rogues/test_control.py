"""Where its control is tried an attack works: else that a sandbox holds it would mean nothing.

There are three: the level ``none`` by a user without rights, a process that is started like any
other, and the same as root. What needs the machine's own root is tried only where the tests are
run by it; the table says of each attack which control it needs, and why it may fail there.
"""

from __future__ import annotations

import os

import pytest

from arena.records import FaultKind
from arena.rogues.behaviours import BEHAVIOURS, KERNEL, Behaviour, Control, Kind
from arena.rogues.running import Line, Verdict
from arena.rogues.trying import ABSENT
from arena.sandbox.levels import Level
from tests.rogues.environments import Environment
from tests.rogues.trying import outcomes

NOT_THERE = ("[Errno 2]", "[Errno 22]", "[Errno 38]", "[Errno 97]")
"""How a kernel says that it has none of what is asked for."""

MUST_WORK = [behaviour for behaviour in BEHAVIOURS.values() if not behaviour.cannot_fail_because]
MUST_WORK_IF_THERE = [
    behaviour for behaviour in BEHAVIOURS.values() if behaviour.cannot_fail_because == KERNEL
]
TRIED = MUST_WORK + MUST_WORK_IF_THERE
MUST_BE_HELD = [
    BEHAVIOURS[name]
    for name in (
        *("plays", "prints a megabyte", "imports a module of its own", "reads a file of its own"),
        *("raises an exception", "follows a null pointer", "returns no action", "answers a list"),
        *("loops for ever", "maps a gigabyte", "reads its environment", "loops at the end"),
    )
]
"""A few that the players hold alone, so that not everything here is about failing."""

Found = dict[Control, dict[str, Line]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    names = {
        control: [behaviour.name for behaviour in TRIED if behaviour.control is control]
        for control in Control
    }
    held = [behaviour.name for behaviour in MUST_BE_HELD]
    bare = outcomes(
        Environment.ROOT,
        None,
        tmp_path_factory.mktemp("bare"),
        names[Control.BARE] + names[Control.ROOT],
    )
    none = outcomes(
        Environment.NOBODY,
        Level.NONE,
        tmp_path_factory.mktemp("none"),
        names[Control.NONE] + held,
    )
    return {Control.NONE: none, Control.BARE: bare, Control.ROOT: bare}


def _needs_the_machines_root(behaviour: Behaviour) -> None:
    if behaviour.control is Control.ROOT and os.geteuid() != 0:
        pytest.skip("only root of the whole machine can do this, and the tests are not run by root")


def _works(behaviour: Behaviour, line: Line) -> bool:
    if behaviour.faults == {FaultKind.SANDBOX}:
        return line.reported == "done"
    return line.verdict is not Verdict.CONTAINED


@pytest.mark.parametrize("behaviour", MUST_WORK, ids=[behaviour.name for behaviour in MUST_WORK])
def test_an_attack_works_where_nothing_holds_it(found: Found, behaviour: Behaviour) -> None:
    _needs_the_machines_root(behaviour)
    line = found[behaviour.control][behaviour.name]
    assert line.reported == ABSENT or _works(behaviour, line), line.evidence


@pytest.mark.parametrize(
    "behaviour", MUST_WORK_IF_THERE, ids=[behaviour.name for behaviour in MUST_WORK_IF_THERE]
)
def test_an_attack_works_or_the_kernel_has_no_such_thing(
    found: Found, behaviour: Behaviour
) -> None:
    _needs_the_machines_root(behaviour)
    line = found[behaviour.control][behaviour.name]
    absent = line.reported == ABSENT or any(error in line.evidence for error in NOT_THERE)
    assert absent or _works(behaviour, line), line.evidence


@pytest.mark.parametrize(
    "behaviour", MUST_BE_HELD, ids=[behaviour.name for behaviour in MUST_BE_HELD]
)
def test_what_needs_no_sandbox_is_held_without(found: Found, behaviour: Behaviour) -> None:
    line = found[Control.NONE][behaviour.name]
    assert line.verdict is Verdict.CONTAINED, line.evidence


def test_honest_behaviours_are_no_attacks() -> None:
    assert all(b.cannot_fail_because for b in BEHAVIOURS.values() if b.kind is Kind.HONEST)
