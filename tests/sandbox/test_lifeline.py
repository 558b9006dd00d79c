"""What stops a run is heard by it, whenever it comes, and not by processes that it has started."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import multiprocessing, os, signal, sys, threading, time
from arena.sandbox.lifeline import starting_deaf_processes
number = int(sys.argv[1])
heard = []
signal.signal(number, lambda *_: heard.append(number))
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
def child():
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    os._exit(7 if number in blocked else 1)
if __name__ == "__main__":
    for _ in range(2):
        with starting_deaf_processes():
            process = multiprocessing.get_context("spawn").Process(target=child)
            process.start()
            os.kill(os.getpid(), number)
        process.join()
        print(process.exitcode)
    time.sleep(0.1)
    print(heard)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_processes_start_is_heard_and_they_are_deaf(
    tmp_path_factory: pytest.TempPathFactory, number: signal.Signals
) -> None:
    """Also with other threads: one that takes a signal that is ignored just then has lost it."""
    file = tmp_path_factory.mktemp("lifeline") / "program.py"
    file.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, file, str(int(number))],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout == f"7\n7\n[{int(number)}, {int(number)}]\n", done.stderr
