"""A bot's files: found, read without following links, hashed, kept as a snapshot (sandbox.md)."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from arena.errors import BotError

ENTRY = "bot.py"
MAX_FILES = 1_000
MAX_BYTES = 50_000_000
LEFT_OUT = frozenset({"__pycache__"})


class BotFile(msgspec.Struct, frozen=True):
    """A regular file of a bot; ``path`` is relative, with slashes."""

    path: str
    executable: bool
    content: bytes


class BotFiles(msgspec.Struct, frozen=True):
    """All files of a bot, sorted by path, and which of them is the bot."""

    entry: str
    files: list[BotFile]

    @property
    def version(self) -> str:
        """SHA-256 of the files, each as length-framed path, executable bit, content (§2)."""
        digest = sha256()
        for file in self.files:
            path = file.path.encode()
            digest.update(len(path).to_bytes(8, "big") + path)
            digest.update(b"x" if file.executable else b"-")
            digest.update(len(file.content).to_bytes(8, "big") + file.content)
        return digest.hexdigest()


def read_bot(path: Path) -> BotFiles:
    """Read a bot: a ``.py`` file alone, or a folder with ``bot.py`` and what it needs.

    Raises BotError for anything missing, unreadable, too large, or that is not a regular file.
    """
    try:
        if path.is_dir():
            files = sorted(_folder_files(path), key=lambda file: file.path)
            if all(file.path != ENTRY for file in files):
                raise BotError(f"{path}: a bot folder has its bot in {ENTRY}; there is none")
            return BotFiles(ENTRY, files)
        if path.suffix != ".py":
            raise BotError(f"{path}: a bot is a .py file or a folder with {ENTRY}")
        return BotFiles(path.name, [_read_file(path, path.name)])
    except FileNotFoundError as error:
        raise BotError(f"{error.filename}: there is no such file") from error
    except OSError as error:
        raise BotError(f"{error.filename or path}: cannot be read: {error.strerror}") from error


def keep(files: BotFiles, folder: Path) -> Path:
    """Write a snapshot to ``folder/VERSION`` unless it is there; the path of the entry."""
    target = folder / files.version
    if not target.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder))
        try:
            for file in files.files:
                copy = draft / file.path
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(file.content)
                copy.chmod(0o755 if file.executable else 0o644)
            with suppress(FileExistsError):
                draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    if read_bot(target / files.entry if len(files.files) == 1 else target).version != files.version:
        raise BotError(f"{target}: the kept files are not those of this version; remove the folder")
    return target / files.entry


def _folder_files(root: Path) -> Iterator[BotFile]:
    count = total = 0
    for folder, folders, names in os.walk(root, onerror=_raise):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        for name in links + sorted(names):
            path = Path(folder) / name
            file = _read_file(path, path.relative_to(root).as_posix())
            count += 1
            total += len(file.content)
            if count > MAX_FILES or total > MAX_BYTES:
                raise BotError(
                    f"{root}: a bot has at most {MAX_FILES:,} files and {MAX_BYTES // 10**6} MB"
                )
            yield file


def _raise(error: OSError) -> None:
    raise error


def _read_file(path: Path, name: str) -> BotFile:
    """Read a regular file; what is a link, a device or a pipe is refused, not opened."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise BotError(f"{path}: not a regular file; a bot has no links, devices or pipes")
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as opened:
        status = os.fstat(opened.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise BotError(f"{path}: not a regular file; a bot has no links, devices or pipes")
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BotError(f"{path}: larger than {MAX_BYTES // 10**6} MB")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise BotError(f"{path!s}: its name is not UTF-8") from error
    return BotFile(name, bool(status.st_mode & stat.S_IXUSR), content)
