"""System calls made ready beforehand: a fresh child makes them without a Python object's help.

Every module that a child touches costs it page faults, and those cost more than the calls.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from functools import partial

from arena.sandbox.syscalls import NUMBERS

_libc = ctypes.PyDLL(None)  # which keeps the interpreter's lock
_syscall: Callable[..., int] = ctypes.PYFUNCTYPE(ctypes.c_long, *[ctypes.c_long] * 7)(
    ("syscall", _libc)
)
_MOST_ARGUMENTS = 6


def prepared(name: str, *arguments: int) -> Callable[[], int]:
    """A call by its name; it returns what the kernel does, and -1 where that is an error."""
    zeros = (0,) * (_MOST_ARGUMENTS - len(arguments))
    return partial(_syscall, NUMBERS[name], *arguments, *zeros)


class Memory:
    """Bytes at an address that stays, for calls that are given one."""

    def __init__(self, content: bytes) -> None:
        self.content = bytearray(content)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.content))


class Datagram:
    """What is needed to take a datagram of one byte that brings four descriptors."""

    _DESCRIPTORS = struct.Struct("=16xiiii")
    """A control message: its header, the descriptors."""

    def __init__(self, socket: int) -> None:
        self._byte = Memory(bytes(1))
        self._control = Memory(bytes(self._DESCRIPTORS.size))
        self._parts = Memory(struct.pack("=QQ", self._byte.address, 1))
        self._header = Memory(
            struct.pack(
                "=QQQQQQQ",
                *(0, 0, self._parts.address, 1, self._control.address, self._DESCRIPTORS.size, 0),
            )
        )
        self._take = prepared("recvmsg", socket, self._header.address, 0)

    def take(self) -> tuple[bytes, tuple[int, ...]]:
        """Take it from the socket: the byte, and the numbers that the descriptors got here."""
        self._take()
        return bytes(self._byte.content), self._DESCRIPTORS.unpack(self._control.content)
