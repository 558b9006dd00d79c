"""Running the rogue in an environment, where it can hurt nobody, also if nothing holds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from arena.rogues.running import Bot, Line
from arena.sandbox.levels import Level, Sandbox
from tests.rogues.control import BARE, CHOOSE, DOCTOR, Doctor
from tests.rogues.environments import ROOT, Environment

LONGEST_S = 300


def outcomes(
    environment: Environment,
    level: Level | None,
    scratch: Path,
    names: Iterable[str],
    bot: Bot = Bot.PYTHON,
) -> dict[str, Line]:
    """What became of each of the named behaviours; without a level nothing at all holds it."""
    printed = _printed(environment, scratch, level or BARE, bot, *names)
    lines = [msgspec.json.decode(line, type=Line) for line in printed.splitlines()]
    return {line.behaviour: line for line in lines}


def chosen(environment: Environment, scratch: Path) -> Sandbox:
    """What the arena chooses there."""
    return msgspec.json.decode(_printed(environment, scratch, CHOOSE, Bot.PYTHON), type=Sandbox)


def doctor(environment: Environment, scratch: Path, names: Iterable[str] = ()) -> Doctor:
    """What ``arena doctor`` answers there; with names, of the rogue that tries them."""
    return msgspec.json.decode(
        _printed(environment, scratch, DOCTOR, Bot.PYTHON, *names), type=Doctor
    )


def _printed(environment: Environment, scratch: Path, way: str, bot: Bot, *names: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.rogues.control", environment, scratch, way, bot, *names],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, (
        "The rogue is tried in namespaces of its own, so that it can hurt nobody. If they are "
        "refused here, `arena doctor` tells how to allow them; or run the tests as root.\n"
        f"{done.stderr[-2000:]}"
    )
    return done.stdout
