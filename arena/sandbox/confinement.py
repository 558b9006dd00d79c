"""What a child puts on before it runs a bot, made ready by its zygote."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
from collections.abc import Sequence
from typing import NoReturn

from arena.sandbox.filtering import program_of
from arena.sandbox.kernel import call
from arena.sandbox.lifeline import PR_SET_PDEATHSIG
from arena.sandbox.prepared import Memory, make, prepared
from arena.sandbox.rules import OWN_PID

UNCONFINED = b"U"
"""What a child sends that could not put it on: it has run nothing of the bot.

It goes where no bot can send anything, since a bot may end by any exit status and any signal.
"""

_SET_SIGNAL_MASK, _SIGNAL_SET_BYTES = int(signal.SIG_SETMASK), 8
_SET_MODE_FILTER = 1
_GET_TID_ADDRESS = 40
_SAME_FOR_ALL = 2
"""What every child finds there."""

_ALL_ABOVE = 0xFFFFFFFF


class Confinement:
    """The steps of a child, in order.

    ``control`` is the zygote's socket, by which a child tells that it is unconfined.
    ``descriptors`` are pairs: this one shall be found at that number. From ``first_closed`` on
    none is left. ``ruleset`` and ``filter`` are None on levels that have none.
    """

    def __init__(
        self,
        *,
        zygote: int,
        control: int,
        descriptors: Sequence[tuple[int, int]],
        first_closed: int,
        processor_s: int,
        ruleset: int | None,
        filter: bytes | None,  # noqa: A002 because it is what the kernel calls it
    ) -> None:
        self.zygote = zygote
        nothing_blocked = Memory(bytes(_SIGNAL_SET_BYTES))
        limit = Memory(struct.pack("=QQ", processor_s, processor_s))
        told = Memory(UNCONFINED)
        self._kept = [nothing_blocked, limit, told]  # while a step names their address
        self._own_pid = prepared("getpid")
        self._parent = prepared("getppid")
        self._thread_number = _thread_number()
        self._steps = [
            prepared("prctl", PR_SET_PDEATHSIG, signal.SIGKILL),
            prepared(
                "rt_sigprocmask", _SET_SIGNAL_MASK, nothing_blocked.address, 0, _SIGNAL_SET_BYTES
            ),
            *(prepared("dup3", there, here, 0) for there, here in descriptors),
            prepared("prlimit64", 0, resource.RLIMIT_CPU, limit.address, 0),
        ]
        if ruleset is not None:
            self._steps.append(prepared("landlock_restrict_self", ruleset, 0))
        self._steps += [
            prepared("close_range", first_closed, control - 1, 0),
            prepared("close_range", control + 1, _ALL_ABOVE, 0),
        ]
        self._say_unconfined = prepared("sendto", control, told.address, len(UNCONFINED))
        self._let_go = prepared("close", control)
        self._last = self._own_pid  # a step that changes nothing
        self._own_pid_at: list[int] = []
        if filter is not None:
            self._filter = Memory(filter)
            self._own_pid_at = _places_of(OWN_PID, filter)
            program = program_of(self._filter)
            self._kept.append(program)
            self._last = prepared("seccomp", _SET_MODE_FILTER, 0, program.address)

    def put_on(self) -> None:
        """Take all steps, or end this process."""
        if self._own_pid_at:
            pid = make(*self._own_pid)
            for at in self._own_pid_at:
                struct.pack_into("=I", self._filter.content, at, pid)
        self._thread_number.value = _SAME_FOR_ALL
        for step in self._steps:
            if make(*step) < 0:
                self._give_up()
        # The parent may have gone before its death was asked to be told.
        if make(*self._parent) != self.zygote or make(*self._last) < 0:
            self._give_up()
        make(*self._let_go)

    def _give_up(self) -> NoReturn:
        make(*self._say_unconfined)
        os._exit(1)


def _thread_number() -> ctypes.c_int:
    """Where the C library keeps this thread's number, which goes up from child to child."""
    where = ctypes.c_ulong()
    try:
        call("prctl", _GET_TID_ADDRESS, ctypes.addressof(where), 0, 0, 0)
    except OSError:  # a kernel without checkpoints
        return ctypes.c_int()
    return ctypes.c_int.from_address(where.value)


def _places_of(value: int, filter_: bytes) -> list[int]:
    """Where the instructions of a filter have a constant, so that it can be replaced."""
    wanted = struct.pack("=I", value)
    return [at for at in range(4, len(filter_), 8) if filter_[at : at + 4] == wanted]
