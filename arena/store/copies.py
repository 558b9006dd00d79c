"""Copies of a league's database: whole ones, and ones without what must not be shared."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from arena import seeds
from arena.store.league_schema import LEAGUE
from arena.store.opening import open_for_reading
from arena.store.reader import made_by
from arena.store.refusals import in_sentences, refuse_damaged

COPIED = """
SELECT (SELECT count(*) FROM schedule), seed IS NOT NULL FROM season
"""
SECRET_SEED = """
SELECT seed FROM season WHERE seed_source = 'made'
"""
COMMIT_TO_SEED = """
UPDATE season
SET seed = NULL, seed_source = 'committed', commitment = coalesce(commitment, :commitment)
"""
FORGET_PATHS = """
UPDATE bots SET path = ''
"""
FORGOTTEN_TABLES = ["acts"]
"""The organiser's log; a database of before it was kept has none."""

TABLE = """
SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?
"""


class Copied(NamedTuple):
    """What a copy holds: so many matches, and the league's seed or not."""

    matches: int
    has_seed: bool


def copy_whole(path: Path, target: Path, league: Path | None = None) -> Copied:
    """Fill the empty file ``target`` with a league's database as it is at this moment.

    A run that writes it goes on and waits for nothing. Raises StoreError for a database that
    cannot be read, or is damaged, and for a disk that cannot hold the copy.
    """
    with _snapshot(path, league) as source, _filled(target) as copy:
        source.backup(copy)
        found = Copied(*copy.execute(COPIED).fetchone())
        # A file that is complete by itself, also where nothing may be written beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    _refuse_unsound(target, path)
    return found


def copy_public(path: Path, target: Path, league: Path | None = None) -> None:
    """Fill the empty file ``target`` with what everybody may know of a league.

    A seed that was made for the league becomes a commitment to it, and one that is committed to is
    there only after it was revealed; the bots' paths and the organiser's
    log are left out. Nothing of them is in any byte of the file, since it is written anew from
    a copy without them. Raises StoreError as ``copy_whole`` does.
    """
    # A database without a name is SQLite's own temporary file: it has no name in any folder, and
    # the secrets in it are gone when this process ends, however it ends.
    with closing(sqlite3.connect("", isolation_level=None)) as draft:
        with _snapshot(path, league) as source, in_sentences(path):
            source.backup(draft)
        with in_sentences(path):
            _redact(draft)
        with in_sentences(target):
            draft.execute("VACUUM INTO ?", (str(target),))
    _refuse_unsound(target, path)


@contextmanager
def _snapshot(path: Path, league: Path | None) -> Iterator[sqlite3.Connection]:
    with closing(open_for_reading(path, LEAGUE, made_by(league))) as connection:
        yield connection


@contextmanager
def _filled(target: Path) -> Iterator[sqlite3.Connection]:
    with in_sentences(target), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        # What is left half-written is thrown away, so no journal and no sync in between.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        yield copy


def _redact(draft: sqlite3.Connection) -> None:
    draft.execute("PRAGMA trusted_schema = OFF")
    for (seed,) in draft.execute(SECRET_SEED).fetchall():
        draft.execute(COMMIT_TO_SEED, {"commitment": seeds.commitment_to(seed)})
    draft.execute(FORGET_PATHS)
    for table in FORGOTTEN_TABLES:
        if draft.execute(TABLE, (table,)).fetchone():
            draft.execute(f"DELETE FROM {table}")


def _refuse_unsound(copy: Path, path: Path) -> None:
    """Raise StoreError for a copy that cannot be relied on; what is wrong is in the original."""
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as it:
        refuse_damaged(it, path)
