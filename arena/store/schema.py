"""Schemas: how each kind of database came about, step by step, and how to tell them apart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TypeAlias

import msgspec

Columns: TypeAlias = dict[str, set[str]]
"""The names of the columns of every table, by the table's name."""

APPLIED = "_sqlite_migrations"
"""The table in which sqlite-utils notes the steps that were applied, and when."""


Objects: TypeAlias = dict[tuple[str, str], str]
"""The text of every view, index and trigger, by its kind and name."""


class Schema(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of database.

    ``name`` is what people call it and the name of its set of migrations. ``steps`` are SQL
    scripts by name, in order. A step that was once released is never edited; a later one
    changes what it made.
    """

    name: str
    application_id: int
    steps: dict[str, str]

    def columns(self) -> Columns:
        """The tables that a database has after all steps."""
        with self._made() as connection:
            return columns(connection)

    def objects(self) -> Objects:
        """The views, indexes and triggers that a database has after all steps."""
        with self._made() as connection:
            return objects(connection)

    @contextmanager
    def _made(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(":memory:")) as connection:
            for script in self.steps.values():
                connection.executescript(script)
            yield connection


def objects(connection: sqlite3.Connection) -> Objects:
    """The views, indexes and triggers that a database has, but for those that SQLite makes."""
    rows = connection.execute(
        "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL"
    )
    return {(kind, name): text for kind, name, text in rows}


def columns(connection: sqlite3.Connection) -> Columns:
    """The tables that a database has."""
    found: Columns = {}
    for table, column in connection.execute(
        "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c"
        " WHERE t.type = 'table'"
    ):
        found.setdefault(table, set()).add(column)
    return found


def missing(schema: Schema, found: Columns) -> list[str]:
    """What a database lacks, in words: ``table seats``, ``column seats.place``."""
    lacking = []
    for table, names in schema.columns().items():
        if table not in found:
            lacking.append(f"table {table}")
        else:
            lacking += [f"column {table}.{name}" for name in sorted(names - found[table])]
    return lacking


def applied_steps(connection: sqlite3.Connection, schema: Schema) -> list[str]:
    """The names of the steps that a database of this kind has had, in their order."""
    rows = connection.execute(
        f"SELECT name FROM {APPLIED} WHERE migration_set = ? ORDER BY id", (schema.name,)
    )
    return [name for (name,) in rows]
