"""The process from which one bot's children are forked, one for each match and seat.

It has imported what a bot needs and compiled the bot's code, but never executes it: what that
would leave behind would live on in the next match. It gives up its rights before it looks at the
bot's text, and has one child at a time.

Its worker sends datagrams: first the ``Orders``, then one for each child, a byte that says what
the child is to do (``Task``), with four descriptors: the child's requests, replies, log, and an
empty input. The child takes that datagram itself and answers ``HERE``; from the credentials that
the kernel adds the worker knows its process number. If it cannot be confined, it says
``UNCONFINED``. When it has ended, the zygote sends an end report. A zygote that cannot begin sends
``FAILED`` with the reason instead of ``READY``.
"""

from __future__ import annotations

import io
import os
import select
import socket
import sys
from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec

from arena.players import canary, child
from arena.players.forking import serve
from arena.players.own_modules import OwnModules
from arena.players.rehearsal import rehearse
from arena.sandbox import filtering, landlock, namespaces, privileges
from arena.sandbox.confinement import Confinement
from arena.sandbox.levels import Level
from arena.sandbox.lifeline import die_with, leave_stopping_to_the_children
from arena.sandbox.limits import limit_everything_fixed, limit_memory
from arena.sandbox.outlook import BOTS_FOLDER, Outlook

CONTROL, RULESET = 30, 31
"""The zygote's own descriptors. Those of a datagram get the lowest free numbers, 3 to 6."""

MAX_ORDERS = 1 << 20
READY, FAILED = b"R", b"F"


class Task(Enum):
    """What a child is to do: play; try what must be impossible, and tell; end at once."""

    PLAY = b"P"
    PROVE = b"C"
    WARM_UP = b"W"


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What a zygote is for.

    ``entry`` is the bot's file in ``folder``. A program bot has a ``command`` instead, absolute
    but for its own files. ``packages`` are imported beforehand.
    """

    level: Level
    folder: str
    outlook: Outlook
    zygote_filter: bytes
    child_filter: bytes
    memory_mb: int
    processor_s: int
    entry: str = ""
    command: list[str] = []
    packages: list[str] = []


def main(worker: int, import_paths: list[str]) -> NoReturn:
    """Serve a worker over the socket that is standard input.

    ``import_paths`` are where the arena was imported from; bots find nothing there.
    """
    os.dup2(0, CONTROL)
    control = socket.socket(fileno=CONTROL)
    os.dup2(1, 0)
    try:
        die_with(worker)
        leave_stopping_to_the_children()
        orders = msgspec.json.decode(control.recv(MAX_ORDERS), type=Orders)
        confinement, own = _prepare(orders, import_paths)
    except Exception as error:  # noqa: BLE001 because it is told where it can be read
        control.send(FAILED + (str(error) or repr(error)).encode(errors="replace"))
        os._exit(1)
    control.send(READY)
    serve(CONTROL, _deeds(orders, confinement, own), child.BROUGHT)


def _prepare(orders: Orders, import_paths: list[str]) -> tuple[Confinement, OwnModules]:
    """Give up all rights, then take in the bot. Raises OSError for what the machine refuses."""
    level, is_program = orders.level, bool(orders.command)
    for name in orders.packages:
        __import__(name)
    if len(list(Path("/proc/self/task").iterdir())) != 1:
        raise OSError(f"importing {', '.join(orders.packages)} began threads; a fork has none")
    if not is_program:
        rehearse()
    _set_up_interpreter(standard=[path for path in sys.path if path not in import_paths])
    folder = Path(orders.folder)
    if level.has_namespaces:
        _leave_the_host(orders)
        folder = BOTS_FOLDER
    os.chdir(folder)
    ruleset = _ruleset(orders.outlook, folder) if level.has_landlock else None
    privileges.drop_capabilities()
    privileges.gain_no_privileges()
    privileges.hide_from_debuggers()
    limit_everything_fixed()
    limit_memory(orders.memory_mb, program=is_program)
    if ruleset is not None:
        landlock.enter(ruleset)
    if level.has_seccomp:
        filtering.put_on(orders.zygote_filter)
    own = OwnModules(orders.entry, orders.packages)
    if orders.entry:
        own.take_in()
    if preloaded := sys.modules.get("threading"):
        vars(preloaded.main_thread())["_native_id"] = 0  # as a child is told; ours differs
    confinement = Confinement(
        zygote=os.getpid(),
        control=CONTROL,
        descriptors=child.PROGRAMS_DESCRIPTORS if is_program else child.DESCRIPTORS,
        first_closed=child.REQUESTS if is_program else child.LOG,
        processor_s=orders.processor_s,
        ruleset=ruleset,
        filter=orders.child_filter if level.has_seccomp else None,
    )
    return confinement, own


def _set_up_interpreter(standard: list[str]) -> None:
    """Output line by line, whatever the text; modules of the standard library alone."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    sys.path[:] = standard
    sys.argv[:] = sys.orig_argv[:] = ["bot"]  # else of the zygote, with its worker's number


def _leave_the_host(orders: Orders) -> None:
    """Go on as the first process of a world of its own; what called this waits outside."""
    worker, outside = os.getppid(), os.pidfd_open(os.getpid())
    namespaces.leave_the_host()
    die_with(worker)  # again: getting other rights has cleared it
    if zygote := os.fork():
        os.closerange(0, CONTROL + 1)
        os.waitpid(zygote, 0)
        os._exit(0)
    die_with(0)
    poll = select.poll()
    poll.register(outside, select.POLLIN)
    if poll.poll(0):
        os._exit(0)
    os.close(outside)
    namespaces.build_world(
        orders.outlook.bindings(Path(orders.folder)),
        orders.outlook.links(),
        processes=bool(orders.command),  # loaders look there for where their program is
    )


def _ruleset(outlook: Outlook, folder: Path) -> int:
    made = landlock.make_ruleset(
        readable=[folder, *map(Path, outlook.readable)],
        executable=list(map(Path, outlook.executable)),
        writable=list(map(Path, outlook.devices)),
    )
    os.dup2(made, RULESET)
    os.close(made)
    return RULESET


def _deeds(
    orders: Orders, confinement: Confinement, own: OwnModules
) -> dict[int, Callable[[], NoReturn]]:
    """What a child can be forked for, by the task's byte: made here, so that none looks it up."""
    play: Callable[[], NoReturn]
    if orders.command:
        play = partial(child.play_program, confinement, orders.command)
    else:
        play = partial(child.play, confinement, own)
    replies = 1 if orders.command else child.REPLIES
    deeds: dict[Task, Callable[[], NoReturn]] = {
        Task.PLAY: play,
        Task.PROVE: partial(canary.prove, confinement, orders.level, replies),
        Task.WARM_UP: partial(os._exit, 0),
    }
    return {ord(task.value): deed for task, deed in deeds.items()}
