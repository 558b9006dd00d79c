"""The rogue as a process that nothing at all holds: what it is then allowed is the control.

Whoever starts it is careless as well: a secret stands in the environment, and it gets descriptors
that are none of its business.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from arena.bot.messages import Answer, Decide, End, Match
from arena.plan import Limits
from arena.players.files import BotFiles
from arena.players.player import Failure, PlayerLog, failure
from arena.records import FaultKind
from arena.rogues.running import Bot, keep
from arena.rogues.trying import Start

WAIT_S = 5.0

CARELESS = """
import os, subprocess, sys
descriptors = os.pipe()
os.write(descriptors[1], b"for others")
for descriptor in descriptors:
    os.set_inheritable(descriptor, True)
subprocess.run(sys.argv[1:], close_fds=False)
"""


def starting(folder: Path, secret: str) -> Start:
    """A starter of players without any limit, in the rogue's own folder."""

    def start(files: BotFiles, match: Match, _: Limits) -> BarePlayer:
        return BarePlayer(keep(files, folder, Bot.PYTHON), match, secret)

    return start


class BarePlayer:
    """A program that speaks the protocol, started as any other is, with all rights of its user."""

    starts_last = False

    def __init__(self, entry: Path, match: Match, secret: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-c", CARELESS, sys.executable, "-S", str(entry)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=entry.parent,
            env={**os.environ, "CANARY": secret, "PYTHONHASHSEED": "random"},
            start_new_session=True,
        )
        self._question = 0
        self._tell(match)

    def start(self) -> Failure | None:
        return None

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        self._question += 1
        self._tell(Decide(self._question, view, list(legal)))
        line = b""
        until = time.monotonic() + WAIT_S
        assert self._process.stdout is not None
        while not line.endswith(b"\n"):
            left = max(0.0, until - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                return failure(FaultKind.STALL, Limits())
            chunk = os.read(self._process.stdout.fileno(), 4096)
            if not chunk:
                return failure(FaultKind.CRASH, Limits())
            line += chunk
        return msgspec.json.decode(line, type=Answer).action

    def end(self, message: End) -> None:
        self._tell(message)

    def close(self) -> PlayerLog:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        assert self._process.stderr is not None
        # Not to its end: one that the rogue has left behind may hold it open.
        os.set_blocking(self._process.stderr.fileno(), False)
        log = self._process.stderr.read() or b""
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()
        return PlayerLog(log)

    def _tell(self, message: msgspec.Struct) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
