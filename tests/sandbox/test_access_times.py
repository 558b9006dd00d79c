"""After everything has been read once, no reading is noted any more."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.players.nursery import Nursery
from arena.sandbox.access_times import DAY_S, settle
from arena.sandbox.levels import Level
from tests.players.making import play_files, write_bot

LONG_AGO = time.time() - 3 * DAY_S

READS_ALL = """
import os

def noted():
    return {
        path: os.stat(path).st_atime_ns
        for folder in (".", os.path.dirname(os.__file__))
        for name in os.listdir(folder)
        if os.path.isfile(path := os.path.join(folder, name))
    }

before = noted()
for path in before:
    open(path, "rb").read()
print([path for path, at in noted().items() if at != before[path]])

def decide(view):
    return view.legal[0]
"""


def everything(folder: Path) -> Iterator[Path]:
    yield folder
    yield from folder.rglob("*")


def read_everything(folder: Path) -> None:
    for path in everything(folder):
        if path.is_symlink():
            path.readlink()
        elif path.is_dir():
            list(path.iterdir())
        else:
            path.read_bytes()


def access_times(folder: Path) -> dict[Path, int]:
    return {path: path.lstat().st_atime_ns for path in everything(folder)}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Files, a link and folders that nobody has read for days."""
    folder = tmp_path / "old"
    (folder / "within" / "empty").mkdir(parents=True)
    for number in range(4):
        (folder / "within" / f"{number}").write_bytes(bytes(number * 5000))
    (folder / "link").symlink_to("within/1")
    for path in everything(folder):
        os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    time.sleep(1.1)  # so that it is not of this very moment
    return folder


def test_no_reading_is_noted_afterwards(old: Path) -> None:
    assert settle(old) > time.time() + DAY_S - 60
    settled = access_times(old)
    time.sleep(0.1)
    read_everything(old)
    assert settled == access_times(old)


def test_without_it_readings_are_noted(old: Path) -> None:
    """The control; not every disk notes them."""
    before = access_times(old)
    read_everything(old)
    if before == access_times(old):
        pytest.skip("this disk notes no reading")


def test_what_has_just_been_made_is_looked_at_again(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("new")
    assert settle(tmp_path) <= time.time()


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to("nowhere")
    settle(tmp_path)
    settle(tmp_path / "nowhere")


@pytest.mark.parametrize("level", [Level.STRONG, Level.GOOD])
def test_a_bot_leaves_no_sign(tmp_path: Path, level: Level) -> None:
    bot = write_bot(tmp_path, "bot", READS_ALL)
    for number in range(20):
        file = tmp_path / f"data {number}"
        file.write_text("data")
        os.utime(file, (LONG_AGO, LONG_AGO))
    time.sleep(1.1)
    with Nursery(level) as nursery:
        (log,) = play_files(nursery, [bot]).logs
    assert log.text == b"[]\n", log
