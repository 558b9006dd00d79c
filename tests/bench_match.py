"""The path of a match: a question and its answer, and a bot's process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from arena.bot.messages import Answer, Decide
from arena.match.block import start_message
from arena.match.single import own_seeds
from arena.plan import Limits
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from arena.players.player import Failure
from arena.players.sandboxed import SandboxedPlayer
from tests.bench_making import GAME, SEATS, SEED, write_bots
from tests.bench_shares import shares
from tests.bench_speed import Speed, one_core, quickest
from tests.bench_trace import Asked, trace

LIMITS = Limits(match_ms=600_000)
"""A bot is asked far more often here than in a match."""

ASKED, STARTED = 50, 2
"""How many there are in a window."""

MANY, SOME = 400, 100
"""Windows of microseconds, and of milliseconds."""


def match_path() -> Iterator[Speed]:
    """A question, a bot's process, and where the time of a match goes."""
    level = choose().level
    with one_core(), TemporaryDirectory() as folder, Nursery(level) as nursery:
        entries = [*write_bots(Path(folder)).values()]
        yield from _question(nursery, entries)
        yield from _start(nursery, entries[0])
        yield from shares(nursery, entries)


def _player(nursery: Nursery, entry: Path) -> SandboxedPlayer:
    names = [f"seat {seat}" for seat in range(SEATS)]
    seed = own_seeds(SEED, SEATS)[0]
    return SandboxedPlayer(
        nursery, entry, start_message(GAME, None, LIMITS, seat=0, seed=seed, names=names), LIMITS
    )


def _started(nursery: Nursery, entry: Path) -> SandboxedPlayer:
    player = _player(nursery, entry)
    _refuse(player.start())
    return player


def _refuse(answer: str | Failure | None) -> None:
    """A bot that fails makes every figure meaningless."""
    if isinstance(answer, Failure):
        raise AssertionError(f"{answer.detail}: {answer.measured}")


def _question(nursery: Nursery, entries: list[Path]) -> Iterator[Speed]:
    """The question of middle length in a match, and its answer."""
    questions = sorted(trace(entries, SEED).asked, key=lambda asked: len(_question_of(asked)))
    typical = questions[len(questions) // 2]
    question, answer = _question_of(typical), _answer_to(typical)
    player = _started(nursery, entries[0])

    def ask() -> None:
        for _ in range(ASKED):
            _refuse(player.ask(typical.view, typical.legal))

    try:
        with _echo(len(question), answer) as echoed:
            asked_s, echoed_s = quickest(MANY, ask, lambda: echoed(question))
    finally:
        player.close()
    speed = Speed(f"question and answer, sandbox {nursery.level}", asked_s / ASKED * 1e6, "µs", 22)
    yield speed
    sizes = f"bare pipes, {len(question)} and {len(answer)} bytes"
    yield speed.beside(sizes, echoed_s / ASKED * 1e6)


def _question_of(asked: Asked) -> bytes:
    return msgspec.json.encode(Decide[Any](1, asked.view, asked.legal)) + b"\n"


def _answer_to(asked: Asked) -> bytes:
    return msgspec.json.encode(Answer(1, asked.answer)) + b"\n"


@contextmanager
def _echo(question_bytes: int, answer: bytes) -> Iterator[Callable[[bytes], None]]:
    """A forked process that answers a window of messages over pipes and does nothing else."""
    requests, asking = os.pipe()
    answers, replies = os.pipe()
    child = os.fork()
    if not child:
        os.close(asking)
        while os.read(requests, question_bytes):
            os.write(replies, answer)
        os._exit(0)

    def window(question: bytes) -> None:
        for _ in range(ASKED):
            os.write(asking, question)
            os.read(answers, len(answer))

    try:
        yield window
    finally:
        for descriptor in (requests, asking, answers, replies):
            os.close(descriptor)
        os.waitpid(child, 0)


def _start(nursery: Nursery, entry: Path) -> Iterator[Speed]:
    """A bot ready in a fresh process, and gone."""

    def start() -> None:
        for _ in range(STARTED):
            _started(nursery, entry).close()

    def fork() -> None:
        for _ in range(STARTED):
            if child := os.fork():
                os.waitpid(child, 0)
            else:
                os._exit(0)

    def interpreter() -> None:
        subprocess.run([sys.executable, "-S", "-c", "pass"], check=True)

    started_s, forked_s, run_s = quickest(SOME, start, fork, interpreter)
    speed = Speed("a bot ready in a fresh process, and gone", started_s / STARTED * 1e3, "ms", 1.5)
    yield speed
    yield speed.beside("fork, exit, wait of this process", forked_s / STARTED * 1e3)
    yield speed.beside("python -S -c pass", run_s * 1e3)
