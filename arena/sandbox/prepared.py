"""System calls made ready beforehand: a fresh child makes them without a Python object's help.

Every module that a child touches costs it page faults, and those cost more than the calls.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any, TypeAlias

from arena.sandbox.syscalls import NUMBERS

make = ctypes.PyDLL(None).syscall  # of a library that keeps the interpreter's lock
"""Makes a prepared call; it returns what the kernel does, and -1 where that is an error."""

make.restype = ctypes.c_long

Call: TypeAlias = tuple[Any, ...]
"""A prepared call: its number and arguments, as ``make`` hands them on."""

_MOST_ARGUMENTS = 6


def prepared(name: str, *arguments: int) -> Call:
    """A call by its name, to be made as often as one likes with ``make(*call)``.

    The numbers are wrapped here: wrapped anew for each call, they would leave the interpreter's
    memory in another order every time.
    """
    zeros = (0,) * (_MOST_ARGUMENTS - len(arguments))
    return tuple(map(ctypes.c_long.from_param, (NUMBERS[name], *arguments, *zeros)))


class Memory:
    """Bytes at an address that stays, for calls that are given one."""

    def __init__(self, content: bytes) -> None:
        self.content = bytearray(content)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.content))


class Datagram:
    """What is needed to take a datagram of one byte that brings four descriptors.

    ``take`` is the call. It leaves the byte in ``byte``; ``brought`` then ends with the numbers
    that the descriptors got here.
    """

    _DESCRIPTORS = struct.Struct("=16xiiii")
    """A control message: its header, the descriptors."""

    def __init__(self, socket: int) -> None:
        byte = Memory(bytes(1))
        control = Memory(bytes(self._DESCRIPTORS.size))
        parts = Memory(struct.pack("=QQ", byte.address, 1))
        header = Memory(
            struct.pack(
                "=QQQQQQQ",
                *(0, 0, parts.address, 1, control.address, self._DESCRIPTORS.size, 0),
            )
        )
        self.byte, self.brought = byte.content, control.content
        self.take = prepared("recvmsg", socket, header.address, 0)
        self._kept = [parts, header]  # while there is a call that names their address
