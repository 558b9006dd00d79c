"""Keeping seeds out of git, which would publish them with the next push."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from arena.errors import ArenaError

PATTERN = "*.seed"


def ignore_seeds(seed_file: Path) -> Path | None:
    """Have git ignore a seed file that is to be made; which file says so now, None if it did.

    Where no git would see it, nothing is done. Raises ArenaError where that cannot be said.
    """
    beside = seed_file.parent / ".gitignore"
    folder = seed_file.parent.resolve()
    tree = next((place for place in (folder, *folder.parents) if (place / ".git").exists()), None)
    if tree is None:
        return None
    above = [place for place in (folder, *folder.parents) if place.is_relative_to(tree)]
    try:
        if _is_ignored(seed_file.name, [place / ".gitignore" for place in above]):
            return None
        text = beside.read_bytes() if beside.exists() else b""
        with beside.open("ab") as file:
            newline = b"" if text.endswith(b"\n") or not text else b"\n"
            file.write(newline + PATTERN.encode() + b"\n")
    except OSError as error:
        raise ArenaError(
            f"{beside}: it must say {PATTERN}, so that git does not take the seed, and it cannot "
            f"be written: {error.strerror}"
        ) from error
    return beside


def _is_ignored(name: str, files: Sequence[Path]) -> bool:
    """Whether these .gitignore surely ignore every file of this name beside and below them.

    What is harder to tell counts as no: saying it once more does no harm.
    """
    texts = [file.read_text(errors="replace") for file in files if file.exists()]
    lines = [line.rstrip() for text in texts for line in text.splitlines()]
    if any(line.startswith("!") for line in lines):
        return False
    return any("/" not in line and fnmatchcase(name, line) for line in lines)
