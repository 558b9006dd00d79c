"""The lock that makes one process the only writer of a league, for as long as it runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arena.errors import StoreError
from arena.store.refusals import in_sentences, primary_code


def lock_path(database: Path) -> Path:
    """The empty file beside a database that its writer keeps locked.

    >>> lock_path(Path("leagues/house.db")).as_posix()
    'leagues/house-lock.db'
    """
    return database.with_name(f"{database.stem}-lock{database.suffix}")


@contextmanager
def sole_writer(database: Path) -> Iterator[None]:
    """Be the only writer; raise StoreError if another process is.

    The lock is SQLite's own, on an empty database that nobody reads: it works wherever SQLite
    does, stops no reader, and ends with its process, however that ends. The file stays, since
    one who removes it may remove the lock of the next.
    """
    with closing(_locked(database)):
        yield


def _locked(database: Path) -> sqlite3.Connection:
    path = lock_path(database.resolve())
    with in_sentences(path):
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            connection.close()
            if primary_code(error) != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(
                f"{database}: another process is writing it; wait until it ends, or end it"
            ) from None
    return connection
