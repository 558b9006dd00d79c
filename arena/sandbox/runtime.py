"""What the runtimes of bots need to read: Python's for its bots, its own for each program."""

from __future__ import annotations

import importlib.util
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from arena.errors import PlatformError
from arena.sandbox.outlook import PROGRAM_FOLDERS, SYSTEM_LIBRARIES, Outlook
from arena.sandbox.programs import Program


def python_outlook(packages: Sequence[str]) -> Outlook:
    """What a Python bot can read: the standard library, the kit, and the permitted packages.

    Raises PlatformError for a package that is not installed.
    """
    standard = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    packaged = [
        place for name in ("arena", "msgspec", *packages) for place in package_folders(name)
    ]
    return Outlook(readable=[*sorted(standard), *packaged, *map(str, SYSTEM_LIBRARIES)])


def program_outlook(program: Program, folder: Path, place: Path) -> tuple[list[str], Outlook]:
    """What a program bot can read and execute, and its command, the file to execute first.

    ``folder`` is the bot's, which it finds at ``place``.
    """

    def inside(path: Path) -> str:
        return str(place / path.relative_to(folder)) if path.is_relative_to(folder) else str(path)

    executable = [inside(path) for path in program.executables]
    return [executable[0], *program.argv[1:]], Outlook(
        readable=[*map(inside, program.readable), *map(str, SYSTEM_LIBRARIES)],
        executable=executable,
        seen=list(map(str, PROGRAM_FOLDERS)),
        devices=list(map(str, program.devices)),
    )


def package_folders(name: str) -> list[str]:
    """Where an installed package lies, with the shared libraries that some bring beside it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise PlatformError(f"the package {name} is not installed")
    folder = Path(next(iter(spec.submodule_search_locations)))
    return [str(place) for place in (folder, folder.with_name(f"{name}.libs")) if place.is_dir()]
