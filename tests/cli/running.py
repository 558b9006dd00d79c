"""The program as people and scripts run it: as a process of its own, or quicker in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from arena.cli.main import program

ROOT = Path(__file__).parents[2]


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "arena", *map(str, arguments)]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours without what would change the program's output."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("ARENA_") and name not in {"NO_COLOR", "COLUMNS"}
    }
    return kept | {"PYTHONPATH": str(ROOT)} | dict(more or {})


def arena(
    *arguments: str | Path,
    cwd: Path | None = None,
    more: Mapping[str, str] | None = None,
    given: bytes = b"",
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; what it prints must be UTF-8."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(more),
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def called(
    *arguments: str | Path,
    cwd: Path | None = None,
    more: Mapping[str, str] | None = None,
    given: bytes = b"",
) -> subprocess.CompletedProcess[str]:
    """The same in this process; an error that is no sentence comes through."""
    words = [*map(str, arguments)]
    unset = dict.fromkeys(os.environ.keys() - environment().keys(), None)
    runner = CliRunner(env={**unset, **environment(more)})
    with chdir(cwd or Path.cwd()):
        result = runner.invoke(program, words, given, prog_name="arena", catch_exceptions=False)
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)
