"""A zygote's loop: calls of the C library alone, so that no Python object survives a turn.

A plain loop in Python leaves another heap for every match, and with it another order of sets of
plain objects. Here every child is forked from the same heap.
"""

from __future__ import annotations

import ctypes
import gc
import os
import select
import socket
import struct
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from arena.sandbox.confinement import UNCONFINED
from arena.sandbox.prepared import Datagram, Memory, make, prepared

HERE = b"H"
"""What a child says first; the kernel adds its process number."""

_END_REPORT_BYTES = 160
_LETTER = b"E"
_FIRST_DESCRIPTOR = 3
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


def serve(
    control: int, deeds: Mapping[int, Callable[[], NoReturn]], descriptors: bytes
) -> NoReturn:
    """Fork a child for each datagram and report its end. Ends with its socket.

    The datagram is looked at, not taken: that is the child's. Its byte says which of the deeds the
    child does, once the worker knows the child and there is something to read on the first
    descriptor. A child whose ``descriptors`` have come by other numbers than these ends.

    A child never returns from here: what this function holds would be let go of, and each object
    is on a page that the child would have to copy first.
    """
    look = Memory(bytes(1))
    report = Memory(_LETTER.ljust(_END_REPORT_BYTES, b"\0"))
    here = Memory(HERE)
    requests = Memory(struct.pack("=ihh", _FIRST_DESCRIPTOR, select.POLLIN, 0))
    recv = prepared("recvfrom", control, look.address, 1, socket.MSG_PEEK)
    wait = prepared("wait4", -1, report.address + _STATUS_AT, 0, report.address + _USAGE_AT)
    send = prepared("sendto", control, report.address, _END_REPORT_BYTES)
    unconfined = Memory(UNCONFINED)
    say_here = prepared("sendto", control, here.address, len(HERE))
    say_unconfined = prepared("sendto", control, unconfined.address, len(UNCONFINED))
    wait_for_request = prepared("ppoll", requests.address, 1)
    datagram = Datagram(control)
    take, byte, brought = datagram.take, datagram.byte, datagram.brought
    end = os._exit
    # The C library's, which sees to its own state, between the interpreter's two hooks.
    fork = ctypes.PyDLL(None).fork
    before, in_child, in_parent = (
        getattr(ctypes.pythonapi, f"PyOS_{moment}")
        for moment in ("BeforeFork", "AfterFork_Child", "AfterFork_Parent")
    )
    for hook in (before, in_child, in_parent):
        hook.restype = None
    gc.collect()
    gc.freeze()
    gc.disable()
    while True:
        if make(*recv) <= 0:
            end(0)
        before()
        if fork() == 0:
            try:
                in_child()
                make(*take)
                make(*say_here)
                make(*wait_for_request)
                if brought.endswith(descriptors):
                    deeds[byte[0]]()
            finally:  # after a bot, the socket is closed, and nobody hears this
                make(*say_unconfined)
                end(1)
        in_parent()
        make(*wait)
        make(*send)
