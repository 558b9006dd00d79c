"""How wide a text is on a terminal, and how it is shortened."""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"


def width(text: str) -> int:
    """Columns of a terminal, as tabulate counts them; with control characters, the characters.

    >>> width("greedy"), width("漢字"), width("é")
    (6, 4, 1)
    """
    if text.isascii():
        return len(text)
    # Here, since few texts need it; tabulate has brought it.
    from wcwidth import wcswidth  # noqa: PLC0415 because of that

    columns = wcswidth(text)
    return columns if columns >= 0 else len(text)


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


def _letters(text: str) -> list[str]:
    """Characters, each with the marks that stand on it."""
    letters: list[str] = []
    for character in text:
        if letters and unicodedata.category(character)[0] == "M":
            letters[-1] += character
        else:
            letters.append(character)
    return letters
