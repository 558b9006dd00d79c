"""System calls that Python has no function for."""

from __future__ import annotations

import ctypes
import os

from arena.sandbox.syscalls import NUMBERS

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long

Argument = int | bytes | ctypes.Array[ctypes.c_char] | None


def call(name: str, *arguments: Argument) -> int:
    """Make a system call by its name. Raises OSError as ``os`` does."""
    if name not in NUMBERS:
        raise OSError(38, f"{name}: this machine's number for it is not known")
    result: int = _libc.syscall(NUMBERS[name], *map(_passed, arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def control_process(option: int, *values: int) -> None:
    """``prctl``. Raises OSError."""
    call("prctl", option, *values, *(0,) * (4 - len(values)))


def _passed(argument: Argument) -> object:
    return ctypes.c_ulong(argument) if isinstance(argument, int) else argument
