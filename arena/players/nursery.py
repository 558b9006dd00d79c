"""The worker's end of its zygotes: children are started through it, a fresh one for every match."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

import arena
from arena.errors import BotError, PlatformError
from arena.plan import Limits
from arena.players.files import Traces, kept_files, traces
from arena.players.forking import HERE, End, read_end_report
from arena.players.ordering import orders_for
from arena.players.zygote import FAILED, READY, Orders, Task
from arena.sandbox.access_times import settle
from arena.sandbox.confinement import UNCONFINED
from arena.sandbox.levels import Level
from arena.sandbox.lifeline import stop_signals_blocked
from arena.sandbox.limits import ENVIRONMENT, usual_stack
from arena.sandbox.privileges import without_address_randomization

_BOOT = """
import os, sys
# Without these msgspec and hashlib are what a bot needs of them, in half the memory.
sys.modules.update(dict.fromkeys(["_hashlib", "typing_extensions"]))
# What modules would do in each child (draw new seeds, make new locks) costs as much as its fork.
os.register_at_fork = lambda **_: None
del os.environ["LD_BIND_NOW"]
sys.path += sys.argv[2:]
from arena.players.zygote import main
main(int(sys.argv[1]), sys.argv[2:])
"""

_LINKED_AT_ONCE = {"LD_BIND_NOW": "1"}
"""The zygote looks up what its libraries call, not each of its children anew."""

_IMPORT_PATHS = sorted({str(Path(module.__file__ or "").parents[1]) for module in (arena, msgspec)})

ANSWER_WAIT_S = 20
"""A zygote that takes longer to begin, to fork or to reap is given up: something stopped it."""

MOST_ZYGOTES = 16
"""So many are kept by a worker; the one that has played least recently goes first."""

WARM_UPS = 2
"""Turns until a zygote's state repeats, beside the one in which it proves itself."""

_CREDENTIALS = struct.Struct("=iii")
_LONGEST_PID = 10
_MOST_BYTES = 4096


class UnsafeError(PlatformError):
    """A level of the sandbox does not hold on this machine; the text says what does not."""


class Zygote:
    """A zygote, and the child that it has just now, if any."""

    def __init__(self, orders: Orders) -> None:
        """Start it and have it prove itself.

        Raises UnsafeError where the level cannot be had, PlatformError where it dies.
        """
        self.is_free = True
        """Whether it has no child, or one that is ending."""
        self._end: End | None = None
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(ANSWER_WAIT_S)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs, usual_stack(), without_address_randomization(), stop_signals_blocked():
            self._process = subprocess.Popen(
                # Neither site nor the user's packages: they cost time and are nobody's business.
                [
                    *(sys.executable, "-S", "-s", "-P", "-B", "-c", _BOOT),
                    *(f"{os.getpid():0{_LONGEST_PID}}", *_IMPORT_PATHS),
                ],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=ENVIRONMENT | _LINKED_AT_ONCE,
                start_new_session=True,
            )
        try:
            self._begin(orders)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End it, and with it its child."""
        self._control.close()
        self._process.kill()
        self._process.wait()

    def fork(self, task: Task, requests: int, replies: int, log: int) -> int:
        """Start a child with these descriptors; its process number, as this process sees it."""
        try:
            # A fresh one each time: what a bot sets on it would be there in the next match.
            nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
            try:
                socket.send_fds(self._control, [task.value], (requests, replies, log, nothing))
            finally:
                os.close(nothing)
        except OSError as error:
            raise _unreachable(error) from error
        self.is_free = False
        message, pid = b"", 0
        while message != HERE:  # but the end of the child before it
            message, pid = self._receive()
        self._end = None
        return pid

    def end(self) -> End:
        """Wait for the child's end. Raises PlatformError for one that has run nothing of a bot."""
        while self._end is None:
            message, _ = self._receive()
            if message == UNCONFINED:
                raise PlatformError("a bot's process could not be confined; it ran nothing")
            self._end = read_end_report(message)
        return self._end

    def _begin(self, orders: Orders) -> None:
        try:
            self._control.send(msgspec.json.encode(orders))
        except OSError as error:
            raise _unreachable(error) from error
        answer, _ = self._receive()
        if answer.startswith(FAILED):
            raise UnsafeError(answer[len(FAILED) :].decode(errors="replace"))
        if answer != READY:
            raise PlatformError("the process that starts bots has not begun")
        if orders.level is not Level.NONE:
            self._prove()
        for _ in range(WARM_UPS):
            self._trial(Task.WARM_UP)

    def _prove(self) -> None:
        possible = msgspec.json.decode(self._trial(Task.PROVE) or b'["start a child"]')
        if possible:
            raise UnsafeError(f"a bot could still {', '.join(possible)}")

    def _trial(self, task: Task) -> bytes:
        """Have a child without bot do its task; what it wrote."""
        ours, theirs = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            self.fork(task, nothing, theirs, theirs)
        finally:
            os.close(theirs)
            os.close(nothing)
        self.end()
        self.is_free = True
        with os.fdopen(ours, "rb") as told:
            return told.read()

    def _receive(self) -> tuple[bytes, int]:
        """A datagram of the zygote or its child, and the process number of the sender."""
        try:
            message, ancillary, _, _ = self._control.recvmsg(
                _MOST_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size)
            )
        except OSError as error:
            raise _unreachable(error) from error
        if not message:
            raise PlatformError("the process that starts bots has died")
        pid = next(
            (
                _CREDENTIALS.unpack(text)[0]
                for _, kind, text in ancillary
                if kind == socket.SCM_CREDENTIALS
            ),
            0,
        )
        return message, pid


