"""Files that are written once: wholly or not at all, and never over another."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from arena.errors import ArenaError
from arena.players.files import sync

FOR_ALL = 0o666
"""Whoever the process's mask lets."""

FOR_THE_OWNER = 0o600


def write_new(file: Path, content: bytes, mode: int = FOR_ALL) -> None:
    """Write a file that must not be there yet, and see it on the disk.

    Raises ArenaError for one that is there, which is left as it is, and for one that cannot be
    written, of which nothing is left.
    """
    # With the same end: git is told to ignore seeds by that.
    draft = file.with_name(f".{file.stem}.{secrets.token_hex(4)}{file.suffix}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(content)
                opened.flush()
                os.fsync(descriptor)
            _give_name(draft, file)
        finally:
            draft.unlink(missing_ok=True)
        sync(file.parent)
    except FileExistsError as error:
        raise ArenaError(f"{file}: it exists, and nothing is written over") from error
    except OSError as error:
        raise ArenaError(f"{file}: it cannot be written: {error.strerror}") from error


def _give_name(draft: Path, file: Path) -> None:
    """Name a file so, unless there is one of that name."""
    try:
        file.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError as error:  # of a file system that cannot have two names for a file
        if os.path.lexists(file):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from error
        draft.rename(file)
