"""On which line each key of a TOML document stands; ``tomllib`` does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys from the top, arrays by index: ``("bots", 2, "path")``."""

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
SCALAR = re.compile(r"[^,\]}#\n]*")


class Lines:
    """Finds lines in a document that ``tomllib`` accepts."""

    def __init__(self, text: str) -> None:
        self._lines = _Scan(text).lines

    def of(self, *path: str | int) -> int:
        r"""The line of a key; if it is not there, of the innermost table that is; else 1.

        >>> lines = Lines("# a league\n[tables]\nseats = 4\n")
        >>> lines.of("tables", "seats"), lines.of("tables", "deals"), lines.of("format")
        (3, 2, 1)
        """
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1


class _Scan:
    """One walk through the text; ``_at`` is where it stands."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
        self._lengths: dict[KeyPath, int] = {}
        table: KeyPath = ()
        while self._peek():
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)

    def _peek(self) -> str:
        """The next character that is neither blank nor comment; empty at the end."""
        self._skip(BLANK)
        return self._text[self._at : self._at + 1]

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _note(self, path: KeyPath) -> None:
        self.lines.setdefault(path, bisect_right(self._starts, self._at))

    def _header(self) -> KeyPath:
        """Read ``[table]`` or ``[[array]]`` and return what it opens."""
        is_array = self._text.startswith("[[", self._at)
        self._at += 1 + is_array
        path: KeyPath = ()
        for key in self._keys():
            path = (*self._opened(path), key)
            self._note(path)
        self._at += 1 + is_array
        if is_array:
            self._lengths[path] = self._lengths.get(path, 0) + 1
            self._note(self._opened(path))
        return self._opened(path)

    def _opened(self, path: KeyPath) -> KeyPath:
        """The path itself, or of an array of tables the last one."""
        return (*path, self._lengths[path] - 1) if path in self._lengths else path

    def _keys(self) -> list[str]:
        """Read a key with its dots."""
        keys = []
        while part := KEY_PART.match(self._text, self._at):
            keys.append(_unquoted(part[1]))
            self._at = part.end()
            if not self._text.startswith(".", self._at):
                break
            self._at += 1
        return keys

    def _pair(self, table: KeyPath) -> None:
        path = table
        for key in self._keys():
            path = (*path, key)
            self._note(path)
        self._at += len("=")
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        match self._peek():
            case "{":
                self._at += 1
                while self._more("}"):
                    self._pair(path)
            case "[":
                self._at += 1
                index = 0
                while self._more("]"):
                    self._note((*path, index))
                    self._value((*path, index))
                    index += 1
            case '"' | "'":
                self._skip(STRING)
            case _:
                self._skip(SCALAR)

    def _more(self, end: str) -> bool:
        """Step over a comma or the end; whether there is another item."""
        while self._peek() == ",":
            self._at += 1
        if self._peek() in {end, ""}:
            self._at += 1
            return False
        return True


def _unquoted(key: str) -> str:
    """A part of a key as ``tomllib`` reads it."""
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key
