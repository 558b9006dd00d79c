"""Which values a key of a league file allows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeGuard

from arena.league.names import name_complaint

Check: TypeAlias = Callable[[object], str | None]
"""What is allowed, as the end of a sentence, if the value is not; else None.

Every check refuses None, which no TOML value is: so it can say what is missing, too.
"""

MAX_TEXT = 100
MAX_POINTS = 1_000_000


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none here."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int, high: int) -> Check:
    """Whole numbers within bounds, both included.

    >>> whole(1, 5)(6)
    'allowed are whole numbers from 1 to 5'
    """

    def check(value: object) -> str | None:
        if is_whole(value) and low <= value <= high:
            return None
        return f"allowed are whole numbers from {low} to {high}"

    return check


def number(low: float, high: float) -> Check:
    """Numbers within bounds, both included."""

    def check(value: object) -> str | None:
        if (is_whole(value) or isinstance(value, float)) and low <= value <= high:
            return None
        return f"allowed are numbers from {low} to {high}"

    return check


def one_of(choices: Iterable[str]) -> Check:
    """One of some texts."""
    known = list(choices)
    allowed = f"allowed {'is' if len(known) == 1 else 'are'} {in_quotes(known)}"

    def check(value: object) -> str | None:
        return None if isinstance(value, str) and value in known else allowed

    return check


def some_of(choices: Iterable[str]) -> Check:
    """A list of some texts, each at most once."""
    known = list(choices)

    def check(value: object) -> str | None:
        if isinstance(value, list) and all(
            item in known and value.count(item) == 1 for item in value
        ):
            return None
        return f"allowed is a list of {in_quotes(known)}, each at most once"

    return check


def in_quotes(texts: Iterable[str]) -> str:
    """Texts as they stand in the file.

    >>> in_quotes(["rotate", "all"])
    '"rotate", "all"'
    """
    return ", ".join(f'"{text}"' for text in texts)


def is_flag(value: object) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else "allowed are true and false"


def is_title(value: object) -> str | None:
    """A text that stands on one line of a table or page."""
    if (
        isinstance(value, str)
        and 1 <= len(value) <= MAX_TEXT
        and value.isprintable()
        and value == value.strip()
        and unicodedata.is_normalized("NFC", value)
    ):
        return None
    return (
        f"allowed is a text of 1 to {MAX_TEXT} characters in Unicode's form NFC, "
        "without spaces at its ends or characters that cannot be seen"
    )


def is_name(value: object) -> str | None:
    """A bot's name."""
    if not isinstance(value, str):
        return "a name is a text in quotes"
    return name_complaint(value)


def is_seed(value: object) -> str | None:
    """Any text, the empty one too."""
    return None if isinstance(value, str) else 'a seed is a text in quotes, such as "2026"'


def is_commitment(value: object) -> str | None:
    """The SHA-256 of a seed that is kept in a file of its own."""
    if isinstance(value, str) and re.fullmatch("sha256:[0-9a-f]{64}", value):
        return None
    return "a commitment is sha256: and the 64 hexadecimal digits of the seed's SHA-256"


def is_seats(value: object) -> str | None:
    """A number of seats; the game says how many it has."""
    return None if is_whole(value) else "a number of seats is a whole number"


def is_path(value: object) -> str | None:
    """A path of a bot; whether something is there is not asked here."""
    if isinstance(value, str) and value and "\0" not in value:
        return None
    return "a path leads from the league file to a bot's file or folder"


def is_file(value: object) -> str | None:
    """A path of a file; whether something is there is not asked here."""
    return "a path leads from the league file to a file" if is_path(value) else None


def is_package_list(value: object) -> str | None:
    """Names under which packages are imported; whether they are installed is not asked here."""
    if isinstance(value, list) and all(
        isinstance(name, str) and name.isascii() and name.isidentifier() for name in value
    ):
        return None
    return 'a list of packages as they are imported, such as ["numpy"]'


def is_points_list(value: object) -> str | None:
    """Points from the first place on, none of them more than the one before."""
    if (
        isinstance(value, list)
        and value
        and all(is_whole(points) and 0 <= points <= MAX_POINTS for points in value)
        and value[0] > 0
        and value == sorted(value, reverse=True)
    ):
        return None
    return (
        f"allowed is a list of whole numbers from 0 to {MAX_POINTS}, best place first, "
        "none more than the one before, the first above 0"
    )


def is_deck(value: object) -> str | None:
    """A table of how many copies of each card; the game says whether it can be played."""
    if isinstance(value, dict) and all(is_whole(copies) for copies in value.values()):
        return None
    return "a deck is a table of cards with whole numbers"
