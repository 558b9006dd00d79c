"""Files that commands write: complete or not there, and nothing overwritten unasked."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from arena.errors import ArenaError
from arena.players.files import sync

READABLE = 0o666
"""Of a new file, as far as the user's mask lets it."""

OWN = 0o600
"""Of a new file that nobody else may read."""


@contextmanager
def new_file(path: Path, overwrite: bool) -> Iterator[IO[bytes]]:
    """A file to write, which takes its name when it is complete.

    A device or a pipe is written as it is. Raises ArenaError for a file that is there, unless
    ``overwrite``, and for one that cannot be written.
    """
    with _in_sentences(path):
        target = path.resolve()
        if target.exists() and not (target.is_file() or target.is_dir()):
            with target.open("wb") as stream:
                yield stream
            return
        with new_path(path, overwrite) as draft, draft.open("wb") as stream:
            yield stream


@contextmanager
def new_path(path: Path, overwrite: bool, mode: int = READABLE) -> Iterator[Path]:
    """An empty file for somebody else to fill, which takes the name ``path`` when it is complete.

    By then it is on the disk to stay. Raises ArenaError as ``new_file`` does.
    """
    with _in_sentences(path):
        target = path.resolve()
        _refuse(path, target, overwrite)
        draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        try:
            yield draft
            sync(draft)
            _refuse(path, target, overwrite)  # again, since filling it may have taken long
            draft.replace(target)
            with suppress(OSError):  # not every file system can, and the file is there
                sync(target.parent)
        finally:
            draft.unlink(missing_ok=True)


def _refuse(path: Path, target: Path, overwrite: bool) -> None:
    if target.exists() and not overwrite:
        raise ArenaError(f"{path}: it exists; --force writes over it")
    if target.exists() and not target.is_file():
        raise ArenaError(f"{path}: it is not a regular file")


@contextmanager
def _in_sentences(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ArenaError(f"{path}: it cannot be written: {error.strerror}") from error
