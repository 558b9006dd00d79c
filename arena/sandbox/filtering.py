"""Putting a filter of system calls on this process; it can never be taken off again."""

from __future__ import annotations

import struct

from arena.sandbox.kernel import call
from arena.sandbox.prepared import Memory

_SET_MODE_FILTER = 1


def program_of(filter_: Memory) -> Memory:
    """What ``seccomp`` is given: how many instructions there are, and where."""
    return Memory(struct.pack("=HxxxxxxQ", len(filter_.content) // 8, filter_.address))


def put_on(filter_: bytes) -> None:
    """Filter this process's calls, and those of all that it forks. Raises OSError."""
    instructions = Memory(filter_)
    program = program_of(instructions)
    call("seccomp", _SET_MODE_FILTER, 0, program.address)
