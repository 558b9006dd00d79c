"""How well bots are held, and in which words that is told (sandbox.md, Levels)."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

import msgspec


class Level(StrEnum):
    """From the safest down."""

    STRONG = "strong"
    GOOD = "good"
    SEALED = "sealed"
    NONE = "none"

    @property
    def has_namespaces(self) -> bool:
        """Whether a bot sees a world of its own: its files, no network, no other process."""
        return self is Level.STRONG

    @property
    def has_landlock(self) -> bool:
        """Whether the kernel bounds which files can be opened."""
        return self in {Level.STRONG, Level.GOOD}

    @property
    def has_signs(self) -> bool:
        """Whether a bot's reading of a file is noted where its next match could look."""
        return self is Level.GOOD

    @property
    def holds_programs(self) -> bool:
        """Whether it can hold program bots, whose loaders open files after their start."""
        return self is not Level.SEALED

    @property
    def has_seccomp(self) -> bool:
        """Whether system calls are filtered."""
        return self is not Level.NONE

    def is_below(self, other: Level) -> bool:
        """Whether this one holds a bot less well."""
        return SAFEST_FIRST.index(self) > SAFEST_FIRST.index(other)


SAFEST_FIRST = list(Level)


class Sandbox(msgspec.Struct, frozen=True, kw_only=True):
    """What this machine enforces in a run.

    ``landlock`` is the kernel's version, 0 for none. ``repeatable`` is whether every bot's process
    has the same addresses, so that even the order of a set of plain objects repeats.
    """

    level: Level
    landlock: int
    repeatable: bool

    def told(self) -> str:
        """One line for people.

        >>> Sandbox(level=Level.STRONG, landlock=7, repeatable=True).told()
        'strong (namespaces, Landlock 7, seccomp)'
        >>> Sandbox(level=Level.SEALED, landlock=0, repeatable=False).told()
        'sealed (seccomp; bots open no files), repeatable: no'
        """
        return f"{self.level} ({self._layers()})" + ("" if self.repeatable else ", repeatable: no")

    def _layers(self) -> str:
        match self.level:
            case Level.STRONG:
                return f"namespaces, Landlock {self.landlock}, seccomp"
            case Level.GOOD:
                return f"Landlock {self.landlock}, seccomp"
            case Level.SEALED:
                return "seccomp; bots open no files"
            case Level.NONE:
                return "limits on processor time, memory and output alone"
            case _:
                assert_never(self.level)
