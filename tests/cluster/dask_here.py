"""A Dask cluster on the loopback, started by Dask's own commands as docs/cluster.md says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.cli.running import ROOT, environment

DASK = Path(sys.executable).with_name("dask")
WAIT_S = 60


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < deadline, "it has not come to that"
        time.sleep(0.05)


class DaskHere:
    """A scheduler and its workers; everything is ended when the test is over."""

    def __init__(self, folder: Path, options: Sequence[str] = (), patch: str = "") -> None:
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scratch = folder / "scratch"
        """Where workers have their folders."""
        told = folder / "scheduler.json"
        self.scheduler = self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
            *("--scheduler-file", str(told), *options),
            patch=patch,
        )
        wait_until(lambda: told.exists() and told.read_bytes().endswith(b"}"))
        self.address: str = json.loads(told.read_bytes())["address"]

    def worker(self, *options: str, patch: str = "", threads: int = 1) -> subprocess.Popen[bytes]:
        """Start a worker, in whose processes ``patch`` is executed before anything else."""
        return self._start(
            *("worker", self.address, "--nthreads", str(threads), "--no-dashboard", *options),
            patch=patch,
        )

    def wait_for_workers(self, *workers: subprocess.Popen[bytes]) -> None:
        """Wait until the workers have been registered."""
        for worker in workers:
            wait_until(lambda worker=worker: b"Registered to" in self.log(worker))  # type: ignore[misc]

    def log(self, process: subprocess.Popen[bytes]) -> bytes:
        return (self._folder / f"{self.processes.index(process)}.log").read_bytes()

    def end(self, process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> None:
        """End a command; killed, with all that it has started, as when a machine fails."""
        with suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        process.wait(WAIT_S)

    def close(self) -> None:
        for process in reversed(self.processes):
            if process.poll() is None:
                self.end(process, signal.SIGKILL)

    def _start(self, *words: str | Path, patch: str) -> subprocess.Popen[bytes]:
        log = self._folder / f"{len(self.processes)}.log"
        more = {"DASK_TEMPORARY_DIRECTORY": str(self.scratch)}
        if patch:
            place = self._folder / f"patch{len(self.processes)}"
            place.mkdir()
            (place / "sitecustomize.py").write_text(patch)
            more["PYTHONPATH"] = f"{place}:{ROOT}"
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [DASK, *words],
                cwd=self._folder,
                env=environment(more),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


@contextmanager
def dask_here(folder: Path, *options: str, patch: str = "") -> Iterator[DaskHere]:
    """Such a cluster with these options of its scheduler."""
    here = DaskHere(folder, options, patch)
    try:
        yield here
    finally:
        here.close()


def child_of(process: subprocess.Popen[bytes]) -> int:
    """The process in which the nanny's worker plays."""
    (child,) = children(process.pid, b"spawn_main")
    return child


def zygotes_of(worker: int) -> list[int]:
    return children(worker, b"arena.players.zygote")


def children(parent: int, command: bytes) -> list[int]:
    """The children of a process, whichever thread has started them, with this in their command."""
    found = []
    for thread in Path(f"/proc/{parent}/task").iterdir():
        for child in (thread / "children").read_text().split():
            with suppress(OSError):
                if command in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found
