"""Files that are written once: wholly or not at all, and never over another."""

from __future__ import annotations

import os
from pathlib import Path

from arena.errors import ArenaError

FOR_ALL = 0o666
"""Whoever the process's mask lets."""

FOR_THE_OWNER = 0o600


def write_new(file: Path, content: bytes, mode: int = FOR_ALL) -> None:
    """Write a file that must not be there yet, and see it on the disk.

    Raises ArenaError for one that is there, which is left as it is, and for one that cannot be
    written, of which nothing is left.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(content)
                opened.flush()
                os.fsync(descriptor)
        except OSError:
            file.unlink()
            raise
        _sync(file.parent)
    except FileExistsError as error:
        raise ArenaError(f"{file}: it exists, and nothing is written over") from error
    except OSError as error:
        raise ArenaError(f"{file}: it cannot be written: {error.strerror}") from error


def _sync(folder: Path) -> None:
    """See a new name in a folder on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
