"""Names of bots: readable in every script, and no two of them look alike."""

from __future__ import annotations

import unicodedata

MAX_CHARACTERS = 32
PUNCTUATION = " ._-"


def name_complaint(name: str) -> str | None:
    """What a bot's name must be, if this one is not; else None.

    >>> name_complaint("मराठी 2")
    >>> name_complaint(".hidden")
    'a name begins with a letter or a digit'
    """
    if not 1 <= len(name) <= MAX_CHARACTERS:
        return f"a name has 1 to {MAX_CHARACTERS} characters"
    if any(not _may_stand(character) for character in name):
        return "a name has letters, marks and digits of any script, space, and ._- only"
    if unicodedata.category(name[0])[0] not in "LN":
        return "a name begins with a letter or a digit"
    if name.endswith(" "):
        return "a name does not end with a space"
    if not unicodedata.is_normalized("NFC", name):
        return "a name is in Unicode's form NFC: its accents are part of their letters"
    return None


def likeness(name: str) -> str:
    """What names that look alike have in common: NFKC, upper case as lower, single spaces.

    >>> likeness("Gr  eedy "), likeness("gr eedy")
    ('gr eedy', 'gr eedy')
    >>> likeness("Greedy"), likeness("\N{FULLWIDTH LATIN SMALL LETTER G}reedy")
    ('greedy', 'greedy')
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _may_stand(character: str) -> bool:
    """Letters, marks that take part in spelling, and decimal digits; a few separators."""
    category = unicodedata.category(character)
    return category[0] == "L" or category in {"Mc", "Mn", "Nd"} or character in PUNCTUATION
