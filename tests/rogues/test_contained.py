"""Whatever the rogue tries, the sandbox holds it: at every level, whoever runs the arena.

Where the tests are not run by root, root is that of a user namespace, in ``docker`` too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.rogues.behaviours import BEHAVIOURS
from arena.rogues.running import Attempt, Bot, Verdict, attempts_at
from arena.sandbox.levels import Level
from tests.rogues.environments import Environment
from tests.rogues.trying import chosen, outcomes

OF_THE_REFEREE = {"time", "import", "source", "output"}
"""Subjects that the referee holds, in the same way at every level and for everyone."""

KERNELS = [b.name for b in BEHAVIOURS.values() if b.subject not in OF_THE_REFEREE]
REFEREES = [b.name for b in BEHAVIOURS.values() if b.subject in OF_THE_REFEREE]

ROOT, NOBODY, DOCKER = Environment
RUNS = [
    *(
        (environment, level, bot, KERNELS)
        for environment, levels in (
            (ROOT, [Level.STRONG, Level.GOOD, Level.SEALED]),
            (NOBODY, [Level.STRONG, Level.GOOD, Level.SEALED]),
            (DOCKER, [Level.GOOD, Level.SEALED]),
        )
        for level in levels
        for bot in Bot
        if bot is Bot.PYTHON or level.holds_programs
    ),
    (ROOT, Level.STRONG, Bot.PYTHON, REFEREES),
]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("environment", "level", "bot", "names"),
    RUNS,
    ids=[
        f"{environment}, {level}, {bot}, {'kernel' if names is KERNELS else 'referee'}"
        for environment, level, bot, names in RUNS
    ],
)
def test_nothing_gets_out(
    tmp_path: Path, environment: Environment, level: Level, bot: Bot, names: list[str]
) -> None:
    found = outcomes(environment, level, tmp_path, names, bot)
    expected = [one.behaviour for one in attempts_at(level, names) if one.bot is bot]
    assert expected == list(found)
    escaped = [
        f"{line.behaviour}: {line.evidence}"
        for line in found.values()
        if line.verdict is Verdict.NOT_CONTAINED
    ]
    assert not escaped, "\n".join(escaped)


@pytest.mark.parametrize(
    ("expected", "environment"),
    [
        ((Level.STRONG, True), ROOT),
        ((Level.STRONG, True), NOBODY),
        ((Level.GOOD, False), DOCKER),
    ],
)
def test_the_arena_chooses_the_safest(
    tmp_path: Path, expected: tuple[Level, bool], environment: Environment
) -> None:
    sandbox = chosen(environment, tmp_path)
    assert expected == (sandbox.level, sandbox.repeatable)


def test_every_behaviour_is_tried_as_python_bot_and_all_but_a_few_as_program() -> None:
    attempts = attempts_at(Level.STRONG)
    assert [Attempt(name, Bot.PYTHON) for name in BEHAVIOURS] == attempts[: len(BEHAVIOURS)]
    programs = {one.behaviour for one in attempts[len(BEHAVIOURS) :]}
    assert programs == {b.name for b in BEHAVIOURS.values() if b.in_programs}
