"""A run ends with the process that started it, unless it was asked to outlive it."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

INIT = 1
"""Who takes over those whose parents have died. One whose parent it is has none to lose."""


@contextmanager
def ending_with_parent() -> Iterator[None]:
    """Send TERM to this process when its parent dies.

    A parent that is killed cannot end what it has started. ``nohup`` (HUP is ignored) and
    ``setsid`` or a service (the process leads its session) ask for a run that outlives it.
    """
    parent = os.getppid()
    is_asked_to_outlive = (
        os.getsid(0) == os.getpid() or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    )
    if parent <= INIT or is_asked_to_outlive:
        yield
        return
    try:
        watched = os.pidfd_open(parent)
    except OSError:  # it has just died, or is one of a world outside of this one
        yield
        return
    over = os.eventfd(0, os.EFD_CLOEXEC)
    watch = threading.Thread(target=_watch, args=(watched, over), daemon=True)
    watch.start()
    try:
        yield
    finally:
        os.eventfd_write(over, 1)
        watch.join()
        os.close(watched)
        os.close(over)


def _watch(parent: int, over: int) -> None:
    ready, _, _ = select.select([parent, over], [], [])
    if over not in ready:
        os.kill(os.getpid(), signal.SIGTERM)
