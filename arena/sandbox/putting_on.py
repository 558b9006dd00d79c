"""Putting filters of system calls on this process; they can never be taken off again."""

from __future__ import annotations

import ctypes
import os
import struct

from arena.sandbox.kernel import call
from arena.sandbox.rules import OWN_PID

_SET_MODE_FILTER = 1
_INSTRUCTION, _CONSTANT_AT = 8, 4


class Filter:
    """A filter that can be put on; made beforehand, since a child has no time for it."""

    def __init__(self, program: bytes) -> None:
        self._program = bytearray(program)
        self._pids = _places_of(OWN_PID, program)
        where = ctypes.addressof(ctypes.c_char.from_buffer(self._program))
        # struct sock_fprog: how many instructions, and where they are
        self._argument = struct.pack("=HxxxxxxQ", len(program) // 8, where)

    def put_on(self) -> None:
        """Filter this process's calls from now on. Raises OSError."""
        if self._pids:
            pid = struct.pack("=I", os.getpid())
            for at in self._pids:
                self._program[at : at + 4] = pid
        call("seccomp", _SET_MODE_FILTER, 0, self._argument)


def _places_of(value: int, program: bytes) -> list[int]:
    """Where a filter has a constant, so that it can be replaced."""
    wanted = struct.pack("=I", value)
    places = range(_CONSTANT_AT, len(program), _INSTRUCTION)
    return [at for at in places if program[at : at + 4] == wanted]
