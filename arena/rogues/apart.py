"""Working apart: in a process and in namespaces of one's own, where the rogue can hurt nobody.

Source: ``linux/sched.h``, namespaces(7).
"""

from __future__ import annotations

import os
import select
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, NoReturn

import msgspec

from arena.errors import ArenaError, PlatformError
from arena.rogues.canaries import raise_loopback
from arena.sandbox.kernel import call
from arena.sandbox.lifeline import (
    STOP_SIGNALS,
    die_with,
    leave_stopping_to_the_coordinator,
)
from arena.sandbox.namespaces import leave_the_host

_NEW_MOUNTS, _NEW_PIDS, _NEW_NETWORK, _NEW_IPC = 0x20000, 0x20000000, 0x40000000, 0x8000000
_NEW_HOST_NAME, _NEW_CGROUPS = 0x4000000, 0x2000000
_ALL_BUT_USERS = _NEW_MOUNTS | _NEW_PIDS | _NEW_NETWORK | _NEW_IPC | _NEW_HOST_NAME | _NEW_CGROUPS
_RECURSIVE, _PRIVATE = 0x4000, 0x40000
_NO_SETUID, _NO_DEVICES = 2, 4

_BEGUN, _FAILED, _DIED = b"begun\n", b"!", b""

LONGEST_END_S = 10
"""How long the work may take to come to an end after nobody reads it any more."""

Work = Callable[[IO[bytes]], None]
"""What is done apart; it writes lines, and ends when writing raises BrokenPipeError."""


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Have TERM and HUP interrupt as INT does, so that what is open is put away."""

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def can_be_private() -> bool:
    """Whether this process may have namespaces of its own; tried by one that is forked."""
    try:
        with working_apart(lambda lines: lines.close(), private=True):
            return True
    except PlatformError:
        return False


@contextmanager
def working_apart(work: Work, *, private: bool) -> Iterator[Iterator[bytes]]:
    """Have the work done while the context is open, and read its lines.

    With ``private`` it has namespaces of its own, and what it starts is gone with it. Root keeps
    its user namespace, so that a rogue meets the root that it meets in a run; others get one of
    their own. For a process with one thread, since it forks. Raises PlatformError where the
    namespaces are refused, and while reading where the work fails.
    """
    reading, writing = os.pipe()
    parent = os.getpid()
    worker = os.fork()
    if worker == 0:
        os.close(reading)
        _begin(parent, work, os.fdopen(writing, "wb", buffering=0), private=private)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as lines:
            read = _read(lines)
            if next(read, _DIED) != _BEGUN:
                raise PlatformError("what works apart has died before it began")
            yield read
    finally:
        _end(worker)


def _read(lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        if line.startswith(_FAILED):
            raise PlatformError(msgspec.json.decode(line[len(_FAILED) :], type=str))
        yield line


def _begin(parent: int, work: Work, lines: IO[bytes], *, private: bool) -> NoReturn:
    """Fork once more where only what is forked then is in the new pid namespace."""
    try:
        leave_stopping_to_the_coordinator()
        die_with(parent)
        if private:
            outside = os.pidfd_open(os.getpid())
            _leave_the_host()
            die_with(parent)  # again: getting other rights has cleared it
            if first := os.fork():
                lines.close()
                os.waitpid(first, 0)
                os._exit(0)
            _die_with(outside)
            _settle()
        lines.write(_BEGUN)
        work(lines)
    except BrokenPipeError:
        pass  # nobody wants more
    except BaseException as error:  # noqa: BLE001 because the process that reads must learn of it
        told = f"{error}" if isinstance(error, OSError | ArenaError) else traceback.format_exc()
        with suppress(OSError, ValueError):
            lines.write(_FAILED + msgspec.json.encode(told) + b"\n")
    finally:
        os._exit(0)


def _leave_the_host() -> None:
    if os.geteuid() == 0:
        with suppress(OSError):
            call("unshare", _ALL_BUT_USERS)
            return
    leave_the_host()


def _die_with(process: int) -> None:
    """Die with a process that may be outside this one's namespace, known by its descriptor."""
    die_with(os.getppid())
    if select.select([process], [], [], 0)[0]:
        os._exit(0)
    os.close(process)


def _settle() -> None:
    """As the first process of new namespaces: mounts that are nobody else's, and a loopback."""
    call("mount", None, b"/", None, _RECURSIVE | _PRIVATE, None)
    call("mount", b"proc", b"/proc", b"proc", _NO_SETUID | _NO_DEVICES, None)
    if os.path.isdir("/dev/shm"):  # noqa: PTH112 because it is a constant
        call("mount", b"tmpfs", b"/dev/shm", b"tmpfs", _NO_SETUID | _NO_DEVICES, None)
    raise_loopback()


def _end(worker: int) -> None:
    """Give the work a moment to put everything away, now that nobody reads; then end it."""
    ended = os.pidfd_open(worker)
    try:
        select.select([ended], [], [], LONGEST_END_S)
    finally:
        os.close(ended)
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
