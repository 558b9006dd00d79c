"""What a child puts on before it runs a bot, made ready by its zygote."""

from __future__ import annotations

import os
import resource
import signal
import struct
from collections.abc import Sequence

from arena.sandbox.filtering import program_of
from arena.sandbox.lifeline import PR_SET_PDEATHSIG
from arena.sandbox.prepared import Memory, make, prepared
from arena.sandbox.rules import OWN_PID

UNCONFINED = 73
"""Exit status of a child that could not put it on. It has run nothing of the bot."""

_SET_SIGNAL_MASK, _SIGNAL_SET_BYTES = int(signal.SIG_SETMASK), 8
_SET_MODE_FILTER = 1
_ALL_ABOVE = 0xFFFFFFFF


class Confinement:
    """The steps of a child, in order.

    ``descriptors`` are pairs: this one shall be found at that number. From ``first_closed`` on
    none is left. ``ruleset`` and ``filter`` are None on levels that have none.
    """

    def __init__(
        self,
        *,
        zygote: int,
        descriptors: Sequence[tuple[int, int]],
        first_closed: int,
        processor_s: int,
        ruleset: int | None,
        filter: bytes | None,  # noqa: A002 because it is what the kernel calls it
    ) -> None:
        self.zygote = zygote
        nothing_blocked = Memory(bytes(_SIGNAL_SET_BYTES))
        limit = Memory(struct.pack("=QQ", processor_s, processor_s))
        self._kept = [nothing_blocked, limit]
        self._own_pid = prepared("getpid")
        self._parent = prepared("getppid")
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
        self._steps.append(prepared("close_range", first_closed, _ALL_ABOVE, 0))
        self._own_pid_at: list[int] = []
        if filter is not None:
            self._filter = Memory(filter)
            self._own_pid_at = _places_of(OWN_PID, filter)
            program = program_of(self._filter)
            self._kept.append(program)
            self._steps.append(prepared("seccomp", _SET_MODE_FILTER, 0, program.address))

    def put_on(self) -> None:
        """Take all steps, or end this process."""
        pid = make(*self._own_pid)
        for at in self._own_pid_at:
            struct.pack_into("=I", self._filter.content, at, pid)
        for step in self._steps:
            if make(*step) < 0:
                os._exit(UNCONFINED)
        if make(*self._parent) != self.zygote:
            os._exit(UNCONFINED)


def _places_of(value: int, filter_: bytes) -> list[int]:
    """Where the instructions of a filter have a constant, so that it can be replaced."""
    wanted = struct.pack("=I", value)
    return [at for at in range(4, len(filter_), 8) if filter_[at : at + 4] == wanted]
