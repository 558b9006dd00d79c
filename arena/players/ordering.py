"""From a bot's snapshot to the orders of its zygote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import arena
from arena.errors import BotError
from arena.plan import Limits
from arena.players.manifest import MANIFEST, read_manifest
from arena.players.zygote import Orders
from arena.sandbox.levels import Level
from arena.sandbox.limits import processor_seconds
from arena.sandbox.outlook import BOTS_FOLDER, Outlook
from arena.sandbox.programs import find_program
from arena.sandbox.runtime import program_outlook, python_outlook
from arena.sandbox.seccomp import child_filter, zygote_filter


def orders_for(entry: Path | None, level: Level, packages: Sequence[str], limits: Limits) -> Orders:
    """What to tell a zygote for the bot in this file: its Python file, or its ``bot.toml``.

    Without a file the zygote has no bot; it can only prove what it holds.

    Raises BotError for a program that this machine does not have or that the level cannot hold,
    PlatformError for a package that is not installed.
    """
    folder = Path(arena.__file__).parent if entry is None else entry.absolute().parent
    command: list[str] = []
    if entry is not None and entry.name == MANIFEST:
        command, outlook = _program(entry, folder, level)
    else:
        outlook = python_outlook(packages)
    return Orders(
        level=level,
        folder=str(folder),
        outlook=outlook,
        zygote_filter=zygote_filter(program=bool(command)),
        child_filter=child_filter(program=bool(command), paths=level is not Level.SEALED),
        memory_mb=limits.memory_mb,
        processor_s=processor_seconds(limits.match_ms),
        entry="" if entry is None or command else entry.name,
        command=command,
        packages=[] if command else list(packages),
    )


def _program(entry: Path, folder: Path, level: Level) -> tuple[list[str], Outlook]:
    if not level.holds_programs:
        raise BotError(f"{entry}: this machine can hold Python bots only (sandbox: {level})")
    files = {
        path.relative_to(folder).as_posix(): bool(path.stat().st_mode & 0o100)
        for path in folder.rglob("*")
        if path.is_file()
    }
    manifest = read_manifest(entry.read_bytes(), str(entry), files)
    program = find_program(manifest.command, folder.resolve(), manifest.programs)
    place = BOTS_FOLDER if level.has_namespaces else folder.resolve()
    return program_outlook(program, folder.resolve(), place)
