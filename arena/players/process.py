"""The process of one bot in one match: pipes, clocks, and the ways in which it can end."""

from __future__ import annotations

import os
import select
import shutil
import signal
import time
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from tempfile import mkdtemp

from arena.players.child import OUT_OF_MEMORY
from arena.players.nursery import Nursery
from arena.players.output import CHUNK, OutputLog
from arena.players.zygote import Fork

END_WAIT_MS = 100
"""How long to wait for the end of a process whose output has ended (protocol §1.2)."""


class Trouble(Enum):
    """Why a line did not come, or could not be sent."""

    ENDED = auto()
    OUT_OF_MEMORY = auto()
    CLOSED = auto()
    PROCESSOR_TIME = auto()
    SILENT = auto()
    TOO_LONG = auto()
    FLOOD = auto()


class BotProcess:
    """A fresh process in a session of its own, with an empty folder and five descriptors.

    Its standard input is empty, its output and error go to the log; it reads questions from one
    pipe and writes answers to another.
    """

    def __init__(
        self, nursery: Nursery, entry: Path, memory_mb: int, processor_s: int, log_kb: int
    ) -> None:
        self.log = OutputLog(log_kb)
        self._nursery = nursery
        self._processor_s = processor_s
        self._log_is_open = True
        self._used = 0.0
        self._buffer = bytearray()
        self._folder = mkdtemp(prefix="seat-", dir=nursery.scratch)
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._output, output = os.pipe()
        fork = Fork(str(entry.absolute()), self._folder, memory_mb, processor_s)
        try:
            self.pid = nursery.fork(fork, (requests, replies, output))
        finally:
            for descriptor in (requests, replies, output):
                os.close(descriptor)
        self._end = os.pidfd_open(self.pid)
        self._status: int | None = None
        self._clock = (~self.pid << 3) | 2  # the kernel's name for its processor time
        self._poll = select.poll()
        for descriptor in (self._replies, self._output):
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._end, select.POLLIN)
        os.set_blocking(self._requests, False)

    def processor_time(self) -> float:
        """Seconds of processor time used so far; what was last read once the process is gone."""
        with suppress(OSError):
            self._used = time.clock_gettime(self._clock)
        return self._used

    def spoke_unasked(self) -> bool:
        """Whether there is output on the answer pipe though nothing has been asked."""
        if not self._buffer:
            self._read_replies()
        return bool(self._buffer)

    def send(self, line: bytes, deadline: float) -> Trouble | None:
        """Write a line before the deadline (of ``time.monotonic``), also to a bot that dawdles."""
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BlockingIOError:
                if trouble := self._wait_until_writable(deadline):
                    return trouble
            except BrokenPipeError:
                return self._how_it_ended()
        return None

    def receive(self, deadline: float, processor_limit: float, most: int) -> bytes | Trouble:
        """The next line of at most ``most`` bytes, without its newline.

        Waits until the deadline or until the process has used the processor time.
        """
        while True:
            end = self._buffer.find(b"\n")
            if end > most or (end < 0 and len(self._buffer) > most):
                return Trouble.TOO_LONG
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                return line
            left = processor_limit - self.processor_time()
            if left <= 0:
                return Trouble.PROCESSOR_TIME
            wall_left = max(0.0, deadline - time.monotonic())
            ready = {fd for fd, _ in self._poll.poll(1000 * min(left + 0.001, wall_left))}
            if self._output in ready:
                self._drain_log()
            if self.log.flooded:
                return Trouble.FLOOD
            # The end of the process counts too: one that it started may hold its output open.
            if not self._read_replies() or (self._end in ready and b"\n" not in self._buffer):
                return self._how_it_ended()
            if not wall_left and b"\n" not in self._buffer:
                return Trouble.SILENT

    def await_end(self, wait_ms: int = END_WAIT_MS) -> bool:
        """Wait for the end of the process; whether it came."""
        return bool(select.select([self._end], [], [], wait_ms / 1000)[0])

    def close(self) -> None:
        """Kill what is left of the process's group, keep its last output, remove its folder."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._exit_status()
        while not self.log.flooded and select.select([self._output], [], [], 0)[0]:
            if not self.log.drain(self._output):
                break
        for descriptor in (self._requests, self._replies, self._output, self._end):
            os.close(descriptor)
        shutil.rmtree(self._folder, ignore_errors=True)

    def end_in_words(self) -> str:
        """How a process ended that has: for its author, who may find nothing in the log."""
        status = self._exit_status()
        if status < 0:
            return f"killed by signal {-status} ({signal.strsignal(-status)})"
        return f"with exit status {status}"

    def _exit_status(self) -> int:
        """The exit code, negative for a signal; waits for the end."""
        if self._status is None:
            self._status = self._nursery.reap(self.pid)
        return self._status

    def _wait_until_writable(self, deadline: float) -> Trouble | None:
        """Wait for room in the question pipe, reading the log so that the bot can go on."""
        left = deadline - time.monotonic()
        if left <= 0:
            return Trouble.SILENT
        outputs = [self._output] if self._log_is_open else []
        readable, _, _ = select.select(outputs, [self._requests], [], left)
        if readable:
            self._drain_log()
        return Trouble.FLOOD if self.log.flooded else None

    def _drain_log(self) -> None:
        if not self.log.drain(self._output):
            self._log_is_open = False
            self._poll.unregister(self._output)

    def _read_replies(self) -> bool:
        """Read what is there of the answers; False when they have ended."""
        try:
            chunk = os.read(self._replies, CHUNK)
        except BlockingIOError:
            return True
        self._buffer += chunk
        return bool(chunk)

    def _how_it_ended(self) -> Trouble:
        """What to make of an output that has ended: look at the process for a moment."""
        used = self.processor_time()
        if not self.await_end():
            return Trouble.CLOSED
        status = self._exit_status()
        if status == OUT_OF_MEMORY:
            return Trouble.OUT_OF_MEMORY
        if status in (-signal.SIGXCPU, -signal.SIGKILL) and used >= self._processor_s:
            return Trouble.PROCESSOR_TIME
        return Trouble.ENDED
