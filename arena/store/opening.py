"""Opens databases as this project uses them, and runs its write transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeAlias

from arena.errors import StoreError
from arena.store import migration
from arena.store.refusals import (
    in_sentences,
    is_empty,
    primary_code,
    refuse_damaged,
    refuse_unreadable,
    refuse_unwritable,
    steps_left,
)
from arena.store.schema import Schema

OLDEST_SQLITE = (3, 37, 0)
"""The first version with STRICT tables."""

WAIT_S = 10.0
"""How long another program may hold a lock before we give up."""

LEFT_WAL_BYTES = 16 << 20
"""To so much a WAL that a long reader has made grow is cut when that reader is gone."""

Mode: TypeAlias = Literal["mode=ro", "mode=ro&immutable=1", "mode=rw", "mode=rwc"]


def open_for_reading(path: Path, schema: Schema, maker: str) -> sqlite3.Connection:
    """Open a database read-only, as it is at this moment and stays until it is closed.

    Whoever writes meanwhile neither waits nor is waited for. ``maker`` is the command that
    makes the database. Raises StoreError for whatever keeps it from being read.
    """
    refuse_unreadable(path, maker)
    with in_sentences(path):
        connection = _at_this_moment(path)
        with _closed_if_refused(connection):
            left = steps_left(connection, schema, path)
            if len(left) == len(schema.steps):
                raise StoreError(f"{path}: there is nothing in it yet; {maker} fills it")
            if left:
                raise StoreError(f"{path}: an older arena wrote it; {maker} brings it up to date")
    return connection


def refuse_for_writing(path: Path, schema: Schema, maker: str) -> None:
    """Raise StoreError if the database must not be written; what is not there yet may be.

    Looks without changing a file that may belong to somebody else.
    """
    refuse_unwritable(path)
    if path.exists():
        refuse_unreadable(path, maker)
        with in_sentences(path), closing(_at_this_moment(path)) as connection:
            steps_left(connection, schema, path)


def is_filled(path: Path) -> bool:
    """Whether there is a database with something in it, or what is none and is to be refused.

    There is nothing in one whose maker was killed in the middle. Raises StoreError for one that
    cannot be read.
    """
    if not path.is_file():
        return path.exists()
    if not path.stat().st_size:
        return False
    with in_sentences(path), closing(_at_this_moment(path)) as connection:
        return not is_empty(connection)


def open_for_writing(
    path: Path,
    schema: Schema,
    *,
    fill: Callable[[sqlite3.Connection], None] | None,
    synchronous: Literal["NORMAL", "FULL"],
) -> sqlite3.Connection:
    """Open a database to write that ``refuse_for_writing`` let pass, brought up to its schema.

    ``fill`` is called on a new one in the transaction that makes it, so that a database is
    there with all its first facts or not at all; without ``fill`` none is made. Readers never
    see a step half done. Raises StoreError for damage.
    """
    with in_sentences(path):
        connection = _connect(path, "mode=rwc" if fill else "mode=rw")
        with _closed_if_refused(connection):
            _set_up_for_writing(connection, path, synchronous)
            refuse_damaged(connection, path)
            with transaction(connection, path):
                left = steps_left(connection, schema, path)
                is_new = len(left) == len(schema.steps)
                if is_new and fill is None:
                    raise StoreError(f"{path}: there is nothing in it")
                if left:
                    migration.migrate(connection, schema)
                if is_new and fill is not None:
                    fill(connection)
    return connection


def put_away(connection: sqlite3.Connection) -> None:
    """Close what was opened for writing, with everything in its one file where readers let it.

    Others that have the file open would else leave it beside a WAL that holds a part of it. Waits
    for nobody, since a run that is stopped ends soon. Harmless when that has been done.
    """
    with suppress(sqlite3.Error):  # what is in the WAL is as safe there
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """What is written within is stored wholly or not at all.

    The write lock is taken at once: a transaction that first reads and then writes fails
    without waiting when another one has written between.
    """
    with in_sentences(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            # SQLite has already ended it after some errors, a full disk among them.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def _closed_if_refused(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _connect(path: Path, mode: Mode) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(
            f"this Python has SQLite {sqlite3.sqlite_version}; arena needs 3.37 or newer"
        )
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=WAIT_S, isolation_level=None
    )
    # Databases are passed around: one may have been made to do harm when it is read.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _at_this_moment(path: Path) -> sqlite3.Connection:
    """A read-only connection within a transaction, so that all it reads fits together."""
    try:
        return _snapshot(path, "mode=ro")
    except sqlite3.OperationalError as error:
        # SQLite makes two files beside a database to read it. Where it may not, nobody can
        # write the database either, and what is at rest can be read as the file that it is.
        if primary_code(error) not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
            raise
        if not _is_at_rest(path):
            raise StoreError(
                f"{path}: its last run was cut off, and it cannot be read where it cannot be"
                " written; copy all its files to another folder"
            ) from error
    return _snapshot(path, "mode=ro&immutable=1")


def _snapshot(path: Path, mode: Mode) -> sqlite3.Connection:
    connection = _connect(path, mode)
    with _closed_if_refused(connection):
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connection


def _is_at_rest(path: Path) -> bool:
    """Whether the file alone is the whole database."""
    whole = path.resolve()
    beside = [whole.with_name(f"{whole.name}{end}") for end in ("-wal", "-journal")]
    return not any(place.exists() and place.stat().st_size for place in beside)


def _set_up_for_writing(connection: sqlite3.Connection, path: Path, synchronous: str) -> None:
    if not path.stat().st_size:
        # No journal on disk for the first page: killed now, an empty file is left, not a riddle.
        connection.execute("PRAGMA journal_mode = MEMORY")
    (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if journal != "wal":
        raise StoreError(f"{path}: this disk cannot hold a database that is read while it grows")
    connection.execute(f"PRAGMA journal_size_limit = {LEFT_WAL_BYTES}")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA foreign_keys = ON")
