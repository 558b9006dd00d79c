"""How wide a text is on a terminal, and how it is shortened."""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"


def width(text: str) -> int:
    """Columns of a terminal.

    >>> width("greedy"), width("漢字"), width("é")
    (6, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def shortened(text: str, columns: int) -> str:
    """The text in so many columns at most: beginning and end, since names differ at either.

    >>> shortened("collector-two", 9), shortened("漢字漢字漢字", 6)
    ('coll…-two', '漢…字')
    """
    if width(text) <= columns:
        return text
    room = columns - width(ELLIPSIS)
    letters = _letters(text)
    head, tail = "", ""
    while letters and width(head) + width(letters[0]) <= room - room // 2:
        head += letters.pop(0)
    while letters and width(letters[-1]) + width(tail) <= room // 2:
        tail = letters.pop() + tail
    return head + ELLIPSIS + tail


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _letters(text: str) -> list[str]:
    """Characters, each with the marks that stand on it."""
    letters: list[str] = []
    for character in text:
        if letters and unicodedata.category(character)[0] == "M":
            letters[-1] += character
        else:
            letters.append(character)
    return letters
