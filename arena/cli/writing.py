"""Files that commands write: complete or not there, and nothing overwritten unasked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from arena.errors import ArenaError


@contextmanager
def new_file(path: Path, overwrite: bool) -> Iterator[IO[bytes]]:
    """A file to write, which takes its name when it is complete.

    A device or a pipe is written as it is. Raises ArenaError for a file that is there, unless
    ``overwrite``, and for one that cannot be written.
    """
    target = path.resolve()
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            with target.open("wb") as stream:
                yield stream
            return
        if target.exists() and not overwrite:
            raise ArenaError(f"{path}: it exists; --force writes over it")
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with draft.open("xb") as stream:
                yield stream
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ArenaError(f"{path}: it cannot be written: {error.strerror}") from error
