"""What readers make of the file beside a database: it is cut again, and nobody waits for them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.store.opening import LEFT_WAL_BYTES
from arena.store.reader import open_reader
from arena.store.writer import Writer, open_or_create
from tests.store.making import block, paths, ratings, season


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def wal_bytes(path: Path) -> int:
    wal = path.with_name(f"{path.name}-wal")
    return wal.stat().st_size if wal.exists() else 0


def grow(writer: Writer, blocks: int) -> int:
    """Add so many blocks, as a run does; how many matches there are."""
    first = len(writer.played_keys()) // 2
    for deal in range(first, first + blocks):
        writer.add_matches(block(deal), ratings(2 * (deal + 1)))
    return 2 * (first + blocks)


def test_all_is_in_one_file_though_others_have_it_open(path: Path) -> None:
    writer = open_or_create(path, season(), paths())
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT * FROM bots").fetchall()
        matches = grow(writer, 10)
        writer.close()
        assert 0 == wal_bytes(path)
        copy = path.with_name("copy.db")
        copy.write_bytes(path.read_bytes())
    with open_reader(copy) as reader:
        assert matches == len(reader.played_keys())


def test_nothing_is_lost_where_somebody_reads_at_the_end(path: Path) -> None:
    writer = open_or_create(path, season(), paths())
    with open_reader(path) as early:
        matches = grow(writer, 10)
        writer.close()
        assert not early.played_keys()
        assert 0 < wal_bytes(path)
    with open_reader(path) as reader:
        assert matches == len(reader.played_keys())


def test_what_a_long_reader_has_made_grow_is_cut(path: Path) -> None:
    with open_or_create(path, season(), paths()) as writer:
        with open_reader(path):
            while wal_bytes(path) <= LEFT_WAL_BYTES:
                grow(writer, 50)
        grow(writer, 200)
        assert LEFT_WAL_BYTES >= wal_bytes(path)
    assert 0 == wal_bytes(path)
