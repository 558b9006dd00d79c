"""Why a database is not opened or not written, in sentences for the user."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from arena.errors import StoreError
from arena.store.schema import APPLIED, Schema, applied_steps, columns, missing

SAFE = "what was stored before is safe"

SENTENCES = {
    sqlite3.SQLITE_FULL: f"the disk is full; {SAFE}; make room and run the same command again",
    sqlite3.SQLITE_IOERR: f"the disk failed to read or write; {SAFE}; look after the disk first",
    sqlite3.SQLITE_READONLY: "it cannot be written, since the file or the disk is read-only",
    sqlite3.SQLITE_PERM: "its file may not be used by you",
    sqlite3.SQLITE_BUSY: f"another program has locked it; {SAFE}; end that program and try again",
    sqlite3.SQLITE_LOCKED: f"another program has locked it; {SAFE}; end that program and try again",
    sqlite3.SQLITE_CORRUPT: "it is damaged and was left as it is; put a backup in its place",
    sqlite3.SQLITE_NOTADB: "it is not a database; it was left as it is",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
}
"""What the user can mend, by SQLite's primary result code."""


def primary_code(error: sqlite3.Error) -> int | None:
    """SQLite's result code without its refinement; None if the error is not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


@contextmanager
def in_sentences(path: Path) -> Iterator[None]:
    """Raise StoreError in place of those errors of SQLite that the user can mend."""
    try:
        yield
    except sqlite3.Error as error:
        sentence = SENTENCES.get(primary_code(error) or 0)
        if sentence is None:
            raise
        raise StoreError(f"{path}: {sentence} (SQLite: {error})") from error


def refuse_unreadable(path: Path, maker: str) -> None:
    """Raise StoreError unless there is a file that may be read; ``maker`` is who makes one."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(f"{path}: there is no such database; {maker} makes it") from None
    except OSError as error:
        raise StoreError(f"{path}: it cannot be reached ({error.strerror})") from error
    if S_ISDIR(mode):
        raise StoreError(f"{path}: it is a folder, not a database")
    if not S_ISREG(mode):
        raise StoreError(f"{path}: it is not a regular file, so no database")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path}: you may not read it")


def refuse_unwritable(path: Path) -> None:
    """Raise StoreError if the database, or a file beside it, cannot be written.

    SQLite itself would open a database read-only without a word.
    """
    folder = path.resolve().parent
    if not os.access(folder, os.F_OK):
        raise StoreError(f"{path}: there is no folder {folder}; make it first")
    for place, needed in ((folder, os.W_OK | os.X_OK), (path, os.W_OK)):
        if os.access(place, os.F_OK) and not os.access(place, needed):
            raise StoreError(f"{path}: it cannot be written, since {place} is read-only for you")


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever stored in a database, nor made for it."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(application_id == 0 and objects == 0)


def steps_left(connection: sqlite3.Connection, schema: Schema, path: Path) -> list[str]:
    """The steps that the database still needs: all of them if there is nothing in it.

    Raises StoreError for a database of another kind, from a newer arena, or with parts missing.
    """
    if is_empty(connection):
        return [*schema.steps]
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id != schema.application_id:
        raise StoreError(f"{path}: it is no {schema.name} but something else; it was left as it is")
    found = columns(connection)
    applied = applied_steps(connection, schema) if APPLIED in found else []
    newer = [step for step in applied if step not in schema.steps]
    if newer:
        names = ", ".join(newer)
        raise StoreError(f"{path}: a newer arena wrote it ({names}); bring this one up to date")
    left = [step for step in schema.steps if step not in applied]
    lacking = ["list of migrations"] if not applied else [] if left else missing(schema, found)
    if lacking:
        raise StoreError(
            f"{path}: it is half-written or damaged, without {', '.join(lacking)};"
            " it was left as it is; put a backup in its place"
        )
    return left


def refuse_damaged(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError if SQLite finds the file inconsistent; reads all of it."""
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise StoreError(f"{path}: {SENTENCES[sqlite3.SQLITE_CORRUPT]} (SQLite: {finding})")
