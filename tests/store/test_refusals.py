"""A database that cannot be used is refused with a sentence, and stays as it was."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.store import opening
from arena.store.facts import Season
from arena.store.reader import Reader, open_reader
from arena.store.writer import open_or_create, open_writer
from tests.store import child
from tests.store.making import block, paths, ratings, season


def create(path: Path) -> Reader:
    return open_or_create(path, season(), paths())


OPENINGS: list[Callable[[Path], Reader]] = [open_reader, open_writer, create]


def league(path: Path) -> None:
    with open_or_create(path, season(), paths()) as writer:
        for deal in range(40):
            writer.add_matches(block(deal))


def text(path: Path) -> None:
    path.write_text("a letter to my aunt, which is no database\n" * 30)


def short_text(path: Path) -> None:
    path.write_text("hello")


def foreign(path: Path) -> None:
    run(path, "CREATE TABLE aunts (name)", "INSERT INTO aunts VALUES ('Emma')")


def foreign_with_its_own_id(path: Path) -> None:
    run(path, "PRAGMA journal_mode = WAL", "PRAGMA application_id = 7", "CREATE TABLE aunts (name)")


def newer(path: Path) -> None:
    league(path)
    run(
        path,
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('league database', 'teams', '2030-01-01')",
    )


def without_a_table(path: Path) -> None:
    league(path)
    run(path, "DROP VIEW leaderboard", "DROP TABLE ratings")


def without_a_column(path: Path) -> None:
    league(path)
    run(path, "DROP VIEW leaderboard", "ALTER TABLE bots DROP COLUMN author")


def without_migrations(path: Path) -> None:
    league(path)
    run(path, "DROP TABLE _sqlite_migrations")


def cut_off(path: Path) -> None:
    league(path)
    os.truncate(path, path.stat().st_size // 2)


def folder(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (text, "it is not a database; it was left as it is"),
        (short_text, "it is not a database; it was left as it is"),
        (foreign, "it is no league database but something else"),
        (foreign_with_its_own_id, "it is no league database but something else"),
        (newer, r"a newer arena wrote it \(teams\); bring this one up to date"),
        (without_a_table, "half-written or damaged, without table ratings"),
        (without_a_column, r"half-written or damaged, without column bots\.author"),
        (without_migrations, "half-written or damaged, without list of migrations"),
        (cut_off, "it is damaged"),
        (folder, "it is a folder, not a database"),
        (pipe, "it is not a regular file"),
    ],
)
def test_nothing_is_overwritten(
    tmp_path: Path,
    opening: Callable[[Path], Reader],
    make: Callable[[Path], None],
    sentence: str,
) -> None:
    path = tmp_path / "house.db"
    make(path)
    before = everything_in(tmp_path)
    with pytest.raises(StoreError, match=rf"house\.db: .*{sentence}"):
        opening(path)
    after = everything_in(tmp_path)
    for empty in ("house.db-shm", "house.db-wal"):  # SQLite's own, made by reading
        after.pop(empty, None)
    assert after == before


def test_a_page_in_disorder_is_noticed_before_a_run(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    league(path)
    content = bytearray(path.read_bytes())
    page = content.index(b'{"format":"arena-match/1"') // 4096 * 4096
    content[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"house\.db: it is damaged and was left as it is"):
        open_writer(path)
    with (
        open_reader(path) as reader,
        pytest.raises(StoreError, match=r"house\.db: it is damaged|house\.db: match \d+: record"),
    ):
        list(reader.matches())
    assert path.read_bytes() == bytes(content)


def test_reading_what_is_not_there_names_the_command_and_makes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "typo.db"
    sentence = r"typo\.db: there is no such database; `arena run leagues/typo\.toml` makes it"
    with pytest.raises(StoreError, match=sentence):
        open_reader(path, Path("leagues/typo.toml"))
    with pytest.raises(StoreError, match="`arena run LEAGUE` makes it"):
        open_writer(path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no folder .*nowhere; make it first"):
        create(tmp_path / "nowhere" / "house.db")


def test_an_empty_file_holds_nothing_to_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.touch()
    with pytest.raises(StoreError, match="there is nothing in it yet; `arena run LEAGUE` fills it"):
        open_reader(path)
    with pytest.raises(StoreError, match="there is nothing in it"):
        open_writer(path)
    with create(path) as made:
        assert made.season() == season()


def test_a_season_that_has_been_taken_out_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    league(path)
    run(path, "DELETE FROM season")
    with open_reader(path) as reader, pytest.raises(StoreError, match="without a season"):
        reader.season()


@pytest.mark.parametrize("plan", ["{}", "[]", '{"name": 7}'])
def test_a_plan_that_cannot_be_read_is_refused(tmp_path: Path, plan: str) -> None:
    path = tmp_path / "house.db"
    league(path)
    run(path, f"UPDATE season SET plan = '{plan}'")
    with open_reader(path) as reader, pytest.raises(StoreError, match="its plan cannot be read"):
        reader.season()


def test_a_record_that_cannot_be_read_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    league(path)
    run(path, "UPDATE records SET record = '{}' WHERE match_id = 2")
    with open_reader(path) as reader, pytest.raises(StoreError, match="match 2: record: not a"):
        list(reader.matches())


def test_a_lock_of_another_program_is_waited_for_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WAIT_S", 0.05)
    path = tmp_path / "house.db"
    with open_or_create(path, season(), paths()) as writer:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="another program has locked it"):
                writer.add_matches(block(0))
        writer.add_matches(block(0), ratings(2))
        assert len(writer.played_keys()) == 2


def test_a_seed_that_is_only_committed_to_is_in_no_file(tmp_path: Path) -> None:
    public = season()
    secret = Season(
        plan=public.plan,
        seed=None,
        seed_source="committed",
        commitment="sha256:00",
        arena=public.arena,
        python=public.python,
        sandbox=public.sandbox,
        repeatable=True,
    )
    with open_or_create(tmp_path / "house.db", secret, paths()) as writer:
        assert writer.season() == secret


def told_without_privileges(path: Path) -> list[str]:
    """What comes of using a league by the rights of its files alone, which root is above."""
    powers = "-dac_override,-dac_read_search"
    humbly = ["setpriv", "--inh-caps", powers, "--bounding-set", powers]
    process = child.start(child.use, path, *(humbly if os.geteuid() == 0 else []))
    told, errors = process.communicate()
    assert errors == ""
    return told.splitlines()


def test_what_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    league(path)
    path.chmod(0)
    read, *written = told_without_privileges(path)
    assert read == f"{path}: you may not read it"
    assert written == [read, f"{path}: it cannot be written, since {path} is read-only for you"]


def test_what_may_only_be_read_is_read_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    league(path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    read, *written = told_without_privileges(path)
    assert read == "80 matches"
    sentence = f"{path}: it cannot be written, since {tmp_path} is read-only for you"
    assert written == [sentence, sentence]
    tmp_path.chmod(0o755)
