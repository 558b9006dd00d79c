"""How a run comes to an end before its time: by a signal, or by the clock."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from arena.cli.parents import ending_with_parent
from arena.workers import Stop

GRACE_S = 3
"""How long a stop waits for what is being played."""


class Abandoned(BaseException):
    """The grace after a stop is over: what is being played is given up."""


@contextmanager
def stopping(stop: Stop) -> Iterator[list[int]]:
    """Come to an end on INT, TERM or HUP, and with the parent; yields the signals that came.

    What is being played gets a few seconds to finish and is given up then, or at a second
    signal: Abandoned is raised. HUP comes more than once where a terminal closes, which is no
    haste. One that is ignored from the start stays so: ``nohup`` asks for a run that outlives its
    terminal.
    """
    came: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        came.append(number)
        if len(came) > 1 and number != signal.SIGHUP:
            raise Abandoned
        stop.set()
        signal.alarm(GRACE_S)

    def give_up(_: int, __: FrameType | None) -> None:
        raise Abandoned

    handlers = {
        signal.SIGINT: interrupt,
        signal.SIGTERM: interrupt,
        signal.SIGALRM: give_up,
    }
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        handlers[signal.SIGHUP] = interrupt
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with ending_with_parent():
            yield came
    finally:
        signal.alarm(0)
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stopping_after(seconds: int | None, stop: Stop) -> Iterator[None]:
    """Come to an end after some time, if any is given."""
    if seconds is None:
        yield
        return
    clock = threading.Timer(seconds, stop.set)
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
