"""Landlock: which files a process may read or execute, and that it may do nothing else to files.

Source: ``linux/landlock.h``.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from pathlib import Path

from arena.sandbox.kernel import call

_EXECUTE, _WRITE, _READ, _READ_FOLDER = 1, 2, 4, 8
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights to files a version knows; from 5 on 16. All are handled, few are granted."""

_NET_RIGHTS = 0b11
"""Binding and connecting by TCP, from version 4 on: none is granted."""

_SCOPES = 0b11
"""Abstract sockets and signals stay inside, from version 6 on."""

_RULE_BENEATH_PATH = 1
_ASK_VERSION = 1


def version() -> int:
    """The kernel's version of Landlock; 0 where there is none."""
    try:
        return call("landlock_create_ruleset", None, 0, _ASK_VERSION)
    except OSError:
        return 0


def make_ruleset(
    *, readable: Iterable[Path], executable: Iterable[Path], writable: Iterable[Path] = ()
) -> int:
    """A descriptor of the rules; folders stand for all beneath. Paths that are missing grant none.

    Raises OSError.
    """
    known = version()
    rights = (1 << _FILE_RIGHTS.get(known, 16)) - 1
    attributes = struct.pack("=QQQ", rights, _NET_RIGHTS, _SCOPES)
    size = 8 if known < 4 else 16 if known < 6 else 24
    ruleset = call("landlock_create_ruleset", attributes[:size], size, 0)
    for paths, granted in (
        (readable, _READ | _READ_FOLDER),
        (executable, _READ | _EXECUTE),
        (writable, _READ | _WRITE),
    ):
        for path in paths:
            _grant(ruleset, path, granted)
    return ruleset


def enter(ruleset: int) -> None:
    """Bind this process and all that it starts to the rules. Raises OSError."""
    call("landlock_restrict_self", ruleset, 0)


def _grant(ruleset: int, path: Path, granted: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not path.is_dir():
            granted &= ~_READ_FOLDER
        rule = struct.pack("=Qi", granted, target)
        call("landlock_add_rule", ruleset, _RULE_BENEATH_PATH, rule, 0)
    finally:
        os.close(target)
