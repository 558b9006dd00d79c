"""What a bot's process may use, and what it finds in its environment (sandbox.md, rlimits).

These are the limits that need no help of the kernel beyond ``setrlimit``. A process applies them
to itself before it runs the bot's code.
"""

from __future__ import annotations

import resource

MEGABYTE = 1 << 20

ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
"""The whole environment of a bot: the same in every match on every machine."""

OPEN_FILES = 32


def processor_seconds(match_ms: int) -> int:
    """The kernel's limit on processor time: above the referee's, which comes first.

    >>> processor_seconds(5000), processor_seconds(5001)
    (6, 7)
    """
    return -(-match_ms // 1000) + 1


def apply_limits(memory_mb: int, processor_s: int) -> None:
    """Bound memory, processor time, files and core dumps of this process and its children."""
    fixed = {
        resource.RLIMIT_AS: memory_mb * MEGABYTE,
        resource.RLIMIT_CPU: processor_s,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: OPEN_FILES,
    }
    for kind, limit in fixed.items():
        resource.setrlimit(kind, (limit, limit))