class Nursery:
    """The zygotes of a worker while the context is open, started when they are first needed."""

    def __init__(
        self, level: Level, packages: Sequence[str] = (), most: int = MOST_ZYGOTES
    ) -> None:
        self.level = level
        self._packages = packages
        self._most = most
        self._orders: dict[tuple[Path, Limits], Orders] = {}
        self._zygotes: dict[tuple[Path, Limits], list[Zygote]] = {}
        self._roots: dict[tuple[Path, Limits], list[Path]] = {}
        self._settled: dict[Path, float] = {}
        """Until when nothing is noted of what is read there."""
        self._traces: dict[Path, Traces] = {}
        """Of the snapshots that were whole when they were last read."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for zygotes in self._zygotes.values():
            for zygote in zygotes:
                zygote.close()
        self._zygotes.clear()

    def check_files(self, entry: Path, version: str) -> None:
        """Raise PlatformError unless the snapshot of a bot is whole: else it may play otherwise.

        Without a sandbox bots may write there, and nothing is said of it.
        """
        if self.level is Level.NONE:
            return
        snapshot = entry.parent
        found = traces(snapshot)
        if self._traces.get(snapshot) == found:
            return
        try:
            kept_files(snapshot.parent, version)
        except BotError as error:
            raise PlatformError(str(error)) from error
        self._traces[snapshot] = found

    def orders(self, entry: Path, limits: Limits) -> Orders:
        """What a zygote of this bot is told. Raises BotError, PlatformError."""
        key = (entry, limits)
        if key not in self._orders:
            made = orders_for(entry, self.level, self._packages, limits)
            self._orders[key] = made
            self._roots[key] = made.outlook.roots(Path(made.folder))
        return self._orders[key]

    def zygote(self, entry: Path, limits: Limits) -> Zygote:
        """A zygote of this bot that has no child; the same as last time where that is free.

        Raises BotError, PlatformError.
        """
        key = (entry, limits)
        orders = self.orders(entry, limits)
        if self.level.has_signs:
            self._settle(self._roots[key])
        # Taken out and put in again at the end: what stands first has not been used for longest.
        same = self._zygotes[key] = self._zygotes.pop(key, [])
        for zygote in same:
            if zygote.is_free:
                return zygote
        self._make_room()
        same.append(Zygote(orders))
        return same[-1]

    def _settle(self, roots: Sequence[Path]) -> None:
        for root in roots:
            if time.time() >= self._settled.get(root, 0.0):
                self._settled[root] = settle(root)

    def _make_room(self) -> None:
        while sum(map(len, self._zygotes.values())) >= self._most:
            for key, zygotes in self._zygotes.items():
                free = [zygote for zygote in zygotes if zygote.is_free]
                if free:
                    free[0].close()
                    zygotes.remove(free[0])
                    if not zygotes:
                        del self._zygotes[key]
                    break
            else:
                return


def _unreachable(error: OSError) -> PlatformError:
    return PlatformError(f"the process that starts bots cannot be reached: {error}")
