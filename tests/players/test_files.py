"""A bot's files: refused, hashed, kept."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import BotError
from arena.players.files import keep, read_bot


def make(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_the_version_is_the_hash_of_framed_paths_modes_and_contents(tmp_path: Path) -> None:
    bot = tmp_path / "a.py"
    bot.write_bytes(b"xy")
    framed = (4).to_bytes(8, "big") + b"a.py" + b"-" + (2).to_bytes(8, "big") + b"xy"
    assert sha256(framed).hexdigest() == read_bot(bot).version


def test_path_content_and_mode_all_count(tmp_path: Path) -> None:
    first = make(tmp_path / "one", bot__py="x", table__txt="1")
    versions = {read_bot(first).version}
    versions.add(read_bot(make(tmp_path / "two", bot__py="x", table__txt="2")).version)
    versions.add(read_bot(make(tmp_path / "three", bot__py="x", other__txt="1")).version)
    (first / "table.txt").chmod(0o755)
    versions.add(read_bot(first).version)
    assert 4 == len(versions)


def test_what_python_leaves_behind_does_not_count(tmp_path: Path) -> None:
    bot = make(tmp_path / "one", bot__py="x")
    before = read_bot(bot).version
    make(bot / "__pycache__", bot__pyc="junk")
    assert before == read_bot(bot).version


def test_a_snapshot_is_the_same_version(tmp_path: Path) -> None:
    files = read_bot(make(tmp_path / "one", bot__py="x", helper__py="y"))
    entry = keep(files, tmp_path / "kept")
    assert entry == keep(files, tmp_path / "kept") == tmp_path / "kept" / files.version / "bot.py"
    assert files.version == read_bot(entry.parent).version
    assert 0o700 == (tmp_path / "kept").stat().st_mode & 0o777


def test_a_spoilt_snapshot_is_noticed(tmp_path: Path) -> None:
    files = read_bot(make(tmp_path / "one", bot__py="x"))
    keep(files, tmp_path / "kept").write_text("y")
    with pytest.raises(BotError, match="not those of this version"):
        keep(files, tmp_path / "kept")


def test_a_file_alone_and_a_folder_of_one_are_both_kept(tmp_path: Path) -> None:
    bot = tmp_path / "alone.py"
    bot.write_text("x")
    assert "alone.py" == keep(read_bot(bot), tmp_path / "kept").name


def linked(tmp_path: Path) -> Path:
    secret = tmp_path / "secret"
    secret.write_text("the seed")
    folder = make(tmp_path / "one", bot__py="x")
    (folder / "loot.txt").symlink_to(secret)
    return folder


def linked_folder(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    (folder / "loot").symlink_to(make(tmp_path / "two", key="1"), target_is_directory=True)
    return folder


def link(tmp_path: Path) -> Path:
    (tmp_path / "real.py").write_text("x")
    (tmp_path / "bot.py").symlink_to(tmp_path / "real.py")
    return tmp_path / "bot.py"


def pipe(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    os.mkfifo(folder / "pipe")
    return folder


def too_many(tmp_path: Path) -> Path:
    return make(tmp_path / "one", bot__py="x", **{f"f{number}": "" for number in range(1000)})


def too_large(tmp_path: Path) -> Path:
    bot = tmp_path / "large.py"
    with bot.open("wb") as opened:
        opened.truncate(50_000_001)
    return bot


def no_entry(tmp_path: Path) -> Path:
    return make(tmp_path / "one", main__py="x")


def other_kind(tmp_path: Path) -> Path:
    (tmp_path / "bot.js").write_text("x")
    return tmp_path / "bot.js"


REFUSED = {
    linked: "loot.txt: not a regular file",
    linked_folder: "loot: not a regular file",
    link: "not a regular file",
    pipe: "pipe: not a regular file",
    too_many: "at most 1,000 files",
    too_large: "larger than 50 MB",
    no_entry: "a bot folder has its bot in bot.py",
    other_kind: "a bot is a .py file or a folder",
    lambda tmp_path: tmp_path / "none.py": "there is no such file",
}


@pytest.mark.parametrize(("prepare", "said"), REFUSED.items())
def test_refused(tmp_path: Path, prepare: object, said: str) -> None:
    assert callable(prepare)
    with pytest.raises(BotError, match=said):
        read_bot(prepare(tmp_path))
