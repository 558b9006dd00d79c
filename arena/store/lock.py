"""The lock that makes one process the only writer of a league, for as long as it runs."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from arena.errors import StoreError

LONGEST_NOTE = 200


def lock_path(database: Path) -> Path:
    """The file beside a database that its writer keeps locked, with a line about that writer.

    >>> lock_path(Path("leagues/house.db")).as_posix()
    'leagues/house.db-lock'
    """
    return database.with_name(f"{database.name}-lock")


@contextmanager
def sole_writer(database: Path) -> Iterator[Callable[[], None]]:
    """Be the only writer; raise StoreError if another process is.

    The lock is the kernel's (``flock``): it stops no reader, no child inherits it, and it ends
    with its process, however that ends. The file stays, since one who removes it may remove the
    lock of the next. What is yielded raises StoreError once somebody has done so nevertheless.
    """
    path = lock_path(database.resolve())
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StoreError(f"{path}: it cannot be locked: {error.strerror}") from error
    try:
        _lock(descriptor, path, database)
        with suppress(OSError):  # a full disk: the lock holds without a note
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, _note().encode(), 0)
        yield partial(_refuse_if_lost, descriptor, path, database)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path, database: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        writer = os.pread(descriptor, LONGEST_NOTE, 0).decode(errors="replace").strip()
        raise StoreError(
            f"{database}: another process is writing it ({writer or 'which has just begun'}); "
            "wait until it ends, or end it"
        ) from None
    except OSError as error:
        raise StoreError(f"{path}: it cannot be locked: {error.strerror}") from error


def is_still(path: Path, opened: os.stat_result) -> bool:
    """Whether a path leads to the file that was opened, and not to another one or to none."""
    try:
        return os.path.samestat(opened, path.stat())
    except OSError:
        return False


def _refuse_if_lost(descriptor: int, path: Path, database: Path) -> None:
    if not is_still(path, os.fstat(descriptor)):
        raise StoreError(
            f"{path}: this lock was removed while {database} was written, and others may write "
            "that too by now; nothing more was stored. Run the same command again"
        )


def _note() -> str:
    r"""Who writes, and since when.

    >>> _note()  # doctest: +ELLIPSIS
    'process ..., since 20...-...-... ...:... UTC\n'
    """
    now = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    return f"process {os.getpid()}, since {now}\n"
