"""Access times, by which a bot could leave signs for its next match.

Most disks note the first reading of a file in a day (``relatime``), and a bot that may not write
could still tell by it what it has seen. In a world of its own all is bound read-only, and nothing
is noted. Elsewhere everything that a bot can read has been read before it; what is left are links
that it cannot read but follow, all over the machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

DAY_S = 24 * 60 * 60
"""So long a reading is noted no more, unless the file has changed since."""

TICK_S = 1.0
"""What has changed so recently may get the same time again."""


def notes_readings(path: Path) -> bool:
    """Whether the disk of a file notes that it is read, if only once a day."""
    return not os.statvfs(path).f_flag & (os.ST_NOATIME | os.ST_RDONLY)


def notes_every_reading(path: Path) -> bool:
    """Whether it does so each time (``strictatime``): then signs can be left in every file."""
    return notes_readings(path) and not os.statvfs(path).f_flag & os.ST_RELATIME


def settle(root: Path) -> float:
    """Have the reading of everything there noted, so that no other is; until when that lasts.

    That is seconds since the epoch, a day at most. Data are not fetched from the disk. What cannot
    be read here is passed over, since no bot of the same user can read it either.
    """
    now = time.time()
    lasts = now + DAY_S
    for path, found in _entries(root):
        changed = max(found.st_mtime, found.st_ctime)
        if changed < found.st_atime and now - found.st_atime < DAY_S:
            lasts = min(lasts, found.st_atime + DAY_S)
            continue
        with suppress(OSError):
            _read(path, found)
        if changed > now - TICK_S:
            lasts = now
    return lasts


def _entries(root: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything at a place and beneath it, and what was known of it; folders are read by this."""
    with suppress(OSError):
        found = root.lstat()
        yield root, found
        if S_ISDIR(found.st_mode):
            for path in root.iterdir():
                yield from _entries(path)


def _read(path: Path, found: os.stat_result) -> None:
    if S_ISLNK(found.st_mode):
        path.readlink()
    elif S_ISREG(found.st_mode):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            os.pread(descriptor, 1, found.st_size)
        finally:
            os.close(descriptor)
