"""bots/README.md: its bots play, its commands work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import arena.bot
from tests.cli.test_play import arena as command

README = (Path(__file__).parents[2] / "bots" / "README.md").read_text(encoding="utf-8")
BOTS = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def block(language: str) -> str:
    """The one piece of text in a language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return str(text)


COMMANDS = re.findall(r"^arena (.*)$", README, re.MULTILINE)


@pytest.mark.parametrize("source", BOTS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_bots_play_without_a_fault(tmp_path: Path, source: str, players: int) -> None:
    (tmp_path / "mine.py").write_text(source)
    done = command(tmp_path, "play", *["mine.py"] * players, "--seed", "1")
    assert 0 == done.returncode, done.stderr
    assert "" == done.stderr


def test_the_commands_work(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOTS[0])
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text(block("toml"))
    (tmp_path / "mine" / "bot.js").write_text(block("js"))
    assert COMMANDS
    for words in COMMANDS:
        done = command(tmp_path, *shlex.split(words))
        assert 0 == done.returncode, done.stderr
    assert (tmp_path / "logs" / "seat-0.log").exists()


def test_what_the_kit_exports_is_told() -> None:
    told = set(re.findall(r"\w+", README))
    types = {name for name in arena.bot.__all__ if name[0].isupper() and not name.isupper()}
    assert set(arena.bot.__all__) - types <= told
