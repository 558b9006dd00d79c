"""Names of bots (pitfalls, Others 7)."""

from __future__ import annotations

import pytest

from arena.league.names import likeness, name_complaint

GOOD = ["a", "greedy", "मराठी", "हिन्दी 2", "グリーディ", "탐욕", "Ünal_1.0-b", "7", "x" * 32, "a b"]

BAD = [
    ("has 1 to 32 characters", ""),
    ("has 1 to 32 characters", "x" * 33),
    ("begins with a letter or a digit", " a"),
    ("begins with a letter or a digit", "-a"),
    ("begins with a letter or a digit", "\N{COMBINING ACUTE ACCENT}a"),
    ("does not end with a space", "a "),
    ("letters, marks and digits", "a@1"),
    ("letters, marks and digits", "a+b"),
    ("letters, marks and digits", "a/b"),
    ("letters, marks and digits", "a\tb"),
    ("letters, marks and digits", "a\N{NO-BREAK SPACE}b"),
    ("letters, marks and digits", "a\N{ZERO WIDTH JOINER}b"),
    ("letters, marks and digits", "a\N{RIGHT-TO-LEFT OVERRIDE}b"),
    ("letters, marks and digits", "a\N{SUPERSCRIPT TWO}"),
    ("letters, marks and digits", "a\N{COMBINING ENCLOSING CIRCLE}"),
    ("letters, marks and digits", "\N{SNAKE}"),
    ("cannot be seen", "a\N{VARIATION SELECTOR-16}"),
    ("cannot be seen", "a\N{VARIATION SELECTOR-17}"),
    ("cannot be seen", "a\N{COMBINING GRAPHEME JOINER}b"),
    ("cannot be seen", "\N{HANGUL FILLER}"),
    ("cannot be seen", "\N{HALFWIDTH HANGUL FILLER}a"),
    ("cannot be seen", "a\N{HANGUL CHOSEONG FILLER}"),
    ("cannot be seen", "a\N{KHMER VOWEL INHERENT AQ}"),
    ("cannot be seen", "a\N{MONGOLIAN FREE VARIATION SELECTOR ONE}"),
    ("NFC", "u\N{COMBINING DIAERESIS}nal"),
]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_every_script_are_good(name: str) -> None:
    assert name_complaint(name) is None


@pytest.mark.parametrize(("reason", "name"), BAD)
def test_everything_else_is_refused_with_a_sentence(reason: str, name: str) -> None:
    complaint = name_complaint(name)
    assert complaint is not None
    assert reason in complaint


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Greedy", "greedy"),
        ("STRASSE", "straße"),
        ("\N{FULLWIDTH LATIN SMALL LETTER A}", "a"),
        ("\N{LATIN SMALL LIGATURE FI}x", "FIX"),
    ],
)
def test_names_that_look_alike_are_the_same(name: str, other: str) -> None:
    assert likeness(name) == likeness(other)
