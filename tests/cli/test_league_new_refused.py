"""What `arena league new` refuses, of which nothing is left."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import arena, called


def contents(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


REFUSED = {
    "no such bot": (["--bot=none.py"], 'bots.path is "none.py"; there is no file or folder /'),
    "no such sample": (["--bot=gredy"], "(did you mean greedy?)"),
    "the league's own folder": (["--bot=x=."], "bot x: its folder . would hold the league's own"),
    "a folder above": (["--bot=x=.."], "bot x: its folder .. would hold the league's own files"),
    "no bot's file": (["--bot=x=notes.txt"], "a bot is a .py file or a folder with"),
    "an empty folder": (["--bot=x=empty"], "there is neither."),
    "too few": (["--bot=first.py", "--seats=2"], "as many bots as seats, and there are 1 for 2."),
    "one name twice": (["--bot=first.py", "--bot=first=team"], "names are unique."),
    "names that look alike": (["--bot=first.py", "--bot=FIRST=team"], "names are unique."),
    "a name that is none": (["--bot=a/b=team"], 'bots.name is "a/b"; a name has letters'),
    "no name": (["--bot==team"], 'bots.name is ""; a name has 1 to 32 characters.'),
    "a league's name": (["--name", " x"], 'league.name is " x"; allowed is a text of 1 to 100'),
    "not UTF-8": (["--name", "x\udce9"], "a league file is UTF-8, and a name or path that was"),
}


@pytest.mark.parametrize(("options", "said"), REFUSED.values(), ids=REFUSED)
def test_complaints_come_before_anything_is_written(
    folder: Path, options: list[str], said: str
) -> None:
    (folder / "notes.txt").touch()
    (folder / "empty").mkdir()
    subprocess.run(["git", "init", "-q", folder], check=True)
    before = contents(folder)
    done = called("league", "new", "cup.toml", "--competition", *options, cwd=folder)
    assert (1, "") == (done.returncode, done.stdout)
    assert all(line.startswith("Error: ") for line in done.stderr.splitlines())
    assert "cup.toml:" not in done.stderr.replace("cup.toml: a league file is UTF-8", "")
    assert said in done.stderr
    assert before == contents(folder)


def test_all_complaints_come_at_once(folder: Path) -> None:
    done = called(
        "league", "new", "cup.toml", "--name= x", "--bot=1.txt/", "--bot=b/=first.py", cwd=folder
    )
    assert 3 == done.stderr.count("Error: "), done.stderr


@pytest.mark.parametrize("taken", ["cup.toml", "cup.seed", "cup.db"])
@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_nothing_is_written_over(folder: Path, taken: str, kind: str) -> None:
    place = folder / taken
    ways: dict[str, Callable[[], None]] = {
        "file": place.touch,
        "folder": place.mkdir,
        "link": lambda: place.symlink_to("nowhere"),
    }
    ways[kind]()
    before = {*folder.iterdir()}, contents(folder)
    done = called("league", "new", "cup.toml", "--competition", cwd=folder)
    assert 1 == done.returncode
    sentence = "it exists, and nothing is written over; take another name"
    assert f"Error: {taken}: {sentence}.\n" == done.stderr
    assert before == ({*folder.iterdir()}, contents(folder))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("A league file ends in .toml, and cup.txt does not.", ["cup.txt"]),
        ("--competition has a secret seed, and --seed", ["c.toml", "--competition", "--seed", ""]),
        ("6 is not in the range 1<=x<=5", ["cup.toml", "--seats", "6"]),
        ("0 is not in the range", ["cup.toml", "--deals", "0"]),
        ("'turn' is not one of", ["cup.toml", "--seating", "turn"]),
    ],
)
def test_wrong_usage(folder: Path, said: str, words: list[str]) -> None:
    before = contents(folder)
    done = called("league", "new", *words, cwd=folder)
    assert 2 == done.returncode
    assert said in done.stderr
    assert before == contents(folder)


@pytest.mark.parametrize(
    ("said", "file"),
    [
        ("there is no folder nowhere; make it first.", "nowhere/cup.toml"),
        ("it cannot be written: File name too long.", f"{'x' * 251}.toml"),
        ("cannot be written: Permission denied.", "closed/cup.toml"),
    ],
)
@pytest.mark.parametrize("kind", [[], ["--competition"]])
def test_where_nothing_can_be_written(folder: Path, said: str, file: str, kind: list[str]) -> None:
    (folder / "closed").mkdir(mode=0o500)
    if "closed" in file and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    before = contents(folder)
    done = called("league", "new", file, "--name", "x", *kind, cwd=folder)
    assert 1 == done.returncode
    assert said in done.stderr
    assert before == contents(folder)


@pytest.mark.parametrize(("largest", "unwritten"), [(100, "cup.toml"), (10, "cup.seed")])
def test_a_disk_that_becomes_full_leaves_nothing(
    folder: Path, largest: int, unwritten: str
) -> None:
    """Under a limit on the size of files, as a full disk stands in the way."""
    before = contents(folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, limits[1]))
    try:
        done = arena("league", "new", "cup.toml", "--competition", cwd=folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert f"Error: {unwritten}: it cannot be written: File too large.\n" == done.stderr
    assert before == contents(folder)
