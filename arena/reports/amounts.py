"""Amounts as people read them, with no digit more than is known."""

from __future__ import annotations

import math


def duration(seconds: float) -> str:
    """A time to wait for, in two units at most, rounded up.

    >>> [duration(seconds) for seconds in (8.2, 95, 7300, 200000)]
    ['9 s', '1 min 35 s', '2 h 1 min', '2 d 7 h']
    """
    whole = -int(-seconds // 1)
    for unit, size, part, smaller in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // smaller} {part}"
    return f"{whole} s"


def rough_duration(seconds: float) -> str:
    """A time that is only known roughly.

    >>> [rough_duration(seconds) for seconds in (0, 8.2, 95, 3500, 7300, 200000)]
    ['0 s', '8 s', '1.6 min', '60 min', '2 h', '2 d']
    """
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{known(seconds / size)} {unit}"
    return f"{known(max(seconds, 1))} s" if seconds else "0 s"


def known(value: float) -> str:
    """A number from 0 on with one digit that counts, or two where the first is a 1.

    >>> [known(value) for value in (0, 0.0847, 0.0196, 0.1449, 3.7, 37.0, 145.0)]
    ['0', '0.08', '0.02', '0.14', '4', '40', '140']
    """
    if not value:
        return "0"
    first = -math.floor(math.log10(value))
    finer = round(value, first + 1)
    digits = first + 1 if finer < 2 * 10**-first else first
    return f"{round(value, digits):,.{max(digits, 0)}f}"
