"""A process that tries the rogue in one environment, and prints a line of JSON a behaviour.

``python -m tests.rogues.control ENVIRONMENT SCRATCH LEVEL|bare|choose|doctor BOT [NAME ...]``
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import IO

import msgspec

from arena.players.choosing import choose
from arena.rogues.apart import working_apart
from arena.rogues.behaviours import BEHAVIOURS
from arena.rogues.canaries import Canaries
from arena.rogues.running import Attempt, Bot, attempts_at, line_of, write_lines
from arena.rogues.trying import try_behaviour
from arena.sandbox.levels import Level
from tests.rogues.bare import starting
from tests.rogues.environments import Environment, become_root_of_a_user_namespace, enter

BARE, CHOOSE, DOCTOR = "bare", "choose", "doctor"


class Doctor(msgspec.Struct, frozen=True):
    """What ``arena doctor`` has answered."""

    status: int
    results: str
    messages: str


def main(arguments: list[str]) -> None:
    environment, scratch, way, bot, *names = arguments
    if environment != Environment.NOBODY and os.geteuid() != 0:
        become_root_of_a_user_namespace()
    work = partial(
        _work, Environment(environment), Path(scratch), way, [Attempt(n, Bot(bot)) for n in names]
    )
    with working_apart(work, private=True) as lines:
        for line in lines:
            sys.stdout.buffer.write(line)
            sys.stdout.flush()


def _work(
    environment: Environment, scratch: Path, way: str, attempts: list[Attempt], lines: IO[bytes]
) -> None:
    enter(environment, scratch)
    if way == CHOOSE:
        lines.write(msgspec.json.encode(choose()) + b"\n")
    elif way == DOCTOR:
        names = [word for attempt in attempts for word in ("--only", attempt.behaviour)]
        lines.write(msgspec.json.encode(_doctor(*(["--rogues", *names] if names else []))) + b"\n")
    elif way == BARE:
        _try_bare(scratch, attempts, lines)
    else:
        allowed = attempts_at(Level(way))
        write_lines(Level(way), [one for one in attempts if one in allowed], scratch, lines)


def _doctor(*arguments: str) -> Doctor:
    done = subprocess.run(
        [sys.executable, "-m", "arena", "doctor", "--format", "csv", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return Doctor(done.returncode, done.stdout, done.stderr)


def _try_bare(scratch: Path, attempts: list[Attempt], lines: IO[bytes]) -> None:
    with Canaries(scratch / "canaries") as canaries:
        start = starting(scratch / "bots", canaries.secret)
        for attempt in attempts:
            behaviour = BEHAVIOURS[attempt.behaviour]
            outcome = try_behaviour(behaviour, Level.NONE, start, canaries, set(), program=True)
            lines.write(msgspec.json.encode(line_of(outcome, attempt.bot)) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
