"""Copies are whole, fit together while the league grows, and tell nothing that is secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from arena import seeds
from arena.errors import StoreError
from arena.store.copies import copy_public, copy_whole
from arena.store.facts import Season, SeedSource
from arena.store.reader import open_reader
from arena.store.writer import open_or_create, open_writer
from tests.store import child
from tests.store.making import block, paths, ratings, season
from tests.store.test_processes import AT_ONCE, kill, line, whole_matches

SECRET = "the seed that nobody may know, and that is found in any byte"
REASON = "an act of the organiser's"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "copy.db").touch()
    return tmp_path / "copy.db"


def begin(path: Path, source: SeedSource = "public", seed: str | None = SECRET) -> Season:
    """A league of two blocks, of which an organiser has kept a log and erased half of it."""
    commitment = seeds.commitment_to(SECRET) if source == "committed" else None
    made = msgspec.structs.replace(
        season(), seed=seed, seed_source=source, commitment=commitment, plan=season().plan
    )
    with open_or_create(path, made, paths()) as writer:
        writer.add_matches([*block(0), *block(1)], ratings(4))
    with closing(sqlite3.connect(path)) as plain, plain:
        act = "INSERT INTO acts (at, who, act, detail, reason) VALUES ('', ?, 'accept', '', ?)"
        plain.executemany(act, [(REASON, REASON * 99)] * 99)
        plain.execute("DELETE FROM acts WHERE id % 2")
    return made


def check(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        assert [("ok",)] == plain.execute("PRAGMA integrity_check").fetchall()
        assert [] == plain.execute("PRAGMA foreign_key_check").fetchall()


@pytest.mark.parametrize("copy", [copy_whole, copy_public])
def test_a_copy_fits_together_whoever_is_writing(
    path: Path, target: Path, copy: Callable[[Path, Path], None]
) -> None:
    process = child.start(child.grow, path)
    try:
        line(process)
        copy(path, target)
        seen = [len(_keys(target))]
        while seen[-1] < seen[0] + 5 * AT_ONCE:
            target.write_bytes(b"")
            copy(path, target)
            seen.append(len(_keys(target)))
        assert process.poll() is None
    finally:
        kill(process)
    assert seen == sorted(seen)
    assert all(number % AT_ONCE == 0 for number in seen)
    assert seen[-1] == whole_matches(target)
    check(target)


def test_a_whole_copy_is_the_league(path: Path, target: Path) -> None:
    made = begin(path, "made")
    copy_whole(path, target)
    with open_reader(path) as league, open_reader(target) as copy:
        assert made == league.season() == copy.season()
        assert league.bots() == copy.bots()
        assert [*league.records()] == [*copy.records()]
        assert league.ratings() == copy.ratings()


def test_a_league_goes_on_from_a_whole_copy(path: Path, target: Path) -> None:
    begin(path)
    copy_whole(path, target)
    with open_writer(target) as writer:
        assert 2 == writer.add_matches([*block(1), *block(2)], ratings(6))
    assert 6 == whole_matches(target)


def test_a_reader_keeps_its_sight_of_the_league_while_a_copy_is_made(
    path: Path, target: Path
) -> None:
    begin(path)
    with open_writer(path) as writer:
        writer.add_matches(block(2), ratings(6))
        copy_whole(path, target)
        writer.add_matches(block(3), ratings(8))
    assert (8, 6) == (whole_matches(path), whole_matches(target))


@pytest.mark.parametrize(
    ("source", "seed"),
    [
        pytest.param("made", SECRET, id="made"),
        pytest.param("committed", None, id="committed"),
    ],
)
def test_a_public_copy_has_a_commitment_in_place_of_a_secret_seed(
    path: Path, target: Path, source: SeedSource, seed: str | None
) -> None:
    made = begin(path, source, seed)
    copy_public(path, target)
    with open_reader(target) as copy:
        assert copy.season() == msgspec.structs.replace(
            made, seed=None, seed_source="committed", commitment=seeds.commitment_to(SECRET)
        )


def test_a_public_copy_keeps_a_seed_that_was_revealed(path: Path, target: Path) -> None:
    made = begin(path, "committed", SECRET)
    copy_public(path, target)
    with open_reader(target) as copy:
        assert made == copy.season()


def test_a_public_copy_keeps_a_public_seed(path: Path, target: Path) -> None:
    made = begin(path)
    copy_public(path, target)
    with open_reader(target) as copy:
        assert made == copy.season()


def test_nothing_secret_is_in_any_byte_of_a_public_copy(path: Path, target: Path) -> None:
    begin(path, "made")
    with open_writer(path) as writer:
        writer.add_matches(block(2), ratings(6))
        copy_public(path, target)
    secrets = [SECRET, REASON, "../bots/", "ant.py"]
    assert all(secret.encode() in path.read_bytes() for secret in secrets)
    assert [] == [secret for secret in secrets if secret.encode() in target.read_bytes()]
    assert ["copy.db"] == [file.name for file in target.parent.iterdir() if "copy" in file.name]


def test_a_public_copy_has_all_that_is_no_secret(path: Path, target: Path) -> None:
    begin(path, "made")
    copy_public(path, target)
    check(target)
    with open_reader(path) as league, open_reader(target) as copy:
        assert [bot.entrant for bot in league.bots()] == [bot.entrant for bot in copy.bots()]
        assert [*league.records()] == [*copy.records()]
        assert league.ratings() == copy.ratings()
    views = ["schedule", "results", "faults", "leaderboard"]
    with closing(sqlite3.connect(path)) as league_rows, closing(sqlite3.connect(target)) as rows:
        for view in views:
            everything = f"SELECT * FROM {view}"
            assert league_rows.execute(everything).fetchall() == rows.execute(everything).fetchall()
        assert [] == rows.execute("SELECT * FROM acts").fetchall()


def test_a_league_without_an_organisers_log_has_a_public_copy(path: Path, target: Path) -> None:
    with open_or_create(path, season(), paths()) as writer:
        writer.add_matches(block(0))
    copy_public(path, target)
    assert 2 == len(list(_keys(target)))


def _keys(path: Path) -> set[tuple[str, int, int]]:
    with open_reader(path) as reader:
        return reader.played_keys()


@pytest.mark.parametrize("copy", [copy_whole, copy_public])
def test_what_is_no_league_or_damaged_has_no_copy(
    path: Path, target: Path, copy: Callable[[Path, Path], None]
) -> None:
    with pytest.raises(StoreError, match=r"house\.db: there is no such database"):
        copy(path, target)
    begin(path)
    content = bytearray(path.read_bytes())
    page = 4096
    content[2 * page : 20 * page] = b"\xff" * (18 * page)
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"house\.db: it is (half-written or )?damaged"):
        copy(path, target)
