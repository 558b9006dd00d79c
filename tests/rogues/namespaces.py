"""Running the rogue where it can hurt nobody, also if nothing holds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from arena.sandbox.levels import Level
from tests.rogues.control import Line

ROOT = Path(__file__).parents[2]
PRIVATE = [
    *("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--mount"),
    *("--net", "--ipc", "--uts", "--kill-child", "--"),
]
LONGEST_S = 300


def outcomes(
    level: Level, scratch: Path, names: Iterable[str], kind: str = "python"
) -> dict[str, Line]:
    """What became of each of the named behaviours, tried in namespaces of their own."""
    command = [
        *(*PRIVATE, sys.executable, "-m", "tests.rogues.control"),
        *(level, kind, str(scratch), *names),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=LONGEST_S, cwd=ROOT, check=False
    )
    assert done.returncode == 0, (
        "The rogue is tried in namespaces of its own, so that it can hurt nobody. If unshare may "
        "not make them here, allow it (sysctl kernel.unprivileged_userns_clone=1, "
        "kernel.apparmor_restrict_unprivileged_userns=0) or run the tests as root.\n"
        f"{done.stderr[-2000:]}"
    )
    lines = [msgspec.json.decode(line, type=Line) for line in done.stdout.splitlines()]
    return {line.name: line for line in lines}
