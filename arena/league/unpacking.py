"""A bot that is handed in as a ``.zip``: unpacked beside the league, touching nothing else."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path, PurePosixPath

from arena.errors import ArenaError, BotError, excerpt
from arena.players.files import (
    DRAFT,
    ENTRY,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_FILES,
    forget_drafts,
    put_on_disk,
    read_bot,
    sync,
)

MAX_NAME = 255
IS_ENCRYPTED = 1

EXTRAS = {"__MACOSX", ".DS_Store"}
"""What a Mac packs beside what it was asked for."""

METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The others can ask for as much memory as they like."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError)
"""What zipfile raises for one; the last for names that are no UTF-8."""


def unpack(archive: Path, target: Path) -> bool:
    """Unpack a bot into a folder, unless it is there already; a single folder in it is left out.

    Whether the folder was made. Raises BotError for what is no bot: anything but files and
    folders, paths that lead out of it, too much of it. ArenaError for a folder that holds
    something else or cannot be made. Nothing is left then. Nobody else may unpack beside it.
    """
    draft = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        forget_drafts(target.parent)
        draft = Path(tempfile.mkdtemp(prefix=DRAFT, dir=target.parent))
        with zipfile.ZipFile(archive) as opened:
            _unpack(archive, opened, draft)
        found = _only_folder(draft) or draft
        if os.path.lexists(target):
            _refuse_unlike(found, target)
            return False
        found.chmod(0o755)
        put_on_disk(found)
        found.rename(target)
        sync(target.parent)
        return True
    except UNREADABLE as error:
        raise BotError(f"{archive}: it is no archive that can be read: {error}") from error
    except OSError as error:
        raise ArenaError(f"{archive}: it cannot be unpacked: {error}") from error
    finally:
        if draft is not None:
            shutil.rmtree(draft, ignore_errors=True)
        with suppress(OSError):  # there is something in it as a rule
            target.parent.rmdir()


def bot_in(folder: Path) -> Path:
    """The bot that was unpacked into a folder: the one Python file that is there, or all of it."""
    inside = [*folder.iterdir()] if folder.is_dir() else []
    if len(inside) == 1 and inside[0].suffix == ".py" and inside[0].name != ENTRY:
        return inside[0]
    return folder


def _refuse_unlike(found: Path, target: Path) -> None:
    """Raise ArenaError unless the same bot was unpacked there before."""
    with suppress(BotError):
        if read_bot(bot_in(found)).version == read_bot(bot_in(target)).version:
            return
    raise ArenaError(f"{target}: it exists, and nothing is written over")


def _unpack(archive: Path, opened: zipfile.ZipFile, draft: Path) -> None:
    members = opened.infolist()
    if len(members) > 2 * MAX_FILES:
        raise BotError(f"{archive}: a bot has at most {MAX_FILES:,} files")
    left = MAX_BYTES
    for member in members:
        is_folder = member.filename.endswith("/")  # is_dir() asks a name for its last letter
        if is_folder and not PurePosixPath(member.filename).parts:
            continue  # the folder itself
        path = _path_within(archive, member)
        if path.parts[0] in EXTRAS or path.name in EXTRAS:
            continue
        target = draft / path
        folder = target if is_folder else target.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            both = f"{excerpt(member.filename)} is in a folder that is a file as well"
            raise BotError(f"{archive}: {both}") from error
        if not is_folder:
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
    shown = f"{archive}: {excerpt(member.filename) or 'a file without a name'}"
    path = PurePosixPath(member.filename)
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise BotError(f"{shown} is not a regular file; a bot has no links, devices or pipes")
    if path.is_absolute() or ".." in path.parts or not path.parts or "\\" in member.filename:
        raise BotError(f"{shown} leads out of the bot's folder")
    if any(len(part.encode(errors="surrogateescape")) > MAX_NAME for part in path.parts):
        raise BotError(f"{shown[:80]} has too long a name")
    if len(path.parts) > MAX_DEPTH:
        raise BotError(f"{shown[:80]} is in more than {MAX_DEPTH} folders")
    if member.flag_bits & IS_ENCRYPTED:
        raise BotError(f"{shown} is encrypted")
    if member.compress_type not in METHODS:
        raise BotError(f"{shown} is packed by another method than deflate")
    return path


def _only_folder(draft: Path) -> Path | None:
    """The folder in which everything is, if the bot was packed with its folder."""
    inside = [*draft.iterdir()]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else None
