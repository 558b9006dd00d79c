"""The rogue's run at one level of the sandbox: every behaviour, with what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import IO

import msgspec

from arena.bot.messages import Match
from arena.plan import Limits
from arena.players.files import BotFiles
from arena.players.manifest import MANIFEST
from arena.players.nursery import Nursery
from arena.players.player import Player
from arena.players.sandboxed import SandboxedPlayer
from arena.rogues.apart import working_apart
from arena.rogues.behaviours import BEHAVIOURS, Behaviour
from arena.rogues.canaries import Canaries
from arena.rogues.trying import Outcome, Start, try_behaviour
from arena.sandbox.levels import Level

COMMAND = 'command = ["python3", "bot.py"]\n'
"""The rogue's ``bot.toml`` where it is a program."""


KEPT_ZYGOTES = 100
"""More than the rogue has versions: one that is started anew would be taken for its doing."""


LONGEST_FOLDER = 60
"""A socket's path has at most 107 bytes."""

SHORT_FOLDER = "/tmp"


class Bot(StrEnum):
    """As what kind of bot the rogue plays."""

    PYTHON = "python"
    PROGRAM = "program"


class Verdict(StrEnum):
    """What is to be told of a behaviour."""

    CONTAINED = "contained"
    KNOWN_GAP = "known gap"
    NOT_CONTAINED = "NOT CONTAINED"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome, as it is passed on between processes; see ``trying.Outcome``."""

    behaviour: str
    bot: Bot
    verdict: Verdict
    evidence: str
    known_gap: str
    fault: str | None
    reported: str


class Attempt(msgspec.Struct, frozen=True):
    """A behaviour that is to be tried, and by which kind of bot."""

    behaviour: str
    bot: Bot


def attempts_at(level: Level, names: Iterable[str] = tuple(BEHAVIOURS)) -> list[Attempt]:
    """All that can be tried at a level: as Python bot, then, where it holds such, as program."""
    chosen = [BEHAVIOURS[name] for name in names]
    bots = [bot for bot in Bot if bot is Bot.PYTHON or level.holds_programs]
    return [
        Attempt(behaviour.name, bot)
        for bot in bots
        for behaviour in chosen
        if _can_be(bot, behaviour)
    ]


@contextmanager
def trying_apart(
    level: Level, attempts: Iterable[Attempt], *, private: bool
) -> Iterator[Iterator[Line]]:
    """Have the rogue try all this in a process of its own, and read what becomes of it.

    See ``apart.working_apart``. Raises PlatformError where bots cannot be started.
    """
    with TemporaryDirectory(prefix="arena-rogue-", dir=_short_folder()) as scratch:
        work = partial(write_lines, level, list(attempts), Path(scratch))
        with working_apart(work, private=private) as texts:
            yield (msgspec.json.decode(text, type=Line) for text in texts)


def _short_folder() -> str | None:
    """Where temporary files usually go, unless no socket's name fits there."""
    usual = gettempdir()
    return None if len(usual) <= LONGEST_FOLDER else SHORT_FOLDER


def write_lines(level: Level, attempts: Iterable[Attempt], scratch: Path, lines: IO[bytes]) -> None:
    """Try it here and now, in a folder of one's own, and write a line of JSON each."""
    warm: dict[Bot, set[str]] = {bot: set() for bot in Bot}
    with (
        Canaries(scratch / "canaries") as canaries,
        Nursery(level, most=KEPT_ZYGOTES) as nursery,
    ):
        for attempt in attempts:
            start = starting(nursery, scratch / attempt.bot, attempt.bot)
            behaviour = BEHAVIOURS[attempt.behaviour]
            program = attempt.bot is Bot.PROGRAM
            outcome = try_behaviour(
                behaviour, level, start, canaries, warm[attempt.bot], program=program
            )
            lines.write(msgspec.json.encode(line_of(outcome, attempt.bot)) + b"\n")


def starting(nursery: Nursery, folder: Path, bot: Bot) -> Start:
    """A starter of players that keeps the rogue's files as they are: not even bytecode is cut."""

    def start(files: BotFiles, match: Match, limits: Limits) -> Player:
        return SandboxedPlayer(nursery, keep(files, folder, bot), match, limits)

    return start


def keep(files: BotFiles, folder: Path, bot: Bot) -> Path:
    """Write the rogue's files beneath a folder, unless they are there; the file to start."""
    kept = folder / files.version
    if not kept.exists():
        for file in files.files:
            path = kept / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        (kept / MANIFEST).write_text(COMMAND)
    return kept / (MANIFEST if bot is Bot.PROGRAM else files.entry)


def line_of(outcome: Outcome, bot: Bot) -> Line:
    """An outcome with its verdict."""
    if outcome.contained:
        verdict = Verdict.CONTAINED
    else:
        verdict = Verdict.KNOWN_GAP if outcome.known_gap else Verdict.NOT_CONTAINED
    return Line(
        behaviour=outcome.behaviour.name,
        bot=bot,
        verdict=verdict,
        evidence=outcome.evidence,
        known_gap=outcome.known_gap,
        fault=outcome.fault,
        reported=outcome.reported,
    )


def _can_be(bot: Bot, behaviour: Behaviour) -> bool:
    return bot is Bot.PYTHON or behaviour.in_programs
