"""A bot's files: refused, hashed, kept."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import BotError
from arena.players.files import _opened, keep, read_bot
from arena.players.manifest import Manifest


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


@pytest.mark.parametrize("spoil", ["more", "mode", "link"])
def test_more_or_other_files_in_a_snapshot_are_noticed(tmp_path: Path, spoil: str) -> None:
    files = read_bot(make(tmp_path / "one", bot__py="x"))
    entry = keep(files, tmp_path / "kept")
    match spoil:
        case "more":
            (entry.parent / "json.py").write_text("y")
        case "mode":
            entry.chmod(0o755)
        case _:
            entry.parent.rename(tmp_path / "elsewhere")
            entry.parent.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BotError, match="not those of this version"):
        keep(files, tmp_path / "kept")


def test_two_runs_may_keep_the_same_bot_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = read_bot(make(tmp_path / "one", bot__py="x"))
    entry = keep(files, tmp_path / "kept")
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    assert entry == keep(files, tmp_path / "kept")
    assert [entry.parent] == list((tmp_path / "kept").iterdir())


def test_snapshots_are_for_the_organiser_alone(tmp_path: Path) -> None:
    entry = keep(read_bot(make(tmp_path / "one", bot__py="x")), tmp_path / "kept")
    assert 0o700 == entry.parent.stat().st_mode & 0o777


def test_a_folder_with_a_manifest_is_a_program_bot(tmp_path: Path) -> None:
    folder = make(tmp_path / "one", bot__toml='command = ["./run", "x"]', run="#!/bin/sh")
    make(folder, bot__py="x")
    (folder / "run").chmod(0o755)
    files = read_bot(folder)
    assert ("bot.toml", Manifest(["./run", "x"], [])) == (files.entry, files.manifest)
    entry = keep(files, tmp_path / "kept")
    assert files == read_bot(entry.parent)
    assert 0o755 == (entry.parent / "run").stat().st_mode & 0o777


def test_a_manifest_alone_is_kept_too(tmp_path: Path) -> None:
    files = read_bot(make(tmp_path / "one", bot__toml='command = "node -e 0"'))
    assert "bot.toml" == keep(files, tmp_path / "kept").name


def test_links_above_the_bot_are_followed(tmp_path: Path) -> None:
    make(tmp_path / "real", bot__py="x")
    make(tmp_path / "real" / "inner", bot__py="x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert "bot.py" == read_bot(tmp_path / "link" / "bot.py").entry
    assert "bot.py" == read_bot(tmp_path / "link" / "inner").entry


def test_the_arena_s_own_files_are_refused_under_any_name(tmp_path: Path) -> None:
    seed, folder = tmp_path / "seed", make(tmp_path / "one", bot__py="x")
    seed.write_text("secret")
    os.link(seed, folder / "harmless.txt")
    with pytest.raises(BotError, match=r"harmless\.txt: the league's own file"):
        read_bot(folder, secrets=[tmp_path / "none", seed])


def test_a_folder_that_becomes_a_link_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make(tmp_path / "one", bot__py="x")
    inner = make(folder / "tables", key="mine")
    secret = make(tmp_path / "secret", key="the seed")
    looked_at = os.lstat

    def swapped(name: str, *, dir_fd: int) -> os.stat_result:
        status = looked_at(name, dir_fd=dir_fd)
        if name == "tables":
            inner.rename(tmp_path / "away")
            inner.symlink_to(secret)
        return status

    monkeypatch.setattr(os, "lstat", swapped)
    with pytest.raises(BotError, match="tables: cannot be read"):
        read_bot(folder)


def test_a_folder_that_is_swapped_once_it_is_open_is_still_the_old_one(tmp_path: Path) -> None:
    folder = make(tmp_path / "one", key="mine")
    with _opened(folder, os.O_DIRECTORY) as opened:
        folder.rename(tmp_path / "away")
        folder.symlink_to(make(tmp_path / "secret", key="the seed"))
        with _opened("key", 0, opened) as key:
            assert b"mine" == os.read(key, 100)


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


def folder_link(tmp_path: Path) -> Path:
    make(tmp_path / "real", bot__py="x")
    (tmp_path / "bot").symlink_to(tmp_path / "real")
    return tmp_path / "bot"


def nested(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    (folder / "/".join(["a"] * 33)).mkdir(parents=True)
    return folder


def many_folders(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    for number in range(1001):
        (folder / str(number)).mkdir()
    return folder


def too_large_together(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    for name in ["a", "b"]:
        with (folder / name).open("wb") as opened:
            opened.truncate(25_000_000)
    return folder


def bad_manifest(tmp_path: Path) -> Path:
    return make(tmp_path / "one", bot__toml="command = 3")


def linked_manifest(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    (folder / "bot.toml").symlink_to(tmp_path / "none")
    return folder


def not_executable(tmp_path: Path) -> Path:
    return make(tmp_path / "one", bot__toml="command = ['./bot']", bot="x")


def escapes(tmp_path: Path) -> Path:
    folder = make(tmp_path / "one", bot__py="x")
    (folder / "\x1b[2J").symlink_to("/etc/passwd")
    return folder


REFUSED = {
    linked: "loot.txt: not a regular file",
    linked_folder: "loot: not a regular file",
    link: "not a regular file",
    pipe: "pipe: not a regular file",
    too_many: "at most 1,000 files",
    too_large: "larger than 50 MB",
    no_entry: r"a bot folder has its bot in bot.toml \(a program\) or bot.py \(Python\); there",
    folder_link: "not a regular file but a link; name what it leads to",
    nested: "at most 1,000 folders, 32 in each other",
    many_folders: "at most 1,000 folders",
    too_large_together: "at most 1,000 files and 50 MB",
    bad_manifest: r"one/bot.toml:1: command is 3; ",
    linked_manifest: "bot.toml: not a regular file",
    not_executable: 'one/bot.toml:1: command names "./bot", which is not executable',
    escapes: r"\\x1b\[2J: not a regular file",
    other_kind: "a bot is a .py file or a folder",
    lambda tmp_path: tmp_path / "none.py": "there is no such file",
}


@pytest.mark.parametrize(("prepare", "said"), REFUSED.items())
def test_refused(tmp_path: Path, prepare: object, said: str) -> None:
    assert callable(prepare)
    with pytest.raises(BotError, match=said):
        read_bot(prepare(tmp_path))
