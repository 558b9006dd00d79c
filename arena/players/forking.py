"""A zygote's loop: calls of the C library alone, so that no Python object survives a turn.

A plain loop in Python leaves another heap for every match, and with it another order of sets of
plain objects. Here every child is forked from the same heap.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import struct
from typing import NamedTuple

_END_REPORT_BYTES = 160
_LETTER = b"E"
_STATUS_AT, _USAGE_AT = 8, 16
_END_REPORT = struct.Struct("=c7xi4xqqqq")
"""A letter, the status that ``wait4`` gave, and of its ``struct rusage`` the times."""


class End(NamedTuple):
    """How a child ended: its exit code, negative for a signal, and what it used."""

    status: int
    processor_s: float


def read_end_report(report: bytes) -> End:
    """What ``serve`` has sent."""
    _, status, *times = _END_REPORT.unpack_from(report)
    user_s, user_us, system_s, system_us = times
    return End(
        os.waitstatus_to_exitcode(status), user_s + system_s + (user_us + system_us) / 1_000_000
    )


def serve(control: int) -> None:
    """Fork a child for each datagram and report its end. Returns in the children only.

    The datagram is looked at, not taken: that is the child's. Ends with its socket.
    """
    libc = ctypes.PyDLL(None)  # which keeps the interpreter's lock
    recv, fork, wait4, send = libc.recv, libc.fork, libc.wait4, libc.send
    recv.argtypes = send.argtypes = (
        *(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int),
    )
    wait4.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    before, in_child, in_parent = (
        getattr(ctypes.pythonapi, f"PyOS_{moment}")
        for moment in ("BeforeFork", "AfterFork_Child", "AfterFork_Parent")
    )
    for hook in (before, in_child, in_parent):
        hook.restype = None
    report = ctypes.create_string_buffer(_LETTER, _END_REPORT_BYTES)
    seen = ctypes.create_string_buffer(1)
    at_report, at_seen = ctypes.addressof(report), ctypes.addressof(seen)
    at_status, at_usage = at_report + _STATUS_AT, at_report + _USAGE_AT
    peek = int(socket.MSG_PEEK)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    gc.collect()
    gc.freeze()
    gc.disable()
    while True:
        if recv(control, at_seen, 1, peek) <= 0:
            os._exit(0)
        before()
        if fork() == 0:
            in_child()
            return
        in_parent()
        wait4(-1, at_status, 0, at_usage)
        send(control, at_report, _END_REPORT_BYTES, 0)
