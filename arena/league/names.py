"""Names of bots: readable in every script, and no two of them differ by what nobody sees."""

from __future__ import annotations

import unicodedata

MAX_CHARACTERS = 32
PUNCTUATION = " ._-"

UNSEEN = [
    *(range(0x034F, 0x0350), range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810)),
    *(range(0x3164, 0x3165), range(0xFE00, 0xFE10), range(0xFFA0, 0xFFA1), range(0xE0000, 0xE1000)),
]
"""Letters and marks that nothing is drawn for (Unicode, ``Default_Ignorable_Code_Point``)."""


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
    if any(ord(character) in unseen for character in name for unseen in UNSEEN):
        return "a name has no characters that cannot be seen"
    if unicodedata.category(name[0])[0] not in "LN":
        return "a name begins with a letter or a digit"
    if name.endswith(" "):
        return "a name does not end with a space"
    if not unicodedata.is_normalized("NFC", name):
        return "a name is in Unicode's form NFC: its accents are part of their letters"
    return None


def likeness(name: str) -> str:
    """What names have in common that are too much alike: NFKC, upper case as lower, no spaces.

    >>> likeness("Gr  eedy "), likeness("greedy")
    ('greedy', 'greedy')
    >>> likeness("Greedy"), likeness("\N{FULLWIDTH LATIN SMALL LETTER G}reedy")
    ('greedy', 'greedy')
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(unicodedata.normalize("NFKC", folded).split())


def _may_stand(character: str) -> bool:
    """Letters, marks that take part in spelling, and decimal digits; a few separators."""
    category = unicodedata.category(character)
    return category[0] == "L" or category in {"Mc", "Mn", "Nd"} or character in PUNCTUATION
