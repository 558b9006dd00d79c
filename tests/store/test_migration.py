"""A schema grows by steps, each applied once, by a writer, wholly or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from arena.errors import StoreError
from arena.store.opening import open_for_reading, open_for_writing, refuse_for_writing
from arena.store.schema import Schema, applied_steps, columns

NOW = Schema(
    name="list of birds",
    application_id=1234,
    steps={"birds": "CREATE TABLE birds (name TEXT) STRICT"},
)
LATER = msgspec.structs.replace(
    NOW,
    steps=NOW.steps
    | {
        "size": "ALTER TABLE birds ADD COLUMN cm REAL; UPDATE birds SET cm = 15",
        "nests": "CREATE TABLE nests (bird TEXT) STRICT",
    },
)
BROKEN = msgspec.structs.replace(
    NOW,
    steps=NOW.steps | {"slip": "ALTER TABLE birds ADD COLUMN cm REAL; INSERT INTO bird DEFAULT"},
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "birds.db"
    with closing(write(path, NOW)) as connection:
        connection.execute("INSERT INTO birds VALUES ('robin')")
    return path


def write(path: Path, schema: Schema) -> sqlite3.Connection:
    refuse_for_writing(path, schema, "`watch`")
    return open_for_writing(path, schema, fill=lambda _: None, synchronous="NORMAL")


def test_a_step_is_noted_with_its_name(path: Path) -> None:
    with closing(open_for_reading(path, NOW, "`watch`")) as connection:
        assert applied_steps(connection, NOW) == ["birds"]
        assert connection.execute("PRAGMA application_id").fetchone() == (1234,)


def test_a_writer_applies_what_is_left_once(path: Path) -> None:
    for _ in range(2):
        with closing(write(path, LATER)) as connection:
            assert applied_steps(connection, LATER) == ["birds", "size", "nests"]
            assert connection.execute("SELECT name, cm FROM birds").fetchall() == [("robin", 15)]
            assert columns(connection).keys() >= {"birds", "nests"}


def test_a_reader_applies_nothing(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(StoreError, match="an older arena wrote it; `watch` brings it up to date"):
        open_for_reading(path, LATER, "`watch`")
    assert path.read_bytes() == before


def test_an_older_program_refuses_a_newer_database(path: Path) -> None:
    write(path, LATER).close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"a newer arena wrote it \(size, nests\)"):
        open_for_reading(path, NOW, "`watch`")
    with pytest.raises(StoreError, match=r"a newer arena wrote it \(size, nests\)"):
        write(path, NOW)
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_no_trace(path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        write(path, BROKEN)
    with closing(open_for_reading(path, NOW, "`watch`")) as connection:
        assert applied_steps(connection, NOW) == ["birds"]
        assert columns(connection)["birds"] == {"name"}


def test_a_reader_keeps_its_moment_while_a_writer_migrates(path: Path) -> None:
    with closing(open_for_reading(path, NOW, "`watch`")) as reader:
        write(path, LATER).close()
        assert columns(reader)["birds"] == {"name"}
