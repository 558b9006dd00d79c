"""Complaints about a league file: all of them, each with its line."""

from __future__ import annotations

from arena.errors import LeagueError
from arena.league.toml_lines import KeyPath, Lines

MAX_SHOWN = 60
HUGE = 10**18


class Complaints:
    """Collects complaints, so that all of them can be told at once."""

    def __init__(self, file: str, lines: Lines) -> None:
        self._file = file
        self._lines = lines
        self._found: list[tuple[int, str]] = []

    def add(self, path: KeyPath, sentence: str) -> None:
        """Complain at the line of a key; ``sentence`` has no full stop yet."""
        self._found.append((self._lines.of(*path), sentence))

    def wrong(self, path: KeyPath, value: object, allowed: str) -> None:
        """Complain about a value: what was there, what is allowed."""
        self.add(path, f"{dotted(path)} is {shown(value)}; {allowed}")

    def line(self, *path: str | int) -> int:
        """The line that a complaint about the key would name."""
        return self._lines.of(*path)

    def sentences(self) -> list[str]:
        """The complaints without their places, for what stands in no file."""
        return [printable(sentence) for _, sentence in self._found]

    def settle(self) -> None:
        """Raise LeagueError with the complaints in the order of their lines, if there are any."""
        if self._found:
            ordered = sorted(self._found, key=lambda found: found[0])
            raise LeagueError([complaint(self._file, line, text) for line, text in ordered])


def complaint(file: str, line: int, sentence: str) -> str:
    """One complaint as people and editors read it.

    >>> complaint("house.toml", 14, "tables.seats is 6; ten-1 has 1 to 5 seats")
    'house.toml:14: tables.seats is 6; ten-1 has 1 to 5 seats.'
    """
    return f"{file}:{line}: {printable(sentence).removesuffix('.')}."


def without_place(file: str, complaint: str) -> str:
    """A complaint about a text that stands in no file yet.

    >>> without_place("house.toml", "house.toml:14: tables.seats is 6; ten-1 has 1 to 5 seats.")
    'tables.seats is 6; ten-1 has 1 to 5 seats.'
    """
    placed = complaint.removeprefix(f"{file}:")
    return complaint if placed == complaint else placed.partition(": ")[2]


def dotted(path: KeyPath) -> str:
    """A key as people write it; the line tells which item of an array is meant.

    >>> dotted(("bots", 2, "path"))
    'bots.path'
    """
    return ".".join(key for key in path if isinstance(key, str))


def shown(value: object) -> str:
    """A value as TOML writes it, but short.

    >>> shown(True), shown("four"), shown([1, 2]), shown({"R1": 3})
    ('true', '"four"', '[1, 2]', 'a table')
    """
    match value:
        case bool():
            text = "true" if value else "false"
        case int() if abs(value) >= HUGE:
            text = "a huge number"
        case str():
            text = f'"{value}"'
        case list():
            text = f"[{', '.join(shown(item) for item in value)}]"
        case dict():
            text = "a table"
        case _:
            text = str(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def printable(text: str) -> str:
    """The text with everything escaped that a terminal would not show as it is."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
