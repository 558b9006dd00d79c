"""What other processes do to a league in the tests: ``python -m tests.store.child DO PATH``.

They tell what they have done on standard output, a line each, and wait for standard input where
the test is to say when.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import sqlite_utils  # noqa: F401 because killing is to hit the store's own work

from arena.errors import StoreError
from arena.store.reader import open_reader
from arena.store.writer import Writer, open_or_create, open_writer
from tests.store.making import block, paths, ratings, season

ROOT = Path(__file__).parents[2]
BLOCKS_AT_ONCE = 50
"""A transaction takes long enough to be killed in its middle."""


def start(deed: Callable[[Path], None], path: Path, *before: str) -> subprocess.Popen[str]:
    """Start a process that does one of the deeds below."""
    command = [*before, sys.executable, "-m", "tests.store.child", deed.__name__, str(path)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def opened(path: Path) -> Writer:
    return open_or_create(path, season(), paths())


def write(writer: Writer) -> None:
    """Add blocks until something stops it, saying how many matches are safe."""
    for turn in count(len(writer.played_keys()) // (2 * BLOCKS_AT_ONCE)):
        deals = range(turn * BLOCKS_AT_ONCE, (turn + 1) * BLOCKS_AT_ONCE)
        played = [match for deal in deals for match in block(deal)]
        stored = (turn + 1) * len(played)
        writer.add_matches(played, ratings(stored))
        say(stored)


def grow(path: Path) -> None:
    with opened(path) as writer:
        write(writer)


def grow_till_full(path: Path) -> None:
    with opened(path) as writer:
        try:
            write(writer)
        except StoreError as error:
            say(error)
    with open_reader(path) as reader:
        say(f"{len(list(reader.records()))} records, {reader.ratings().rated} rated")


def grow_within_a_megabyte(path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    grow_till_full(path)


def hold(path: Path) -> None:
    """Be the writer until told."""
    with opened(path):
        say("held")
        sys.stdin.readline()


def race(path: Path) -> None:
    """Begin the league at the same time as others."""
    say("ready")
    sys.stdin.readline()
    try:
        with opened(path) as writer:
            writer.add_matches(block(0), ratings(2))
    except StoreError as error:
        say(error)
    else:
        say("written")


def begin(path: Path) -> None:
    """Begin the league, after saying so."""
    say("now")
    opened(path).close()
    say("begun")


def use(path: Path) -> None:
    """Read and write, and say what came of it."""
    for opening in (open_reader, open_writer, opened):
        try:
            with opening(path) as league:
                say(f"{len(league.played_keys())} matches")
        except StoreError as error:
            say(error)


def use_on_a_read_only_disk(path: Path) -> None:
    """Begin a league on a disk of its own, which then becomes read-only."""
    with opened(path) as writer:
        writer.add_matches(block(0))
    subprocess.run(["mount", "-o", "remount,ro", path.parent], check=True)
    use(path)


DEEDS = [
    *[grow, grow_till_full, grow_within_a_megabyte, hold, race, begin],
    *[use, use_on_a_read_only_disk],
]

if __name__ == "__main__":
    {deed.__name__: deed for deed in DEEDS}[sys.argv[1]](Path(sys.argv[2]))
