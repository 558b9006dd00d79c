"""A bot's files: found, read without following links, hashed, kept as a snapshot (sandbox.md)."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import msgspec

from arena.errors import BotError, excerpt
from arena.players.manifest import MANIFEST, Manifest, read_manifest

ENTRY = "bot.py"
ENTRIES = f"{MANIFEST} (a program) or {ENTRY} (Python)"
MAX_FILES = 1_000
MAX_BYTES = 50_000_000
MAX_DEPTH = 32
LEFT_OUT = frozenset({"__pycache__"})
DRAFT = ".draft-"
"""How the names of folders begin that are not complete yet."""

OPENING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
NOT_REGULAR = "not a regular file; a bot has no links, devices or pipes"


class BotFile(msgspec.Struct, frozen=True):
    """A regular file of a bot; ``path`` is relative, with slashes."""

    path: str
    executable: bool
    content: bytes


class BotFiles(msgspec.Struct, frozen=True):
    """All files of a bot, sorted by path, and which of them is the bot.

    ``manifest`` is what ``bot.toml`` says; None for a Python bot.
    """

    entry: str
    files: list[BotFile]
    manifest: Manifest | None = None

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


def read_bot(path: Path, secrets: Sequence[Path] = ()) -> BotFiles:
    """Read a bot: a ``.py`` file alone, or a folder with ``bot.toml`` or ``bot.py``.

    Links above the bot are followed, for whoever gave the path made them or knows them; the bot
    itself and what it has are not links. ``secrets`` are files of the arena, which no bot has
    under any name: a hard link to one looks like any other file.

    Raises BotError for anything missing, unreadable, too large, or that is not a regular file,
    and for a ``bot.toml`` with mistakes.
    """
    reading = _Reading(path, secrets)
    try:
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            files = reading.folder()
        elif stat.S_ISLNK(mode):
            raise BotError(f"{_shown(path)}: not a regular file but a link; name what it leads to")
        elif path.suffix != ".py":
            raise BotError(f"{_shown(path)}: a bot is a .py file or a folder with {ENTRIES}")
        else:
            return BotFiles(path.name, [reading.file(path.name)])
    except FileNotFoundError as error:
        raise BotError(f"{_shown(path)}: there is no such file") from error
    except OSError as error:
        raise BotError(f"{_shown(reading.at)}: cannot be read: {error.strerror}") from error
    by_path = {file.path: file for file in files}
    if MANIFEST in by_path:
        executable = {file.path: file.executable for file in files}
        place = _shown(path / MANIFEST)
        manifest = read_manifest(by_path[MANIFEST].content, place, executable)
        return BotFiles(MANIFEST, files, manifest)
    if ENTRY not in by_path:
        raise BotError(f"{_shown(path)}: a bot folder has its bot in {ENTRIES}; there is neither")
    return BotFiles(ENTRY, files)


def keep(files: BotFiles, folder: Path, *, lasting: bool = False) -> Path:
    """Write a snapshot to ``folder/VERSION`` unless it is there; the path of the entry.

    A ``lasting`` one is on the disk by then, and outlives a power cut.
    Raises BotError if what is there differs from it in any file, or if it cannot be written.
    """
    target = folder / files.version
    if not os.path.lexists(target):
        try:
            _write(files, target, lasting=lasting)
        except OSError as error:
            raise BotError(f"{folder}: no files can be kept there: {error.strerror}") from error
    if not _is_kept(files, target):
        raise BotError(f"{target}: the kept files are not those of this version; remove the folder")
    return target / files.entry


def _write(files: BotFiles, target: Path, *, lasting: bool) -> None:
    """Write files to a folder that is there complete or not at all."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=DRAFT, dir=target.parent))
    try:
        for file in files.files:
            copy = draft / file.path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.content)
            copy.chmod(0o755 if file.executable else 0o644)
        if lasting:
            put_on_disk(draft)
        draft.rename(target)
        if lasting:
            sync(target.parent)
    except OSError as error:
        if error.errno not in {errno.EEXIST, errno.ENOTEMPTY}:  # another run was faster
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def put_on_disk(folder: Path) -> None:
    """Have a folder with all that is in it on the disk, to stay through a power cut."""
    for path in [*folder.rglob("*"), folder]:
        sync(path)


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def forget_drafts(folder: Path) -> None:
    """Remove what others that were killed have half-written in a folder that nobody else writes."""
    for draft in folder.glob(f"{DRAFT}*"):
        shutil.rmtree(draft, ignore_errors=True)


def kept_entry(folder: Path, version: str) -> Path:
    """The entry of the snapshot of a version in a folder; BotError if it is not what it was."""
    return folder / version / kept_files(folder, version).entry


def kept_files(folder: Path, version: str) -> BotFiles:
    """The snapshot of a version in a folder; BotError if it is not what it was.

    What its ``bot.toml`` says is not read.
    """
    target = folder / version
    try:
        files = _Reading(target).folder()
    except OSError as error:
        raise BotError(f"{target}: the files of this version are not kept here") from error
    names = [file.path for file in files]
    entry = next((name for name in (MANIFEST, ENTRY, *names[:1]) if name in names), "")
    kept = BotFiles(entry, files)
    if kept.version != version:
        raise BotError(f"{target}: the kept files are not those of this version")
    return kept


