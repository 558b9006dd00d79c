"""What a bot's process may use, and what it finds in its environment (sandbox.md, rlimits)."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

MEGABYTE = 1 << 20

ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
"""The whole environment of a bot: the same in every match on every machine."""

STACK = 8 * MEGABYTE

FIXED = {
    "FSIZE": 0,
    "CORE": 0,
    "MEMLOCK": 0,
    "MSGQUEUE": 0,
    "SIGPENDING": 64,
    "STACK": STACK,
    "NOFILE": 32,
}
"""The same for every bot. Not NPROC: it counts the whole user, and does nothing to root."""

PROGRAM_ADDRESS_SPACE = 4 << 30
"""Runtimes reserve gigabytes that they never touch; what they use is bounded as data."""


def processor_seconds(match_ms: int) -> int:
    """The kernel's limit on processor time: above the referee's, which comes first.

    >>> processor_seconds(5000), processor_seconds(5001)
    (6, 7)
    """
    return -(-match_ms // 1000) + 1


def limit_everything_fixed() -> None:
    """Set what is the same for every bot."""
    for name, limit in FIXED.items():
        _limit(getattr(resource, f"RLIMIT_{name}"), limit)


def limit_memory(memory_mb: int, *, program: bool) -> None:
    """Bound the memory of this process and of each that it forks."""
    memory = memory_mb * MEGABYTE
    if program:
        _limit(resource.RLIMIT_DATA, memory)
        _limit(resource.RLIMIT_AS, PROGRAM_ADDRESS_SPACE)
    else:
        _limit(resource.RLIMIT_AS, memory)


@contextmanager
def usual_stack() -> Iterator[None]:
    """Processes started in here have their memory laid out for a stack of the usual size."""
    before, most = resource.getrlimit(resource.RLIMIT_STACK)
    usual = STACK if most == resource.RLIM_INFINITY else min(STACK, most)
    resource.setrlimit(resource.RLIMIT_STACK, (usual, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (before, most))


def _limit(kind: int, limit: int) -> None:
    """Set a limit for good; one that is lower already stays."""
    most = resource.getrlimit(kind)[1]
    lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
    resource.setrlimit(kind, (lower, lower))
