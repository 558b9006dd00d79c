"""Disks that are full or read-only: a sentence, and nothing lost that had been stored."""

from __future__ import annotations

import resource
import subprocess
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store.lock import lock_path, sole_writer
from arena.store.writer import open_or_create
from tests.store import child
from tests.store.making import block, paths, ratings, season

FULL = "the disk is full; what was stored before is safe; make room and run the same command again"


def test_a_full_disk_stops_a_writer_that_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with open_or_create(tmp_path / "house.db", season(), paths()) as writer:
        writer.add_matches(block(0), ratings(2))
        (pages,) = writer._connection.execute("PRAGMA page_count").fetchone()
        writer._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        played = [match for deal in range(100) for match in block(deal)]
        with pytest.raises(StoreError, match=FULL):
            writer.add_matches(played, ratings(200))
        assert len(writer.played_keys()) == 2
        assert writer.ratings() == ratings(2)
        writer._connection.execute("PRAGMA max_page_count = 100000")
        assert writer.add_matches(played, ratings(200)) == 198
        assert writer.ratings() == ratings(200)


def test_a_file_that_may_not_grow_stops_a_writer(tmp_path: Path) -> None:
    process = child.start(child.grow_within_a_megabyte, tmp_path / "house.db")
    told, errors = process.communicate()
    assert errors == ""
    stored, sentence, summary = told.splitlines()[-3:]
    assert "the disk failed to read or write; what was stored before is safe" in sentence
    assert summary == f"{stored} records, {stored} rated"


def test_a_lock_holds_where_no_note_can_be_written(tmp_path: Path) -> None:
    """Its file has no room for who holds it."""
    path, soft = tmp_path / "house.db", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, soft[1]))
    try:
        with sole_writer(path), pytest.raises(StoreError, match="which has just begun"):
            sole_writer(path).__enter__()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, soft)
    assert b"" == lock_path(path).read_bytes()


@pytest.fixture
def own_disk(tmp_path: Path) -> list[str]:
    """The start of a command that runs with a small disk of its own at ``tmp_path``."""
    mount = f'mount -t tmpfs -o size=1m none "{tmp_path}" && exec "$@"'
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh"]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no disk can be mounted here: {error}")
    return command


def test_a_really_full_disk_stops_a_writer(tmp_path: Path, own_disk: list[str]) -> None:
    process = child.start(child.grow_till_full, tmp_path / "house.db", *own_disk)
    told, errors = process.communicate()
    assert errors == ""
    stored, sentence, summary = told.splitlines()[-3:]
    assert f"house.db: {FULL}" in sentence
    assert summary == f"{stored} records, {stored} rated"


def test_a_read_only_disk_is_read(tmp_path: Path, own_disk: list[str]) -> None:
    process = child.start(child.use_on_a_read_only_disk, tmp_path / "house.db", *own_disk)
    told, errors = process.communicate()
    assert errors == ""
    read, *written = told.splitlines()
    sentence = f"{tmp_path / 'house.db'}: it cannot be written, since {tmp_path} is read-only"
    assert read == "2 matches"
    assert len(written) == 2
    assert all(line.startswith(sentence) for line in written)
