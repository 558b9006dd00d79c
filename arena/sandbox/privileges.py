"""Giving up what a process could do because of who started it.

Sources: ``linux/prctl.h``, ``linux/capability.h``, ``linux/personality.h``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from arena.sandbox.kernel import call, control_process

_SET_DUMPABLE, _DROP_FROM_BOUNDING_SET, _SET_NO_NEW_PRIVS = 4, 24, 38
_AMBIENT, _AMBIENT_CLEAR_ALL = 47, 4
_CAPABILITY_VERSION_3 = 0x20080522
_ASK_PERSONALITY, _NO_ADDRESS_RANDOMIZATION = 0xFFFFFFFF, 0x0040000


def drop_capabilities() -> None:
    """Empty every set of capabilities, of root too. Raises OSError."""
    capability = 0
    while _dropped_from_bounding_set(capability):
        capability += 1
    control_process(_AMBIENT, _AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    call("capset", header, bytes(24))


def gain_no_privileges() -> None:
    """No program that is started from here on gives more rights. Raises OSError."""
    control_process(_SET_NO_NEW_PRIVS, 1)


def hide_from_debuggers() -> None:
    """No core dump, no tracing by others. Raises OSError."""
    control_process(_SET_DUMPABLE, 0)


@contextmanager
def without_address_randomization() -> Iterator[bool]:
    """Programs started in here find their memory at the same addresses; whether that is allowed."""
    before = call("personality", _ASK_PERSONALITY)
    try:
        call("personality", before | _NO_ADDRESS_RANDOMIZATION)
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        call("personality", before)


def _dropped_from_bounding_set(capability: int) -> bool:
    """Whether it is gone; False beyond the last one, and where one may not drop any."""
    try:
        control_process(_DROP_FROM_BOUNDING_SET, capability)
    except OSError:
        return False
    return True
