"""The process of one bot in one match: pipes, clocks, and the ways in which it can end."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from arena.players.child import OUT_OF_MEMORY
from arena.players.nursery import Zygote
from arena.players.output import CHUNK, OutputLog
from arena.players.zygote import Task

END_WAIT_S = 0.1
"""How long to wait for the end of a process whose output has ended (protocol §1.2)."""

LOOK_S = 0.02
"""How often to look at the others when one is slow."""

MOST_LOOKS = 10
"""So often to look for threads that were begun while the others were seen to."""

PAGE = os.sysconf("SC_PAGE_SIZE")
_THREADS, _RESIDENT_PAGES = 17, 21
"""Where ``/proc/PID/stat`` has them, counted behind the name."""


class Trouble(Enum):
    """Why a line did not come, or could not be sent."""

    ENDED = auto()
    KILLED = auto()
    OUT_OF_MEMORY = auto()
    FORBIDDEN_CALL = auto()
    CLOSED = auto()
    PROCESSOR_TIME = auto()
    SILENT = auto()
    TOO_LONG = auto()
    FLOOD = auto()


class BotProcess:
    """A child of a zygote: it reads requests from one pipe, writes replies to another.

    It does nothing before its first request has come. Raises PlatformError where the zygote fails.
    """

    def __init__(self, zygote: Zygote, processor_s: int, log_kb: int) -> None:
        self.log = OutputLog(log_kb)
        self._zygote = zygote
        self._processor_s = processor_s
        self._log_is_open = True
        self._used = 0.0
        self._buffer = b""
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._output, output = os.pipe()
        try:
            self._pid = zygote.fork(Task.PLAY, requests, replies, output)
            # Its number cannot be another's yet: it waits for its first request.
            self._end = os.pidfd_open(self._pid)
        except BaseException:
            for descriptor in (self._requests, self._replies, self._output):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (requests, replies, output):
                os.close(descriptor)
        self._clock = (~self._pid << 3) | 2  # the kernel's name for its processor time
        self._poll = select.poll()
        for descriptor in (self._replies, self._output, self._end):
            self._poll.register(descriptor, select.POLLIN)
        self._poll_replies = select.poll()
        self._poll_replies.register(self._replies, select.POLLIN)
        for descriptor in (self._requests, self._replies, self._output):
            os.set_blocking(descriptor, False)

    def processor_time(self) -> float:
        """Seconds of processor time used so far; what was last read once the process is gone."""
        try:  # noqa: SIM105 because suppress takes as long as the clock
            self._used = time.clock_gettime(self._clock)
        except OSError:
            pass
        return self._used

    def used_unasked(self) -> float:
        """Seconds of processor time since ``processor_time`` was asked for; 0 if it is gone."""
        if self.await_end(wait_s=0):  # its number may be another's by now
            return 0.0
        try:
            return time.clock_gettime(self._clock) - self._used
        except OSError:
            return 0.0

    def step_back(self) -> None:
        """Have all its threads run only when nobody else wants to; those it starts will as well."""
        stepped: set[int] = set()
        for _ in range(MOST_LOOKS):
            found = set(self._threads()) - stepped
            if not found:
                return
            for thread in found:
                with suppress(OSError):  # it has ended
                    os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
            stepped |= found

    def holds(self) -> tuple[int, int]:
        """Bytes of memory and threads that it has just now; nothing once it is gone."""
        try:
            facts = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
            return int(facts[_RESIDENT_PAGES]) * PAGE, int(facts[_THREADS])
        except (OSError, IndexError):
            return 0, 0

    def spoke_unasked(self) -> bool:
        """Whether there is output on the answer pipe though nothing has been asked."""
        if not self._buffer and self._poll_replies.poll(0):
            self._read_replies()
        return bool(self._buffer)

    def has_read_everything(self) -> bool:
        """Whether nothing that was sent to it is left in the pipe."""
        left = fcntl.ioctl(self._requests, termios.FIONREAD, bytes(4))
        return not any(left)

    def send(self, line: bytes, deadline: float) -> Trouble | None:
        """Write a line before the deadline (of ``time.monotonic``), also to a bot that dawdles."""
        rest = line
        while rest:
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BlockingIOError:
                if trouble := self._wait_until_writable(deadline):
                    return trouble
            except BrokenPipeError:
                return self.how_it_ended()
        return None

    def receive(
        self,
        deadline: float,
        processor_limit: float,
        most: int,
        when_slow: Callable[[float], None] = lambda _: None,
    ) -> bytes | Trouble:
        """The next line of at most ``most`` bytes, without its newline.

        Waits until the deadline or until the process has used the processor time. What it has
        used before is what ``processor_time`` last told. ``when_slow`` is told again and again
        how long it has taken, once it had the time to use all of it, and has not.
        """
        # A bot on the same core has often answered before the write has returned.
        ended = not self._read_replies()
        began, slow_at, look_s = 0.0, 0.0, float("inf")
        while True:
            if (line := self._next_line(most)) is not None:
                return line
            if ended:
                return self.how_it_ended()
            now = time.monotonic()
            left, wall_left = processor_limit - self._used, deadline - now
            if left <= 0:
                return Trouble.PROCESSOR_TIME
            if wall_left <= 0:
                return Trouble.SILENT
            if not began:
                began, slow_at = now, now + left
            elif now >= slow_at:
                when_slow(now - began)
                look_s = LOOK_S
            ended = self._wait(min(left + 0.001, wall_left, look_s))
            if b"\n" not in self._buffer:
                self.processor_time()

    def how_it_ended(self) -> Trouble:
        """What to make of an output that has ended: look at the process for a moment."""
        if not self.await_end():
            return Trouble.CLOSED
        end = self._zygote.end()
        self._used = end.processor_s
        if end.status == OUT_OF_MEMORY:
            return Trouble.OUT_OF_MEMORY
        if end.status == -signal.SIGSYS:
            return Trouble.FORBIDDEN_CALL
        if end.status == -signal.SIGKILL:
            is_used_up = end.processor_s >= self._processor_s
            return Trouble.PROCESSOR_TIME if is_used_up else Trouble.KILLED
        return Trouble.ENDED

    def await_end(self, wait_s: float = END_WAIT_S) -> bool:
        """Wait for the end of the process; whether it came."""
        return bool(select.select([self._end], [], [], wait_s)[0])

    def send_no_more(self) -> None:
        """Have it find the end of its requests."""
        os.close(self._requests)
        self._requests = -1

    def close(self) -> None:
        """Kill it and keep its last output. The zygote sees to the rest."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._end, signal.SIGKILL)
        self._zygote.is_free = True
        while not self.log.flooded and select.select([self._output], [], [], 0)[0]:
            if not self.log.drain(self._output):
                break
        for descriptor in (self._requests, self._replies, self._output, self._end):
            if descriptor >= 0:
                os.close(descriptor)

    def end_in_words(self) -> str:
        """How a process ended that has: for its author, who may find nothing in the log."""
        status = self._zygote.end().status
        if status < 0:
            return f"killed by signal {-status} ({signal.strsignal(-status)})"
        return f"with exit status {status}"

    def _threads(self) -> list[int]:
        try:
            return [int(task.name) for task in Path(f"/proc/{self._pid}/task").iterdir()]
        except OSError:
            return []

    def _next_line(self, most: int) -> bytes | Trouble | None:
        """The first line of what has been read, if there is one, or what is wrong."""
        end = self._buffer.find(b"\n")
        if end > most or (end < 0 and len(self._buffer) > most):
            return Trouble.TOO_LONG
        if end >= 0:
            line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
            return line
        return Trouble.FLOOD if self.log.flooded else None

    def _wait(self, seconds: float) -> bool:
        """Take what comes first; whether there will be no more answers."""
        ended = False
        for descriptor, _ in self._poll.poll(1000 * seconds):
            if descriptor == self._replies:
                ended = not self._read_replies()
            elif descriptor == self._output:
                self._drain_log()
            else:
                # One that it started may hold its output open: the end of the process counts too.
                self._read_replies()
                ended = True
        return ended

    def _wait_until_writable(self, deadline: float) -> Trouble | None:
        """Wait for room in the request pipe, reading the log so that the bot can go on."""
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
