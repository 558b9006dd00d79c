"""The rogue's behaviours at one level; at ``none``, where little holds it, they are the control.

Runs in namespaces of its own, as the first process there, and prints a line of JSON a behaviour:
``python -m tests.rogues.control LEVEL python|program SCRATCH [NAME ...]``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from arena.bot.messages import Match
from arena.plan import Limits
from arena.players.files import BotFiles
from arena.players.nursery import Nursery
from arena.players.player import Player
from arena.players.sandboxed import SandboxedPlayer
from arena.rogues.behaviours import BEHAVIOURS
from arena.rogues.canaries import Canaries, raise_loopback
from arena.rogues.trying import Start, try_all
from arena.sandbox.levels import Level


class Line(msgspec.Struct, frozen=True):
    """An outcome as it is printed."""

    name: str
    contained: bool
    evidence: str
    fault: str | None
    reported: str
    known_gap: str


MANIFEST = 'command = ["python3", "bot.py"]\n'


def starting(nursery: Nursery, folder: Path, *, program: bool) -> Start:
    """A starter of players that keeps the rogue's files as they are: not even bytecode is cut."""

    def start(files: BotFiles, match: Match, limits: Limits) -> Player:
        kept = folder / files.version
        for file in files.files:
            path = kept / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        entry = kept / files.entry
        if program:
            entry = kept / "bot.toml"
            entry.write_text(MANIFEST)
        return SandboxedPlayer(nursery, entry, match, limits)

    return start


def main(level: Level, scratch: Path, names: list[str], *, program: bool) -> None:
    """Try the named behaviours, or all, at a level."""
    raise_loopback()
    chosen = [BEHAVIOURS[name] for name in names or BEHAVIOURS]
    with Canaries(scratch / "canaries") as canaries, Nursery(level) as nursery:
        start = starting(nursery, scratch / "bots", program=program)
        for outcome in try_all(level, start, canaries, chosen, program=program):
            line = Line(
                outcome.behaviour.name,
                outcome.contained,
                outcome.evidence,
                outcome.fault,
                outcome.reported,
                outcome.known_gap,
            )
            sys.stdout.write(f"{msgspec.json.encode(line).decode()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _, named_level, named_kind, named_folder, *named = sys.argv
    main(Level(named_level), Path(named_folder), named, program=named_kind == "program")
