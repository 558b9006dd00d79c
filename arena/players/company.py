"""The programs at one table: while somebody is slow, the others are stopped.

A program may have threads, and go on between its turns with what is left of its processor time.
All players of a match share a processor: two hundred threads would leave a bot with one so little
of it that it runs into the wall clock, and is charged for it.
"""

from __future__ import annotations

from typing import Protocol


class Program(Protocol):
    """A process that may go on while it is not asked."""

    def stop(self) -> None:
        """Let it not run any more."""

    def go_on(self) -> None:
        """Let it run again."""


class Company:
    """The programs that play one match, by and by as they come."""

    def __init__(self) -> None:
        self._programs: list[Program] = []
        self._stopped: list[Program] = []

    def join(self, program: Program) -> None:
        """One more that may have to be stopped."""
        self._programs.append(program)

    def stop_others(self, slow: object) -> None:
        """Leave the processor to one, until all may go on."""
        if not self._stopped:
            self._stopped = [program for program in self._programs if program is not slow]
            for program in self._stopped:
                program.stop()

    def go_on(self) -> None:
        """All of them; harmless where none was stopped."""
        for program in self._stopped:
            program.go_on()
        self._stopped.clear()
