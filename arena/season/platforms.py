"""What matches are played on, and when a season may go on elsewhere (design, Store)."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import arena
from arena.errors import StoreError
from arena.sandbox.levels import Level
from arena.store.facts import Platform, Season


def this_platform(level: Level) -> Platform:
    """The platform of this process, with bots held by a level of the sandbox."""
    return Platform(
        arena=arena.__version__,
        python=platform.python_version(),
        c_library=" ".join(platform.libc_ver()),
        processor=platform.machine(),
        sandbox=level.value,
    )


def lowest_level(season: Season, database: Path) -> Level:
    """The lowest level that a season was played on; StoreError for one that does not exist."""
    try:
        return Level(season.sandbox)
    except ValueError as error:
        raise StoreError(
            f"{database}: its sandbox is {season.sandbox!r}; there are {', '.join(Level)}"
        ) from error


MOVE = re.compile("(arena|Python|the sandbox) was (.+), is (.+)")
"""A sentence of ``moves``: what has changed, from what, to what."""


def moves(before: Season, now: Season) -> list[str]:
    """What a season is played on otherwise than so far, a sentence each."""
    return [
        _moved(what, was, is_now)
        for what, was, is_now in (
            ("arena", before.arena, now.arena),
            ("Python", before.python, now.python),
            ("the sandbox", before.sandbox, now.sandbox),
        )
        if was != is_now
    ]


def new_versions(season: Season, now: Platform) -> list[str]:
    """What the season is played on by another version now, in words; patches are no news."""
    return [
        _moved(what, was, is_now)
        for what, was, is_now in (
            ("arena", season.arena, now.arena),
            ("Python", season.python, now.python),
        )
        if _series(was) != _series(is_now)
    ]


def _moved(what: str, was: str, is_now: str) -> str:
    return f"{what} was {was}, is {is_now}"


def _series(version: str) -> list[str]:
    """The part of a version that says what programs may rely on.

    >>> _series("3.11.7")
    ['3', '11']
    """
    return version.split(".")[:2]
