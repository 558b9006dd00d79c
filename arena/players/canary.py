"""A zygote's first child: it tries what must be impossible, since flags of a kernel may lie."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import msgspec

from arena.sandbox.confinement import Confinement
from arena.sandbox.levels import Level

FOREIGN_FILE = "/etc/passwd"


def prove(confinement: Confinement, level: Level, replies: int) -> NoReturn:
    """Confine this process, try everything, write what was possible as a list of texts."""
    confinement.put_on()
    attempts: dict[str, Callable[[], object]] = {
        "make a socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
        "open a foreign file": lambda: os.open(FOREIGN_FILE, os.O_RDONLY),
        "write a file": lambda: os.open("written", os.O_WRONLY | os.O_CREAT, 0o600),
        "start a process": _fork,
        "signal its zygote": lambda: os.kill(confinement.zygote, 0),
        "signal everybody": lambda: os.kill(-1, 0),
        "start a program": lambda: os.execv("/bin/true", ["true"]),
    }
    if level is not Level.GOOD:
        attempts["look at a foreign file"] = Path(FOREIGN_FILE).stat
    possible = [name for name, attempt in attempts.items() if _succeeds(attempt)]
    os.write(replies, msgspec.json.encode(possible) + b"\n")
    os._exit(0)


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _fork() -> None:
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGKILL)
