"""Brings a database up to its schema; the only user of sqlite-utils."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.store.schema import Schema

if TYPE_CHECKING:
    from sqlite_utils import Database


def migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Apply the steps that are left, within the transaction that the caller has begun.

    sqlite-utils would race with itself if it began one: its transactions take the write lock
    only when they come to write.
    """
    # Imported here since it imports numpy and pandas where they are installed (half a second).
    from sqlite_utils import Database, Migrations  # noqa: PLC0415

    migrations = Migrations(schema.name)
    for name, script in schema.steps.items():
        migrations(name=name)(_running(script))
    migrations.apply(Database(connection, execute_plugins=False, recursive_triggers=False))
    connection.execute(f"PRAGMA application_id = {schema.application_id}")


def _running(script: str) -> Callable[[Database], None]:
    def run(database: Database) -> None:
        database.executescript(script)

    return run
