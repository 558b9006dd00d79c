"""A run of a league seen from outside: its processes, what it has stored, what it comes to."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.running import command, environment

LONGEST_S = 120.0
END_WAIT_S = 5.0
"""How long after the coordinator's end something of it may be left."""


def results(folder: Path) -> list[str]:
    """Everything that must be the same bytes."""
    return [
        subprocess.run(
            command(*words, "league.toml", *more),
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
            timeout=LONGEST_S,
        ).stdout
        for words, more in (
            (["export", "records"], []),
            (["leaderboard"], ["--format", "json"]),
            (["standings"], ["--format", "json"]),
        )
    ]


def kind_of(pid: int) -> str:
    """What a process of a run is; empty for what is neither a worker nor a zygote."""
    with suppress(OSError):
        called = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"multiprocessing.spawn" in called:
            return "worker"
        if b"arena.players.zygote" in called:
            # Its number in the innermost of its worlds: a bot's process has another parent there.
            status = Path(f"/proc/{pid}/status").read_text()
            inside = re.search(r"^NSpid:.*?(\d+)$", status, re.MULTILINE)
            parent = re.search(r"^PPid:\s+(\d+)$", status, re.MULTILINE)
            is_outside = parent is not None and kind_of(int(parent[1])) not in {"zygote", "bot"}
            return "zygote" if is_outside or (inside and inside[1] == "1") else "bot"
    return ""


def stored_matches(database: Path) -> set[tuple[object, ...]]:
    if not database.exists():
        return set()
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return set(connection.execute("SELECT id, line_up, deal, seating FROM matches"))
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):  # it is being made
                return set()
            raise


def kept_whole(folder: Path, stored: set[tuple[object, ...]], wrong: list[str]) -> int:
    """Look at the databases as they are now, in a copy; how many matches there are."""
    after: set[tuple[object, ...]] = set()
    with TemporaryDirectory() as scratch:
        for path in folder.glob("league*.db*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, scratch)
        for path in Path(scratch).glob("league*.db"):
            with closing(sqlite3.connect(path)) as connection:
                for check in ("integrity_check", "foreign_key_check"):
                    found = connection.execute(f"PRAGMA {check}").fetchall()
                    if found not in ([], [("ok",)]):
                        wrong.append(f"{path.name}: {check}: {found[:3]}")
        after = stored_matches(Path(scratch, "league.db"))
    if lost := stored - after:
        wrong.append(f"{len(lost)} matches that were stored are gone")
    return len(after)


def left_running(processes: list[int]) -> list[str]:
    """Processes of a run that outlive its coordinator."""
    until = time.monotonic() + END_WAIT_S
    while (left := [pid for pid in processes if kind_of(pid)]) and time.monotonic() < until:
        time.sleep(0.01)
    return [f"processes are left running: {left}"] if left else []
