"""A league is read while a run writes it: nobody is told that it is locked, and nothing differs."""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.cli.running import arena as run_arena
from tests.cli.running import environment
from tests.season.making import write_league
from tests.season.test_signals import arena, finished, results

DEALS = 3
HELD_S = 0.5
TABLES = ("season", "bots", "matches", "seats", "records", "ratings")
RESULTS = "SELECT * FROM results"
LOGS = "SELECT bot, sum(bytes) FROM logs GROUP BY bot"
VIEWS = ("schedule", "results", "faults", "leaderboard")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("undisturbed")
    write_league(folder, deals=DEALS)
    finished(folder, "run", "league.toml", "--workers", "2")
    return results(folder)


def told(folder: Path, *arguments: str) -> str:
    """What a command prints in the middle of a run."""
    done = run_arena(*arguments, "league.toml", cwd=folder)
    assert 0 == done.returncode, done.stderr
    return done.stdout


def read_leaderboard(folder: Path) -> None:
    assert 4 == len(json.loads(told(folder, "leaderboard", "--format=json")))


def read_records(folder: Path) -> None:
    assert all(json.loads(line) for line in told(folder, "export", "records").splitlines())


def read_anew(folder: Path) -> None:
    """A program that opens the database for one question, and waits as sqlite3 does of itself.

    SQLite has whoever opens or closes a file keep out others that do so at that moment, even when
    nobody writes; so this is the one that has to wait.
    """
    with closing(sqlite3.connect(folder / "league.db")) as plain:
        plain.execute(RESULTS).fetchall()


@contextmanager
def staying(database: Path, question: str) -> Iterator[Callable[[Path], None]]:
    """A program with the database open that takes its time over what it sees, which stays as it is.

    It never waits for anybody.
    """
    with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as plain:
        plain.execute(question).fetchall()
        plain.execute("PRAGMA busy_timeout = 0")

        def read(_: Path) -> None:
            plain.execute("BEGIN")
            before = plain.execute(question).fetchall()
            time.sleep(HELD_S)
            assert before == plain.execute(question).fetchall()
            plain.execute("COMMIT")

        yield read


@contextmanager
def datasette(folder: Path) -> Iterator[Callable[[Path], None]]:
    """A server of the database as it is; how to read everything from it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "datasette", "serve", "league.db", "--port", str(port)],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )

    def read(_: Path) -> None:
        for table in (*TABLES, *VIEWS):
            with urlopen(f"http://127.0.0.1:{port}/league/{table}.json?_shape=array") as answer:
                assert isinstance(json.load(answer), list)

    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                read(folder)
                break
            except URLError:
                assert server.poll() is None
                time.sleep(0.1)
        yield read
    finally:
        server.terminate()
        printed, _ = server.communicate(timeout=20)
    assert "locked" not in printed
    assert " 500 " not in printed


@contextmanager
def again_and_again(
    folder: Path, readers: dict[str, Callable[[Path], None]]
) -> Iterator[tuple[dict[str, int], dict[str, BaseException]]]:
    """Readers side by side, until the context ends: how often each has read, and its trouble."""
    read = dict.fromkeys(readers, 0)
    trouble: dict[str, BaseException] = {}
    over = Event()

    def keep_reading(name: str) -> None:
        while not over.is_set() and name not in trouble:
            try:
                readers[name](folder)
                read[name] += 1
            except BaseException as error:  # noqa: BLE001 because the test tells it
                trouble[name] = error

    threads = [Thread(target=keep_reading, args=[name]) for name in readers]
    for thread in threads:
        thread.start()
    try:
        yield read, trouble
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.timeout(300)  # eight readers at once leave a run little of the processor
def test_everybody_reads_while_a_run_writes(tmp_path: Path, undisturbed: list[str]) -> None:
    write_league(tmp_path, deals=DEALS)
    finished(tmp_path, "run", "league.toml", "--matches", "3")
    league, logs = tmp_path / "league.db", tmp_path / "league-logs.db"
    with (
        datasette(tmp_path) as read_tables,
        staying(league, RESULTS) as read_for_long,
        staying(league, RESULTS) as read_as_well,
        staying(logs, LOGS) as read_logs,
    ):
        readers = {
            "leaderboard": read_leaderboard,
            "export": read_records,
            "one who comes and goes": read_anew,
            "one who takes time": read_for_long,
            "another": read_as_well,
            "one of the logs": read_logs,
            "datasette": read_tables,
        }
        with again_and_again(tmp_path, readers) as (read, trouble):
            run = arena(tmp_path, "run", "league.toml", "--workers", "2")
            _, err = run.communicate(timeout=200)
        assert {} == trouble
        assert all(read.values()), read
        assert 0 == run.returncode, err
        assert "locked" not in err
        assert undisturbed == results(tmp_path)
