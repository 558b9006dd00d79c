"""A Python bot in a process of its own, asked by the messages of bot protocol 1."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_never

import msgspec

from arena.bot.messages import MAX_ANSWER_BYTES, Answer, Decide, End, Match, Ready
from arena.plan import Limits
from arena.players.nursery import Nursery
from arena.players.player import Failure, PlayerLog, failure, stall_ms
from arena.players.process import BotProcess, Trouble
from arena.records import FaultKind
from arena.sandbox.limits import processor_seconds

_encode = msgspec.json.encode
_decode_answer = msgspec.json.Decoder(Answer).decode
_decode_ready = msgspec.json.Decoder(Ready).decode


class PythonPlayer:
    """A seat played by a bot's file in a fresh process.

    The process is started at once, so that the bots of a table start side by side; ``start``
    waits for it.
    """

    def __init__(self, nursery: Nursery, entry: Path, match: Match, limits: Limits) -> None:
        """``entry`` is the bot's file as registered."""
        self.readiness: Ready | None = None
        """What the process said when it had loaded the bot, or failed to."""
        self._limits = limits
        self._ready_at = 0.0
        self._question = 0
        self._told_result = False
        self._deadline = time.monotonic() + limits.startup_ms / 1000
        self._process = BotProcess(
            nursery,
            entry,
            limits.memory_mb,
            processor_seconds(limits.match_ms),
            limits.log_kb,
        )
        self._untold = self._process.send(_encode(match) + b"\n", self._deadline)

    def start(self) -> Failure | None:
        """Wait until the bot has been imported and made; everything wrong here is ``startup``."""
        answer = self._untold or self._receive(self._deadline, float("inf"))
        if isinstance(answer, Trouble):
            return self._failure(FaultKind.STARTUP, self._told(answer))
        try:
            self.readiness = _decode_ready(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return self._failure(FaultKind.STARTUP, f"wrote on its answer pipe: {error}")
        if not self.readiness.ready:
            return self._failure(FaultKind.STARTUP, loading_problem(self.readiness))
        self._ready_at = self._process.processor_time()
        return None

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        """Ask for a decision, within the processor time that is left."""
        began = self._process.processor_time()
        allowed = min(
            began + self._limits.decision_ms / 1000,
            self._ready_at + self._limits.match_ms / 1000,
        )
        if began > allowed:
            return self._failure(FaultKind.TIMEOUT, self._usage(began))
        if self._process.spoke_unasked():
            return self._failure(FaultKind.GARBAGE, "it wrote before it was asked")
        self._question += 1
        question = _encode(Decide(self._question, view, list(legal))) + b"\n"
        deadline = time.monotonic() + stall_ms(self._limits) / 1000
        answer = self._process.send(question, deadline) or self._receive(deadline, allowed)
        if isinstance(answer, Trouble):
            return self._failure(_fault(answer), f"{self._told(answer)}; {self._usage(began)}")
        if self._process.processor_time() > allowed:
            return self._failure(FaultKind.TIMEOUT, self._usage(began))
        return self._read(answer)

    def end(self, message: End) -> None:
        """Send the result; ``close`` gives the bot a moment to look at it."""
        self._process.send(_encode(message) + b"\n", time.monotonic())
        self._told_result = True

    def close(self) -> PlayerLog:
        """End the process and everything it started."""
        if self._told_result:
            self._process.await_end()
        self._process.close()
        return PlayerLog(self._process.log.text(), self._process.log.truncated)

    def _receive(self, deadline: float, processor_limit: float) -> bytes | Trouble:
        return self._process.receive(deadline, processor_limit, MAX_ANSWER_BYTES)

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
        if trouble is Trouble.ENDED:
            return f"{sentence}, {self._process.end_in_words()}"
        return sentence

    def _failure(self, kind: FaultKind, measured: str) -> Failure:
        return failure(kind, self._limits, measured)

    def _usage(self, began: float) -> str:
        used = self._process.processor_time()
        return (
            f"processor time: {1000 * (used - began):.0f} ms for this decision, "
            f"{1000 * (used - self._ready_at):.0f} ms in the match"
        )


def loading_problem(readiness: Ready) -> str:
    """Where and why a bot could not be loaded, as an author reads it."""
    place = f"{readiness.file}:{readiness.line}" if readiness.line else readiness.file
    return f"{place}: {readiness.problem}"


def _fault(trouble: Trouble) -> FaultKind:
    """The fault that a trouble is, when a decision was asked for (protocol §1.2)."""
    match trouble:
        case Trouble.ENDED:
            return FaultKind.CRASH
        case Trouble.OUT_OF_MEMORY:
            return FaultKind.MEMORY
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
        case Trouble.ENDED:
            return "its process ended"
        case Trouble.OUT_OF_MEMORY:
            return "it ran out of memory"
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
