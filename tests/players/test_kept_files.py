"""Snapshots that somebody has touched while bots play from them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from arena.errors import PlatformError
from arena.players.files import BotFile, BotFiles, keep
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level

BOT = BotFiles(
    "bot.py",
    [
        BotFile("bot.py", executable=False, content=b"def decide(view):\n    return 1\n"),
        BotFile("data/table.txt", executable=False, content=b"12"),
    ],
)


def rewrite(table: Path) -> None:
    before = table.stat()
    table.write_bytes(b"13")
    os.utime(table, ns=(before.st_atime_ns, before.st_mtime_ns))


def add_another(table: Path) -> None:
    table.with_name("more").write_text("")


def make_a_link(table: Path) -> None:
    table.rename(table.with_name("t"))
    table.symlink_to("t")


TOUCHES: dict[str, Callable[[Path], None]] = {
    "a file is gone": Path.unlink,
    "all is gone": lambda table: rmtree(table.parents[1]),
    "a file is another of the same size and time": rewrite,
    "a file is executable": lambda table: table.chmod(0o755),
    "a file more": add_another,
    "a link": make_a_link,
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES)
def test_it_is_found(tmp_path: Path, nursery: Nursery, touch: Callable[[Path], None]) -> None:
    entry = keep(BOT, tmp_path)
    nursery.check_files(entry, BOT.version)
    touch(entry.with_name("data") / "table.txt")
    for _ in range(2):
        with pytest.raises(PlatformError, match=BOT.version):
            nursery.check_files(entry, BOT.version)


def test_what_is_whole_is_looked_at_and_no_more(tmp_path: Path, nursery: Nursery) -> None:
    entry = keep(BOT, tmp_path)
    entry.touch()
    nursery.check_files(entry, BOT.version)
    entry.touch()
    nursery.check_files(entry, BOT.version)


def test_without_a_sandbox_bots_may_write_there(tmp_path: Path) -> None:
    entry = keep(BOT, tmp_path)
    entry.with_name("cache").write_text("")
    with Nursery(Level.NONE) as nursery:
        nursery.check_files(entry, BOT.version)
