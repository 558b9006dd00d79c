"""A bot that is handed in as a ``.zip``: unpacked beside the league, touching nothing else."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from arena.errors import ArenaError, BotError, excerpt
from arena.players.files import MAX_BYTES, MAX_FILES

MAX_NAME = 255
IS_ENCRYPTED = 1

METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The others can ask for as much memory as they like."""


UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError)
"""What zipfile raises for one; the last for names that are no UTF-8."""


def unpack(archive: Path, target: Path) -> None:
    """Unpack a bot into a folder that must not be there yet; a single folder in it is left out.

    Raises BotError for what is no bot: anything but files and folders, paths that lead out of it,
    too much of it. ArenaError for a folder that is there or cannot be made. Nothing is left then.
    """
    if os.path.lexists(target):
        raise ArenaError(f"{target}: it exists, and nothing is written over")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=target.parent))
    try:
        with zipfile.ZipFile(archive) as opened:
            _unpack(archive, opened, draft)
        (_only_folder(draft) or draft).rename(target)
        target.chmod(0o755)
    except UNREADABLE as error:
        raise BotError(f"{archive}: it is no archive that can be read: {error}") from error
    except OSError as error:
        raise ArenaError(f"{archive}: it cannot be unpacked: {error.strerror}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _unpack(archive: Path, opened: zipfile.ZipFile, draft: Path) -> None:
    members = opened.infolist()
    if len(members) > 2 * MAX_FILES:
        raise BotError(f"{archive}: a bot has at most {MAX_FILES:,} files")
    left = MAX_BYTES
    for member in members:
        target = draft / _path_within(archive, member)
        if member.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        left -= _write(archive, opened, member, target, left)


def _write(
    archive: Path, opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, left: int
) -> int:
    """Write one file of at most so many bytes; how many it has."""
    if target.exists():
        raise BotError(f"{archive}: {excerpt(member.filename)} is in it twice")
    size = 0
    with opened.open(member) as packed, target.open("xb") as file:
        while chunk := packed.read(1 << 16):
            size += len(chunk)
            if size > left:
                raise BotError(f"{archive}: a bot has at most {MAX_BYTES // 10**6} MB")
            file.write(chunk)
    is_executable = (member.external_attr >> 16) & stat.S_IXUSR
    target.chmod(0o755 if is_executable else 0o644)
    return size


def _path_within(archive: Path, member: zipfile.ZipInfo) -> PurePosixPath:
    """Where a member goes; BotError for what must not go anywhere."""
    shown = f"{archive}: {excerpt(member.filename)}"
    path = PurePosixPath(member.filename)
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise BotError(f"{shown} is not a regular file; a bot has no links, devices or pipes")
    if path.is_absolute() or ".." in path.parts or not path.parts or "\\" in member.filename:
        raise BotError(f"{shown} leads out of the bot's folder")
    if any(len(part.encode(errors="surrogateescape")) > MAX_NAME for part in path.parts):
        raise BotError(f"{shown[:80]} has too long a name")
    if member.flag_bits & IS_ENCRYPTED:
        raise BotError(f"{shown} is encrypted")
    if member.compress_type not in METHODS:
        raise BotError(f"{shown} is packed by another method than deflate")
    return path


def _only_folder(draft: Path) -> Path | None:
    """The folder in which everything is, if the bot was packed with its folder."""
    inside = [*draft.iterdir()]
    return (
        inside[0]
        if len(inside) == 1 and inside[0].is_dir() and not inside[0].is_symlink()
        else None
    )
