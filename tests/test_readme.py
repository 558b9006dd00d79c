"""The README's first bot and first league, as a newcomer would try them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.test_play import arena

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def commands() -> list[list[str]]:
    """Every line of a README's block that calls the arena, without its comment."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("arena ")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (bot,) = blocks("python")
    (league,) = blocks("toml")
    for name in ("my_bot.py", "rival.py", "third.py"):
        (tmp_path / name).write_text(bot)
    (tmp_path / "mine.toml").write_text(league)
    return tmp_path


def test_every_command_works(folder: Path) -> None:
    assert ["play", "run"] == [words[0] for words in commands()][:2]
    for words in commands():
        done = arena(folder, *words)
        assert 0 == done.returncode, done.stderr
        assert done.stdout
        assert "crash" not in done.stdout


def test_the_two_commands_are_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = [line.split()[1] for line in blocks("sh")[0].splitlines()]
    assert ["league", "test"] == named
    assert all(f"\n{target}:" in makefile for target in named)


def test_what_it_points_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert links
    assert all((ROOT / link).exists() for link in links if "://" not in link)
