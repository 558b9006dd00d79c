"""The words in which a policy answers a system call: allowed, refused, killed, or it depends."""

from __future__ import annotations

from typing import NamedTuple

ALLOW = 0x7FFF0000
KILL = 0x80000000
"""The whole process ends by SIGSYS."""

OWN_PID = 0x5EED5EED
"""Stands in a policy for the process number of the child that puts it on."""

LOWER_HALF = 0xFFFFFFFF


def refuse(number: int) -> int:
    """The answer that the call failed with this ``errno``."""
    return 0x00050000 | number


class Is(NamedTuple):
    """A condition: the masked bits of one half of an argument are one of the values.

    The kernel looks at the lower 32 bits alone of numbers, commands and flags; of addresses both
    halves count.
    """

    argument: int
    values: tuple[int, ...]
    mask: int = LOWER_HALF
    high_half: bool = False


class Rule(NamedTuple):
    """One answer where all conditions hold, another where one does not."""

    conditions: tuple[Is, ...]
    then: int
    otherwise: int
