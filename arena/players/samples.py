"""The sample bots: what they are called, and what they say of themselves."""

from __future__ import annotations

import ast
import os
import re
from difflib import get_close_matches
from pathlib import Path

import msgspec

import arena
from arena.errors import BotError

INTRODUCTION = re.compile(r"(?P<name>[\w.-]+): (?P<about>.+)")
"""The first line of a bot's docstring. Its name is not that of its file where a standard module
has that name, such as ``random``."""


class SampleBot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that comes with the arena; ``about`` is one sentence."""

    name: str
    about: str
    path: Path


def sample_bots() -> dict[str, SampleBot]:
    """The sample bots by name, in the order of their names; none of them is executed."""
    package = Path(arena.__file__).parent
    packed = package / "_bots"
    folder = packed if packed.is_dir() else package.parent / "bots"
    bots = [_introduced(path) for path in folder.glob("*.py")]
    return {bot.name: bot for bot in sorted(bots, key=lambda bot: bot.name)}


def find_bot(given: str) -> Path:
    """The file or folder that a user means: a path, or the name of a sample bot.

    Raises BotError, with the names that are known, if it is neither.
    """
    if given.endswith(".py") or "/" in given or os.path.exists(given):  # noqa: PTH110 because it takes any text
        return Path(given)
    samples = sample_bots()
    if given not in samples:
        guess = get_close_matches(given, samples, n=1)
        hint = f" (did you mean {guess[0]}?)" if guess else ""
        raise BotError(
            f"{given}: there is no such file or folder, and no sample bot has this name{hint}; "
            f"the sample bots are {', '.join(samples)}"
        )
    return samples[given].path


def _introduced(path: Path) -> SampleBot:
    try:
        docstring = ast.get_docstring(ast.parse(path.read_bytes())) or ""
    except (SyntaxError, ValueError):
        docstring = ""
    first_line = docstring.partition("\n")[0]
    introduction = INTRODUCTION.fullmatch(first_line)
    if introduction is None:
        return SampleBot(name=path.stem, about=first_line, path=path)
    return SampleBot(name=introduction["name"], about=introduction["about"], path=path)
