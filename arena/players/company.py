"""The programs at one table: who takes the processor while another is slow has to step back.

A program may have threads, and go on between its turns with what is left of its processor time.
All players of a match share a processor: two hundred threads would leave a bot with one so little
of it that it runs into the wall clock, and is charged for it. Stopping them would be simpler, but a
stopped program finds its system calls interrupted, for which not every honest one is prepared.
"""

from __future__ import annotations

from typing import Protocol

SHARE = 1 / 8
"""Of the time that somebody takes: who has used as much since its own turn is in the way. Four who
are have a quarter each."""


class Program(Protocol):
    """A process that may go on while it is not asked."""

    def used_unasked(self) -> float:
        """Seconds of processor time since it was last asked."""

    def step_back(self) -> None:
        """Run when nobody else wants to, from now on."""


class Company:
    """The programs that play one match, by and by as they come."""

    def __init__(self) -> None:
        self._programs: list[Program] = []

    def join(self, program: Program) -> None:
        """One more that may be in the way."""
        self._programs.append(program)

    def make_way(self, slow: object, slow_s: float) -> None:
        """Have those step back that are in the way of one that has taken so long by now."""
        for program in [*self._programs]:
            if program is not slow and program.used_unasked() >= SHARE * slow_s:
                program.step_back()
                self._programs.remove(program)
