"""Processes that must not outlive the one that started them."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

PR_SET_PDEATHSIG = 1

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a terminal or a service manager sends to all processes of a run at once."""

_libc = ctypes.CDLL(None)


def leave_stopping_to_the_coordinator() -> None:
    """Ignore what stops a run: the coordinator hears it too, and ends its workers itself."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def leave_stopping_to_the_children() -> None:
    """Be deaf to what stops a run, in a process whose children unblock all and hear as usual."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def stop_signals_blocked() -> Iterator[None]:
    """Processes started in here begin with what stops a run blocked; this one hears of it later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def starting_deaf_processes() -> Iterator[None]:
    """Processes of ``multiprocessing`` started in here begin with what stops a run blocked.

    This one hears of it later. Its handlers stay what they are: were a signal ignored here for a
    moment, another thread would take it, and nobody would ever hear.
    """
    with stop_signals_blocked():
        resource_tracker.ensure_running()  # which unblocks some signals when it starts
    with stop_signals_blocked():
        yield


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent dies; end at once if it already has."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)
