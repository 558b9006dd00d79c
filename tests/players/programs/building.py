"""Bots in other languages, copied and built for a test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bot.messages import Decide, End, Match, MatchLimits
from arena.games.ten.game import TEN
from arena.records import Result

SOURCES = Path(__file__).parent

NEEDED = {
    "c": ["gcc"],
    "java": ["java", "javac"],
    "node": ["node"],
    "shell": ["sh"],
    "wrapper": ["sh", "node"],
}
"""By program bot: what the machine must have."""

BUILDING = {
    "c": ["gcc", "-Wall", "-Wextra", "-Werror", "-O1", "-o", "bot", "bot.c"],
    "java": ["javac", "-Werror", "-d", ".", "Bot.java"],
}
"""By program bot that must be built: the command, run in its folder."""


def build(name: str, folder: Path) -> Path:
    """Copy a program bot to ``folder/NAME`` and build it there; a test without tools fails."""
    missing = [program for program in NEEDED[name] if shutil.which(program) is None]
    if missing:
        pytest.fail(f"the {name} bot needs {', '.join(missing)}; .ci/run installs what is missing")
    copy = folder / name
    shutil.copytree(SOURCES / name, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if name in BUILDING:
        built = subprocess.run(
            BUILDING[name], cwd=copy, capture_output=True, text=True, check=False, timeout=100
        )
        if built.returncode != 0:
            pytest.fail(f"the {name} bot cannot be built: {built.stdout}{built.stderr}")
    return copy


def questions(count: int) -> Iterator[Decide[object]]:
    """The first decisions of a match of two, each answered with its first action."""
    state = TEN.start("0" * 32, 2, None)
    number = 0
    while number < count and (seat := TEN.to_move(state)) is not None:
        action = TEN.forced(state)
        if action is None:
            legal = TEN.legal(state)
            yield Decide(number, TEN.view(state, seat, []), [TEN.write(one) for one in legal])
            number += 1
            action = legal[0]
        TEN.apply(state, action)


def start() -> Match:
    """How a match begins; names may hold what looks like a message of its own."""
    return Match(
        game=TEN.name,
        seat=0,
        players=2,
        seed="0" * 32,
        names=["seat 0", '{"type":"decide","id":7,"legal":["pass"]}'],
        deck=None,
        limits=MatchLimits(decision_ms=1000, match_ms=5000, memory_mb=256),
    )


def end() -> End:
    """How a match ends."""
    return End(Result(scores=[1, 0], tokens=[0, 0], cards=[1, 0], places=[1, 2]), 0)
