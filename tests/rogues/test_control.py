"""Without a sandbox the attacks work: else that a sandbox holds them would mean nothing."""

from __future__ import annotations

import pytest

from arena.records import FaultKind
from arena.rogues.behaviours import BEHAVIOURS, Behaviour, Kind
from arena.rogues.trying import ABSENT
from arena.sandbox.levels import Level
from tests.rogues.control import Line
from tests.rogues.namespaces import outcomes

MUST_WORK = [
    behaviour
    for behaviour in BEHAVIOURS.values()
    if not behaviour.cannot_fail_because and behaviour.kind is not Kind.SAME
]
MUST_BE_HELD = [
    BEHAVIOURS[name]
    for name in (
        *("plays", "prints a megabyte", "imports a module of its own", "reads a file of its own"),
        *("raises an exception", "follows a null pointer", "returns no action", "answers a list"),
        *("loops for ever", "maps a gigabyte", "reads its environment", "loops at the end"),
    )
]
"""A few that the players hold alone, so that not everything here is about failing."""


@pytest.fixture(scope="module")
def control(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Line]:
    names = [behaviour.name for behaviour in MUST_WORK + MUST_BE_HELD]
    return outcomes(Level.NONE, tmp_path_factory.mktemp("control"), names)


@pytest.mark.parametrize("behaviour", MUST_WORK, ids=[behaviour.name for behaviour in MUST_WORK])
def test_an_attack_works_where_nothing_holds_it(
    control: dict[str, Line], behaviour: Behaviour
) -> None:
    line = control[behaviour.name]
    if line.reported == ABSENT:
        return
    assert not line.contained, line.evidence
    if behaviour.faults == {FaultKind.SANDBOX}:
        assert line.reported == "done", line.evidence


@pytest.mark.parametrize(
    "behaviour", MUST_BE_HELD, ids=[behaviour.name for behaviour in MUST_BE_HELD]
)
def test_what_needs_no_sandbox_is_held_without(
    control: dict[str, Line], behaviour: Behaviour
) -> None:
    line = control[behaviour.name]
    assert line.contained, line.evidence
