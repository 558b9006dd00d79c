"""The process from which bots are forked: it has imported what they need and runs none of them.

A child is fresh for one match and one seat, yet costs no start of Python. One worker has one
zygote; the bots' processes die with it, and it dies with its worker. What a child may do beyond
its limits is the sandbox's business.

It is asked over a socket of datagrams, one answer each: ``Fork`` with three descriptors (the
child reads questions, writes answers, writes its log) gives the child's number, ``Reap`` gives
its exit status as ``os.waitpid`` does. A child stays unreaped until then, so that its number
cannot be given to another process.
"""

from __future__ import annotations

import gc
import os
import socket
from contextlib import suppress

import msgspec

from arena.players import child
from arena.sandbox.lifeline import (
    die_with,
    hear_signals_again,
    leave_stopping_to_the_coordinator,
)

MAX_DATAGRAM = 1 << 16
DESCRIPTORS = 3


class Fork(msgspec.Struct, frozen=True, tag="fork"):
    """Start a child that plays the bot in ``entry``, in ``folder``, within the limits."""

    entry: str
    folder: str
    memory_mb: int
    processor_s: int


class Reap(msgspec.Struct, frozen=True, tag="reap"):
    """Wait for the end of a child and forget it."""

    pid: int


_decode = msgspec.json.Decoder(Fork | Reap).decode


def serve(control_descriptor: int, worker: int) -> None:
    """Answer until the worker is gone. Returns in no process: parent and children exit."""
    die_with(worker)
    leave_stopping_to_the_coordinator()
    control = socket.socket(fileno=control_descriptor)
    gc.collect()
    gc.freeze()
    with suppress(OSError):  # the worker may go while it is answered
        while _answer(control):
            pass
    os._exit(0)


def _answer(control: socket.socket) -> bool:
    """Answer one request; False when there will be no more."""
    request, descriptors, _, _ = socket.recv_fds(control, MAX_DATAGRAM, DESCRIPTORS)
    if not request:
        return False
    message = _decode(request)
    if isinstance(message, Reap):
        _, status = os.waitpid(message.pid, 0)
        control.send(b"%d" % status)
        return True
    zygote = os.getpid()
    pid = os.fork()
    if pid == 0:
        _become_child(message, descriptors, zygote)
    for descriptor in descriptors:
        os.close(descriptor)
    control.send(b"%d" % pid)
    return True


def _become_child(fork: Fork, descriptors: list[int], zygote: int) -> None:
    """Take the child's descriptors, 0 to 4 and no others, and play."""
    try:
        os.setsid()
        hear_signals_again()
        moved = [os.dup2(descriptor, 64 + i) for i, descriptor in enumerate(descriptors)]
        requests, replies, log = moved
        for source, target in ((log, 1), (log, 2), (requests, 3), (replies, 4)):
            os.dup2(source, target)
        os.closerange(5, 64 + DESCRIPTORS)
        os.chdir(fork.folder)
        die_with(zygote)
        gc.unfreeze()
        child.main(3, 4, fork.entry, fork.memory_mb, fork.processor_s)
    finally:
        os._exit(child.RAISED)
