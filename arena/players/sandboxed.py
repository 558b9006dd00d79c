"""A bot in a process of its own, asked by the messages of bot protocol 1."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_never

import msgspec

from arena.bot.messages import MAX_ANSWER_BYTES, Answer, Decide, End, Match, Ready
from arena.plan import Limits
from arena.players.company import Company
from arena.players.nursery import Nursery
from arena.players.player import Failure, PlayerLog, failure, stall_ms
from arena.players.process import BotProcess, Trouble
from arena.records import FaultKind
from arena.sandbox.levels import Level

_encode = msgspec.json.encode
_decode_answer = msgspec.json.Decoder(Answer).decode
_decode_ready = msgspec.json.Decoder(Ready).decode

BY_MACHINE = {Trouble.SILENT, Trouble.KILLED}
"""What a busy machine may bring about, one out of memory, or whoever administers it."""

MOST_THREADS = 256
"""A program with more at the end of a decision is taken to fill the machine's memory with them."""

SLOW_START = 1 / 4
"""A program that has needed so much of its time to start is slow."""

LOOK_AGAIN_S = 0.001
"""How often to look whether a program has read its start message."""


class SandboxedPlayer:
    """A seat played by a bot's file, or its program, in a fresh confined process.

    A Python bot begins to load at once, side by side with others; ``start`` waits for it. Raises
    PlatformError where the zygote fails: then no bot is to blame.
    """

    def __init__(
        self,
        nursery: Nursery,
        entry: Path,
        match: Match,
        limits: Limits,
        company: Company | None = None,
    ) -> None:
        """``entry`` is the bot's Python file, or its ``bot.toml``, in its snapshot.

        ``company`` are the programs at its table.
        """
        orders = nursery.orders(entry, limits)
        self.readiness: Ready | None = None
        """What the process of a Python bot said when it had loaded the bot, or failed to."""
        self._limits = limits
        self._decision_s = limits.decision_ms / 1000
        self._match_s = limits.match_ms / 1000
        self._stall_s = stall_ms(limits) / 1000
        self._memory = limits.memory_mb << 20
        self._is_program = self.starts_last = bool(orders.command)
        self._may_have_threads = self._is_program or orders.level is Level.NONE
        self._ready_at = 0.0
        self._match_until = 0.0
        """What its clock of processor time may show, from its start on."""
        self._question = 0
        self._told_result = False
        self._match = _encode(match) + b"\n"
        self._process = BotProcess(nursery.zygote(entry, limits), orders.processor_s, limits.log_kb)
        self._company = company or Company()
        if self._is_program:
            self._company.join(self._process)
        self._untold: Trouble | None = None
        self._deadline = 0.0
        if not self._is_program:
            self._tell_match()

    def start(self) -> Failure | None:
        """Wait until the bot has been loaded and made; everything wrong here is ``startup``.

        A program begins only now, when those before it are ready.
        """
        if self._is_program:
            self._tell_match()
        trouble = self._untold or (
            self._await_reading() if self._is_program else self._await_readiness()
        )
        if trouble is None:
            self._ready_at = self._process.processor_time()
            self._match_until = self._ready_at + self._match_s
            return None
        told = trouble if isinstance(trouble, str) else self._told(trouble)
        return self._failure(FaultKind.STARTUP, told, by_machine=trouble in BY_MACHINE)

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        """Ask for a decision, within the processor time that is left."""
        process = self._process
        began = process.processor_time()
        allowed = min(began + self._decision_s, self._match_until)
        if began > allowed:
            return self._failure(FaultKind.TIMEOUT, self._usage(began))
        if process.spoke_unasked():
            return self._failure(FaultKind.GARBAGE, "it wrote before it was asked")
        self._question += 1
        question = _encode(Decide(self._question, view, list(legal))) + b"\n"
        asked = time.monotonic()
        deadline = asked + self._stall_s
        answer = process.send(question, deadline) or process.receive(
            deadline, allowed, MAX_ANSWER_BYTES, self._when_slow
        )
        if isinstance(answer, Trouble):
            return self._failure(
                _fault(answer),
                f"{self._told(answer)}; {self._usage(began)}",
                by_machine=answer in BY_MACHINE,
            )
        # One thread cannot have used more than the time that has passed.
        if (
            self._may_have_threads or began + time.monotonic() - asked > allowed
        ) and process.processor_time() > allowed:
            return self._failure(FaultKind.TIMEOUT, self._usage(began))
        if self._is_program and (failed := self._excess()):
            return failed
        return self._read(answer)

    def end(self, message: End) -> None:
        """Send the result to a bot that awaits it; ``close`` gives it a moment to look at it."""
        if self._is_program or (self.readiness is not None and self.readiness.awaits_end):
            self._process.send(_encode(message) + b"\n", time.monotonic())
            self._told_result = True

    def close(self) -> PlayerLog:
        """End the process and everything it started."""
        if self._told_result:
            self._process.send_no_more()
            self._process.await_end()
        self._process.close()
        return PlayerLog(self._process.log.text(), self._process.log.truncated)

    def _tell_match(self) -> None:
        self._deadline = time.monotonic() + self._limits.startup_ms / 1000
        self._untold = self._process.send(self._match, self._deadline)

    def _when_slow(self, slow_s: float) -> None:
        self._company.make_way(self._process, slow_s)

    def _excess(self) -> Failure | None:
        """What a program holds beyond what the kernel's limits count."""
        memory, threads = self._process.holds()
        if memory > self._memory:
            return self._failure(FaultKind.MEMORY, f"it held {memory / 2**20:.0f} MB")
        if threads > MOST_THREADS:
            return self._failure(FaultKind.MEMORY, f"it had {threads} threads")
        return None

    def _await_readiness(self) -> Trouble | str | None:
        """Wait for the word of the Python adapter; what went wrong."""
        answer = self._process.receive(self._deadline, float("inf"), MAX_ANSWER_BYTES)
        if isinstance(answer, Trouble):
            return answer
        try:
            self.readiness = _decode_ready(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return f"wrote on its answer pipe: {error}"
        return None if self.readiness.ready else loading_problem(self.readiness)

    def _await_reading(self) -> Trouble | None:
        """A program is ready when it has read its start message, or has ended."""
        process, began = self._process, time.monotonic()
        slow_at = began + self._limits.startup_ms / 1000 * SLOW_START
        while not process.has_read_everything():
            if process.await_end(wait_s=LOOK_AGAIN_S):
                return process.how_it_ended()
            now = time.monotonic()
            if now > self._deadline:
                return Trouble.SILENT
            if now > slow_at:
                self._when_slow(now - began)
        return None

    def _read(self, line: bytes) -> str | Failure:
        try:
            answer = _decode_answer(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return self._failure(FaultKind.GARBAGE, f"{error}; it wrote {line[:200]!r}")
        if answer.id != self._question:
            return self._failure(
                FaultKind.GARBAGE, f"answered id {answer.id}, asked was {self._question}"
            )
        return answer.action

    def _told(self, trouble: Trouble) -> str:
        sentence = _sentence(trouble)
        if trouble in {Trouble.ENDED, Trouble.KILLED}:
            return f"{sentence}, {self._process.end_in_words()}"
        return sentence

    def _failure(self, kind: FaultKind, measured: str, *, by_machine: bool = False) -> Failure:
        return failure(kind, self._limits, measured, by_machine=by_machine)

    def _usage(self, began: float) -> str:
        used = self._process.processor_time()
        return (
            f"processor time: {1000 * max(0, used - began):.0f} ms for this decision, "
            f"{1000 * max(0, used - self._ready_at):.0f} ms in the match"
        )


def loading_problem(readiness: Ready) -> str:
    """Where and why a bot could not be loaded, as an author reads it."""
    place = f"{readiness.file}:{readiness.line}" if readiness.line else readiness.file
    return f"{place}: {readiness.problem}"


def _fault(trouble: Trouble) -> FaultKind:
    """The fault that a trouble is, when a decision was asked for (protocol §1.2)."""
    match trouble:
        case Trouble.ENDED | Trouble.KILLED:
            return FaultKind.CRASH
        case Trouble.OUT_OF_MEMORY:
            return FaultKind.MEMORY
        case Trouble.FORBIDDEN_CALL:
            return FaultKind.SANDBOX
        case Trouble.CLOSED:
            return FaultKind.CLOSED
        case Trouble.PROCESSOR_TIME:
            return FaultKind.TIMEOUT
        case Trouble.SILENT:
            return FaultKind.STALL
        case Trouble.TOO_LONG | Trouble.FLOOD:
            return FaultKind.GARBAGE
        case _:
            assert_never(trouble)


def _sentence(trouble: Trouble) -> str:
    match trouble:
        case Trouble.ENDED | Trouble.KILLED:
            return "its process ended"
        case Trouble.OUT_OF_MEMORY:
            return "it ran out of memory"
        case Trouble.FORBIDDEN_CALL:
            return "it made a system call that no bot may make"
        case Trouble.CLOSED:
            return "it closed its output and went on"
        case Trouble.PROCESSOR_TIME:
            return "it used up its processor time"
        case Trouble.SILENT:
            return "it was silent"
        case Trouble.TOO_LONG:
            return "it wrote a line without end"
        case Trouble.FLOOD:
            return "it wrote megabytes of output"
        case _:
            assert_never(trouble)
