"""What is executed on a worker: functions that Dask finds there by their names."""

from __future__ import annotations

from distributed import Worker, get_worker
from distributed.utils import sync

import arena
from arena.cluster.messages import decode_asked, encode
from arena.cluster.room import Room

ROOM = "arena"
"""The name under which the worker knows its room."""


def play_bytes(asked: bytes) -> bytes:
    """Play the block of a task; from one ``messages.Asked`` to one ``messages.Told``."""
    worker = get_worker()
    if ROOM not in worker.plugins:
        # Not by the scheduler, which would have every later worker load it: also those that are
        # not for the arena, and do not have it.
        sync(worker.loop, worker.plugin_add, Room(), ROOM, catch_errors=False)
    room = worker.plugins[ROOM]
    if not isinstance(room, Room):
        raise TypeError("another plugin has the arena's name")
    return encode(room.answer(decode_asked(asked)))


def greet() -> str:
    """Tell which arena is here; where there is none, Dask tells that."""
    return arena.__version__


def halt(run: str, dask_worker: Worker) -> None:
    """Have a worker begin no further match of a run; not a task, but beside the one that is."""
    if isinstance(room := dask_worker.plugins.get(ROOM), Room):
        room.halt(run)
