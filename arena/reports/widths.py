"""How wide a text is on a terminal, and how it is shortened."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import accumulate

ELLIPSIS = "…"


def width(text: str) -> int:
    """Columns of a terminal, as tabulate counts them; with control characters, the characters.

    >>> width("greedy"), width("漢字"), width("é")
    (6, 4, 1)
    """
    columns = _columns(text)
    return len(text) if columns is None else columns


def _columns(text: str) -> int | None:
    """The same; None if control characters are in it."""
    if text.isascii() and text.isprintable():
        return len(text)
    # Here, since few texts need it; tabulate has brought it.
    from wcwidth import wcswidth  # noqa: PLC0415 because of that

    columns = wcswidth(text)
    return columns if columns >= 0 else None


def shortened(text: str, columns: int) -> str:
    """The text in so many columns at most: beginning and end, since names differ at either.

    >>> shortened("collector-two", 9), shortened("漢字漢字漢字", 6)
    ('coll…-two', '漢…字')
    """
    if width(text) <= columns:
        return text
    room = columns - width(ELLIPSIS)
    letters = _letters(text)
    # What is left may or may not have the control characters, and is counted by that.
    by_count = _columns(text) is None
    cost = [max(width(one), len(one) if by_count else 0) for one in letters]
    first, last = _fitting(cost, room - room // 2), _fitting(cost[::-1], room // 2)
    return "".join([*letters[:first], ELLIPSIS, *letters[len(letters) - last :]])


def _fitting(cost: Sequence[int], room: int) -> int:
    """How many of the first are in so much room."""
    return sum(1 for end in accumulate(cost) if end <= room)


def _letters(text: str) -> list[str]:
    """Characters, each with the marks that stand on it."""
    letters: list[str] = []
    for character in text:
        if letters and unicodedata.category(character)[0] == "M":
            letters[-1] += character
        else:
            letters.append(character)
    return letters
