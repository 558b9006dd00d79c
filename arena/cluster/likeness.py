"""What machines must have in common to play one season: then a match is the same on each."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

import msgspec

import arena
from arena.players.files import BotFile, BotFiles
from arena.sandbox.levels import Level, Sandbox


class Likeness(msgspec.Struct, frozen=True, kw_only=True):
    """What may change how a match ends; ``python`` is the minor version, as for a season.

    ``code`` is the SHA-256 of the arena's modules: a version that is worked on has one number.
    """

    arena: str
    code: str
    python: str
    processor: str
    sandbox: Level
    repeatable: bool


def likeness(sandbox: Sandbox) -> Likeness:
    """That of this machine, whose bots are held so."""
    return Likeness(
        arena=arena.__version__,
        code=_code(),
        python=".".join(platform.python_version_tuple()[:2]),
        processor=os.uname().machine,
        sandbox=sandbox.level,
        repeatable=sandbox.repeatable,
    )


@cache
def _code() -> str:
    """Hashed as bots' files are."""
    package = Path(arena.__file__).parent
    return BotFiles(
        "",
        [
            BotFile(module.relative_to(package).as_posix(), False, module.read_bytes())
            for module in sorted(package.rglob("*.py"))
        ],
    ).version


def differences(wanted: Likeness, found: Likeness) -> list[str]:
    """What is different, in words.

    >>> one = Likeness(
    ...     arena="1.0",
    ...     code="7f",
    ...     python="3.11",
    ...     processor="x86_64",
    ...     sandbox=Level.GOOD,
    ...     repeatable=True,
    ... )
    >>> differences(one, msgspec.structs.replace(one, python="3.12", sandbox=Level.SEALED))
    ['its Python is 3.12 and not 3.11', 'its sandbox is sealed and not good']
    """
    return [
        f"its {_NAMES[key]} is {_shown(there)} and not {_shown(here)}"
        for key, here in msgspec.structs.asdict(wanted).items()
        if (there := getattr(found, key)) != here
    ]


_NAMES = {
    "arena": "arena",
    "code": "arena's code",
    "python": "Python",
    "processor": "processor",
    "sandbox": "sandbox",
    "repeatable": "`repeatable`",
}


def _shown(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)[:12]
