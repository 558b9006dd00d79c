"""Several processes and one league: nothing is half done, nobody waits for a reader."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from subprocess import Popen

import pytest

from arena.errors import StoreError
from arena.store.league_schema import LEAGUE
from arena.store.lock import lock_path
from arena.store.reader import open_reader
from arena.store.writer import open_or_create, open_writer
from tests.store import child
from tests.store.making import block, paths, season

AT_ONCE = 2 * child.BLOCKS_AT_ONCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def line(process: Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def kill(process: Popen[str]) -> None:
    process.kill()
    process.communicate()


def whole_matches(path: Path) -> int:
    """How many matches there are, after looking that all of them are complete."""
    with open_reader(path) as reader:
        matches = list(reader.matches())
        assert len(list(reader.records())) == len(matches)
        assert len(reader.results()) == len(matches)
        assert all(len(match.fixture.seats) == 2 for match in matches)
        assert reader.ratings().rated == len(matches)
        return len(matches)


def test_readers_and_a_writer_do_not_wait_for_each_other(path: Path) -> None:
    process = child.start(child.grow, path)
    try:
        line(process)
        with open_reader(path) as early:
            before = len(early.played_keys())
            seen = [whole_matches(path)]
            while seen[-1] < seen[0] + 10 * AT_ONCE:
                seen.append(whole_matches(path))
            assert len(early.played_keys()) == before
        assert seen == sorted(seen)
        assert all(number % AT_ONCE == 0 for number in seen)
        assert process.poll() is None
    finally:
        kill(process)


def test_killed_in_mid_write_a_league_goes_on_where_it_was(path: Path) -> None:
    stored = 0
    for turns in (1, 3, 2, 1):
        process = child.start(child.grow, path)
        try:
            told = [int(line(process)) for _ in range(turns)]
        finally:
            kill(process)
        assert told == [stored + AT_ONCE * turn for turn in range(1, turns + 1)]
        stored = whole_matches(path)
        assert stored >= told[-1]
        assert stored % AT_ONCE == 0
    with open_writer(path) as writer, closing(sqlite3.connect(path)) as plain:
        assert writer.season() == season()
        assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert plain.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("delay_ms", [0, 1, 2, 4, 8, 16])
def test_killed_at_the_beginning_a_league_has_begun_or_has_not(path: Path, delay_ms: int) -> None:
    process = child.start(child.begin, path)
    try:
        assert line(process) == "now"
        time.sleep(delay_ms / 1000)
    finally:
        kill(process)
    if path.exists() and path.stat().st_size:
        try:
            with open_reader(path) as reader:
                assert reader.season() == season()
                assert len(reader.bots()) == 3
        except StoreError as error:
            assert "there is nothing in it yet" in str(error)  # noqa: PT017 because either may be
    with open_or_create(path, season(), paths()) as writer:
        assert writer.season() == season()


def test_a_second_writer_is_refused_and_readers_are_not(path: Path) -> None:
    process = child.start(child.hold, path)
    try:
        assert line(process) == "held"
        sentence = r"house\.db: another process is writing it \(process \d+, since 20.* UTC\); wait"
        with pytest.raises(StoreError, match=sentence):
            open_writer(path)
        with pytest.raises(StoreError, match=sentence):
            open_or_create(path, season(), paths())
        with open_reader(path) as reader:
            assert reader.season() == season()
        process.communicate("\n")
        open_writer(path).close()
    finally:
        kill(process)


def test_a_lock_dies_with_its_holder(path: Path) -> None:
    process = child.start(child.hold, path)
    assert line(process) == "held"
    kill(process)
    open_writer(path).close()


def test_of_those_who_begin_a_league_at_once_none_spoils_it(path: Path) -> None:
    racers = [child.start(child.race, path) for _ in range(4)]
    try:
        assert [line(racer) for racer in racers] == ["ready"] * 4
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("\n")
            racer.stdin.flush()
        ends = [line(racer) for racer in racers]
    finally:
        for racer in racers:
            kill(racer)
    assert "written" in ends
    assert all(end == "written" or "another process is writing it" in end for end in ends)
    assert whole_matches(path) == 2
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT count(*) FROM season").fetchone() == (1,)
        (steps,) = plain.execute("SELECT count(*) FROM _sqlite_migrations").fetchone()
        assert steps == len(LEAGUE.steps)


@pytest.mark.parametrize("replaced", [False, True], ids=["removed", "replaced"])
def test_a_writer_whose_lock_was_removed_stores_no_more(path: Path, *, replaced: bool) -> None:
    """Another one may have come by that, and changed what this one goes by."""
    with open_or_create(path, season(), paths()) as writer:
        writer.add_matches(block(0))
        lock_path(path).unlink()
        if replaced:
            open_writer(path).close()
        with pytest.raises(StoreError, match="this lock was removed while"):
            writer.add_matches(block(1))
        assert len(writer.played_keys()) == 2
    with open_writer(path) as writer:
        assert writer.add_matches(block(1)) == 2


@pytest.mark.parametrize("replaced", [False, True], ids=["moved", "replaced"])
def test_a_writer_whose_database_is_another_file_by_now_says_so(
    path: Path, *, replaced: bool
) -> None:
    """What it wrote would go to a file that nobody finds."""
    elsewhere = path.with_name("elsewhere.db")
    with open_or_create(path, season(), paths()) as writer:
        path.rename(elsewhere)
        if replaced:
            path.write_bytes(elsewhere.read_bytes())
        with pytest.raises(StoreError, match="it was moved, removed or replaced while"):
            writer.add_matches(block(0))
        elsewhere.rename(path)
        assert writer.add_matches(block(0)) == 2
