"""Sample bots are found by name, and no file is executed for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena
from arena.errors import BotError
from arena.players.samples import find_bot, sample_bots


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own, with a folder of bots beside the package."""
    monkeypatch.setattr(arena, "__file__", str(tmp_path / "arena" / "__init__.py"))
    (tmp_path / "arena").mkdir()
    (tmp_path / "bots").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "arena"


@pytest.mark.parametrize(
    ("name", "about", "source"),
    [
        ("random", "any action.", '"""random: any action.\n\nMore of it.\n"""'),
        ("file", "A bot without a name.", '"""A bot without a name."""'),
        ("file", "", "def decide(view): ..."),
        ("file", "", "this does not parse"),
        ("file", "", "\0"),
        ("file", "", 'raise SystemExit("""executed: no.""")'),
    ],
)
def test_a_bot_says_its_name_in_its_docstring(
    package: Path, name: str, about: str, source: str
) -> None:
    file = package.parent / "bots" / "file.py"
    file.write_text(source)
    (package.parent / "bots" / "README.md").touch()
    (bot,) = sample_bots().values()
    assert (bot.name, bot.about, bot.path) == (name, about, file)


def test_bots_packed_into_the_wheel_come_first(package: Path) -> None:
    (package / "_bots").mkdir()
    (package / "_bots" / "packed.py").touch()
    (package.parent / "bots" / "unpacked.py").touch()
    assert [*sample_bots()] == ["packed"]


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("bots/ant.py", "bots/ant.py"),
        ("missing.py", "missing.py"),
        ("./ant", "./ant"),
        ("folder", "folder"),
    ],
)
def test_a_path_is_taken_as_it_is(package: Path, expected: str, given: str) -> None:
    (package.parent / "folder").mkdir()
    assert find_bot(given) == Path(expected)


def test_a_name_is_that_of_a_sample_bot(package: Path) -> None:
    file = package.parent / "bots" / "chance.py"
    file.write_text('"""random: any action."""')
    assert find_bot("random") == file
    for unknown in ("chance", "", "x" * 300):
        with pytest.raises(BotError, match=r"the sample bots are random$"):
            find_bot(unknown)


def test_ours_have_names_and_sentences() -> None:
    bots = sample_bots()
    assert {"random", "cautious", "greedy"} <= bots.keys()
    assert len(bots) == len({bot.path for bot in bots.values()})
    assert all(bot.about for bot in bots.values())