Traces: TypeAlias = list[tuple[str, int, int, int, int]]
"""Of each file and folder of a snapshot: its path, and what changes with it."""


def traces(folder: Path) -> Traces:
    """What shows at a glance that a snapshot has been touched; nothing of one that is gone."""
    found = []
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in [".", *sorted(files)]:
            path = f"{root}/{name}"
            with suppress(OSError):  # of one that has gone just now
                status = os.lstat(path)
                found.append(
                    (path, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                )
    return found


def differences(files: BotFiles, kept: Path) -> list[str]:
    """In words, what of a bot's files differs from a snapshot: ``bot.py differs``."""
    try:
        before = {file.path: file for file in _Reading(kept).folder()}
    except (BotError, OSError):
        return ["the kept ones cannot be read"]
    after = {file.path: file for file in files.files}
    return [
        f"{excerpt(path)} {_difference(before.get(path), after.get(path))}"
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]


def _difference(before: BotFile | None, after: BotFile | None) -> str:
    if before is None:
        return "is new"
    if after is None:
        return "is gone"
    return "differs" if before.content != after.content else "differs in who may execute it"


def _is_kept(files: BotFiles, target: Path) -> bool:
    try:
        return _Reading(target).folder() == files.files
    except (BotError, OSError):
        return False


class _Reading:
    """One walk through a bot, always from an open folder, so that no link can come between."""

    def __init__(self, root: Path, secrets: Sequence[Path] = ()) -> None:
        self.root = root
        self.at = root
        """What is being read, for messages."""
        self._secrets = {_identity(path.stat()) for path in secrets if path.is_file()}
        self._count = self._bytes = self._folders = 0

    def folder(self) -> list[BotFile]:
        """All files of the root, which is a folder, sorted by path."""
        with _opened(self.root, os.O_DIRECTORY) as root:
            return sorted(self._inside(root, ""), key=lambda file: file.path)

    def file(self, name: str) -> BotFile:
        """The root, which is a file."""
        with _opened(self.root.parent, os.O_DIRECTORY, follow=True) as parent:
            return self._file(parent, self.root.name, name)

    def _inside(self, folder: int, prefix: str) -> Iterator[BotFile]:
        for name in sorted(os.listdir(folder)):
            path = prefix + name
            self.at = self.root / path
            if not stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
                yield self._file(folder, name, path)
            elif name not in LEFT_OUT:
                self._folders += 1
                if self._folders > MAX_FILES or path.count("/") >= MAX_DEPTH:
                    raise BotError(
                        f"{_shown(self.root)}: a bot has at most {MAX_FILES:,} folders, "
                        f"{MAX_DEPTH} in each other"
                    )
                with _opened(name, os.O_DIRECTORY, folder) as inner:
                    yield from self._inside(inner, path + "/")

    def _file(self, folder: int, name: str, path: str) -> BotFile:
        """Read a regular file; what is a link, a device or a pipe is refused, not opened."""
        if not stat.S_ISREG(os.lstat(name, dir_fd=folder).st_mode):
            raise BotError(f"{_shown(self.at)}: {NOT_REGULAR}")
        with _opened(name, 0, folder) as opened:
            status = os.fstat(opened)
            if not stat.S_ISREG(status.st_mode):
                raise BotError(f"{_shown(self.at)}: {NOT_REGULAR}")
            if _identity(status) in self._secrets:
                raise BotError(
                    f"{_shown(self.at)}: the league's own file, whatever it is called here"
                )
            with os.fdopen(opened, "rb", closefd=False) as reader:
                content = reader.read(MAX_BYTES - self._bytes + 1)
        self._count += 1
        self._bytes += len(content)
        if len(content) > MAX_BYTES:
            raise BotError(f"{_shown(self.at)}: larger than {MAX_BYTES // 10**6} MB")
        if self._count > MAX_FILES or self._bytes > MAX_BYTES:
            raise BotError(
                f"{_shown(self.root)}: a bot has at most {MAX_FILES:,} files "
                f"and {MAX_BYTES // 10**6} MB"
            )
        try:
            path.encode()
        except UnicodeEncodeError as error:
            raise BotError(f"{_shown(self.at)}: its name is not UTF-8") from error
        return BotFile(path, bool(status.st_mode & stat.S_IXUSR), content)


@contextmanager
def _opened(
    path: str | Path, flags: int, folder: int | None = None, *, follow: bool = False
) -> Iterator[int]:
    """A descriptor of ``path``; of a link only where it is to be followed."""
    descriptor = os.open(
        path, (OPENING & ~os.O_NOFOLLOW if follow else OPENING) | flags, dir_fd=folder
    )
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _shown(path: Path) -> str:
    """A path that its bot's author named, as a terminal may show it."""
    return excerpt(str(path))
