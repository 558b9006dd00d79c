"""Trying what the rogue tries, and judging whether it was held."""

from __future__ import annotations

import marshal
import sys
import time
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from typing import Any, TypeAlias, assert_never

import msgspec

from arena.bot.messages import End, Match, MatchLimits
from arena.errors import ActionError, BotError
from arena.games.ten.game import TEN
from arena.games.ten.state import State
from arena.plan import Limits
from arena.players.files import BotFile, BotFiles, read_bot
from arena.players.player import Failure, Player
from arena.records import FaultKind, Result
from arena.rogues.behaviours import Behaviour, Kind
from arena.rogues.canaries import Canaries, command, descendants, encoded, end
from arena.rogues.sources import SOURCES
from arena.sandbox.levels import Level

BOT = Path(__file__).with_name("bot")
TRIAL_LIMITS = Limits(startup_ms=3000, decision_ms=100, match_ms=500, memory_mb=128, log_kb=8)
BOT_SEED = "0123456789abcdef" * 2
SEAT, SEATS = 0, 2
LONGEST_END_S = 2.0
"""Longer than this nobody waits for a bot that has been told the result."""

ABSENT = "absent"
"""What the rogue says where a machine has nothing of what it attacks."""

LONGEST_DYING_S = 1.0
"""How long a process may take to be gone that has been killed."""

UNCHECKED_HASH = (1).to_bytes(4, "little")
"""The flags of bytecode that has its source's hash, which is not to be looked at (PEP 552)."""

TELLS_WHO_RUNS_IT = b"import os, sys\n\nsys.rogue_ran_in = os.getpid()\n"
NAMES_TESTS = b"def name_tests():\n    import unittest.__main__\n\n\n"
NAMES_CODED = b"def name_coded():\n    import rogue_coded\n\n\n"

Start: TypeAlias = Callable[[BotFiles, Match, Limits], Player]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How one behaviour ended.

    ``known_gap`` is why it is known that it is not held at this level, empty if it should be;
    ``reported`` is what the rogue said of it: ``done``, ``refused``, ``absent``, or nothing.
    """

    behaviour: Behaviour
    contained: bool
    evidence: str
    fault: FaultKind | None = None
    reported: str = ""
    known_gap: str = ""


class Report(msgspec.Struct, frozen=True):
    """What the rogue says in its log."""

    behaviour: str
    outcome: str
    evidence: str


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One match of the rogue, as seen from outside."""

    failure: Failure | None
    report: Report | None
    ended_after_s: float


def try_behaviour(
    behaviour: Behaviour,
    level: Level,
    start: Start,
    canaries: Canaries,
    warm: set[str],
    *,
    program: bool = False,
) -> Outcome:
    """Have the rogue try it, look at what it did, and set everything right again.

    ``start`` makes a player of the rogue's files; ``warm`` are the versions of these for which it
    keeps all it needs already; ``program`` is whether it makes one that speaks the protocol
    itself, which is started without a word.
    """
    files = rogue_files(behaviour)
    try:
        if behaviour.when != "import" and files.version not in warm:
            _warm_up(files, start)
            warm.add(files.version)
        before = descendants()
        trials = [
            _trial(behaviour, files, start, canaries, number) for number in range(behaviour.rounds)
        ]
    except BotError as error:
        return Outcome(behaviour=behaviour, contained=True, evidence=f"refused as a bot: {error}")
    findings = [*canaries.findings(), *_left_over(before, behaviour)]
    if findings:
        canaries.replant()
    complaint = _complaint(behaviour, trials, findings, program=program)
    failed = trials[-1].failure
    report = trials[-1].report
    return Outcome(
        behaviour=behaviour,
        contained=not complaint,
        evidence=complaint or _how_it_was_held(trials[-1]),
        fault=failed.kind if failed else None,
        reported=report.outcome if report else "",
        known_gap=behaviour.gaps.get(level, "") if complaint and not findings else "",
    )


def rogue_files(behaviour: Behaviour) -> BotFiles:
    """The rogue's files: the same for all behaviours but a few."""
    bot = read_bot(BOT)
    files = {file.path: file for file in bot.files}
    if behaviour.name in SOURCES:
        files[bot.entry] = BotFile(bot.entry, False, SOURCES[behaviour.name])
    elif behaviour.when == "import":
        entry = files[bot.entry]
        flagged = f"FLAG = {behaviour.name!r}\n".encode() + entry.content
        files[bot.entry] = BotFile(bot.entry, entry.executable, flagged)
    match behaviour.extra:
        case "bytecode":
            path = f"__pycache__/rogue_twofold.{sys.implementation.cache_tag}.pyc"
            files[path] = BotFile(path, False, _unchecked_bytecode())
        case "json":
            files["json.py"] = BotFile("json.py", False, b'"""No JSON at all."""\n')
        case "module of another system":
            # A module of the library looks for it, to find out on which system it is.
            files["msvcrt.py"] = BotFile("msvcrt.py", False, TELLS_WHO_RUNS_IT)
        case "tests":
            # A module of the library runs all tests beneath the working folder.
            entry = files[bot.entry]
            files[bot.entry] = BotFile(bot.entry, entry.executable, NAMES_TESTS + entry.content)
            files["test_rogue.py"] = BotFile("test_rogue.py", False, TELLS_WHO_RUNS_IT)
        case "codec":
            # Who compiles a source looks for the encoding that it says it is in.
            entry = files[bot.entry]
            files[bot.entry] = BotFile(bot.entry, entry.executable, NAMES_CODED + entry.content)
            files["rogue_coded.py"] = BotFile("rogue_coded.py", False, b"# coding: rogue_code\n")
            path = "encodings/rogue_code.py"
            files[path] = BotFile(path, False, TELLS_WHO_RUNS_IT)
        case None:
            pass
        case _:
            assert_never(behaviour.extra)
    return BotFiles(bot.entry, sorted(files.values(), key=lambda file: file.path))


def _unchecked_bytecode() -> bytes:
    """Bytecode that Python runs without a look at the source beside it."""
    source = b"IS_SOURCE = False\n"
    code = compile(source, "rogue_twofold.py", "exec")
    return MAGIC_NUMBER + UNCHECKED_HASH + source_hash(source) + marshal.dumps(code)


def _match(name: str, facts: dict[str, Any]) -> Match:
    limits = TRIAL_LIMITS
    return Match(
        game=TEN.name,
        seat=SEAT,
        players=SEATS,
        seed=BOT_SEED,
        names=[name, encoded(facts)],
        deck=None,
        limits=MatchLimits(limits.decision_ms, limits.match_ms, limits.memory_mb),
    )


def _warm_up(files: BotFiles, start: Start) -> None:
    """Have whatever is kept from match to match started, so that it is not taken for litter."""
    player = start(files, _match("plays", {"when": "never"}), TRIAL_LIMITS)
    try:
        player.start()
    finally:
        player.close()


def _trial(
    behaviour: Behaviour, files: BotFiles, start: Start, canaries: Canaries, number: int
) -> Trial:
    facts = canaries.facts | {
        "when": behaviour.when,
        "module": behaviour.module,
        "round": number,
    }
    player = start(files, _match(behaviour.name, facts), TRIAL_LIMITS)
    try:
        failure = player.start() or _questions(behaviour, player, canaries.secret)
        if failure is None:
            result = Result(scores=[1, 0], tokens=[0, 0], cards=[0, 0], places=[1, 2])
            player.end(End(result, SEAT))
    finally:
        began = time.monotonic()
        log = player.close()
    return Trial(
        failure=failure,
        report=_report(behaviour.name, log.text),
        ended_after_s=time.monotonic() - began,
    )


def _questions(behaviour: Behaviour, player: Player, secret: str) -> Failure | None:
    """Play on, with the secret for the deck's seed, until the bot fails or has answered."""
    state = TEN.start(secret, SEATS)
    for number in range(behaviour.questions):
        if number:
            time.sleep(behaviour.pause_ms / 1000)
        _play_on(state)
        legal = [TEN.write(action) for action in TEN.legal(state)]
        answer = player.ask(TEN.view(state, SEAT, []), legal)
        if isinstance(answer, Failure):
            return answer
        try:
            TEN.apply(state, TEN.read(answer))
        except ActionError as error:
            return Failure(FaultKind.ILLEGAL, f"{error.reason} (ten-1 §{error.rule})", answer[:200])
    return None


def _play_on(state: State) -> None:
    """Play until the rogue is to decide."""
    while (forced := TEN.forced(state)) is not None or TEN.to_move(state) != SEAT:
        TEN.apply(state, TEN.caretaker(state) if forced is None else forced)


def _report(name: str, log: bytes) -> Report | None:
    for line in reversed(log.splitlines()):
        try:
            report = msgspec.json.decode(line, type=Report)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if report.behaviour == name:
            return report
    return None


def _left_over(before: set[int], behaviour: Behaviour) -> list[str]:
    """End the processes that are still there, and say which they were."""
    if behaviour.when == "import":
        return []  # its files are its own, and so is what is kept for them
    until = time.monotonic() + LONGEST_DYING_S
    while (found := sorted(descendants() - before)) and time.monotonic() < until:
        time.sleep(0.002)
    sentences = [f"process {pid} was left behind ({command(pid)})" for pid in found]
    for pid in found:
        end(pid)
    return sentences


def _complaint(
    behaviour: Behaviour, trials: list[Trial], findings: list[str], *, program: bool
) -> str:
    """What is wrong with how it ended; empty if it was held, or worked if it was to work."""
    if findings:
        return "; ".join(findings)
    match behaviour.kind:
        case Kind.FAULT:
            return _no_fault(behaviour, trials[-1], program=program)
        case Kind.CONTAINED:
            effects = [_effect(behaviour, trial, program=program) for trial in trials]
            return next(filter(None, effects), "")
        case Kind.HONEST:
            return _no_success(trials[-1])
        case Kind.SAME:
            return _difference(trials)
        case _:
            assert_never(behaviour.kind)


def _no_fault(behaviour: Behaviour, trial: Trial, *, program: bool) -> str:
    if trial.report is not None and trial.report.outcome == ABSENT:
        return ""
    if trial.failure is None:
        return f"it went on{_told(trial)}"
    if trial.failure.kind not in _faults(behaviour, program=program):
        return f"its fault was {_failure(trial.failure)}{_told(trial)}"
    return ""


def _no_success(trial: Trial) -> str:
    if trial.failure is not None:
        return f"it failed: {_failure(trial.failure)}"
    if trial.report is None or trial.report.outcome != "done":
        return f"it could not{_told(trial)}"
    return ""


def _difference(trials: list[Trial]) -> str:
    told = [trial.report.evidence if trial.report else "" for trial in trials]
    if not all(told):
        return "it did not tell"
    return "" if len(set(told)) == 1 else f"it told {' and then '.join(told)}"


def _effect(behaviour: Behaviour, trial: Trial, *, program: bool) -> str:
    """What an attack achieved that is to achieve nothing; empty if so."""
    if trial.failure is not None:
        held = trial.failure.kind in _faults(behaviour, program=program)
        return "" if held else f"it failed: {_failure(trial.failure)}{_told(trial)}"
    if trial.ended_after_s > LONGEST_END_S:
        return f"it was waited for {trial.ended_after_s:.1f} s"
    if not behaviour.reports:
        return ""
    if trial.report is None:
        return "it did not say how it went"
    return f"it was done: {trial.report.evidence}" if trial.report.outcome == "done" else ""


def _faults(behaviour: Behaviour, *, program: bool) -> frozenset[FaultKind]:
    """A program is not asked whether it is ready, so its first answer shows that it is not.

    How it ends when it is out of memory is its own business.
    """
    if program and FaultKind.STARTUP in behaviour.faults:
        return frozenset(FaultKind) - {FaultKind.ILLEGAL, FaultKind.SANDBOX}
    if program and FaultKind.MEMORY in behaviour.faults:
        return behaviour.faults | {FaultKind.CRASH}
    return behaviour.faults


def _how_it_was_held(trial: Trial) -> str:
    if trial.failure is not None:
        return _failure(trial.failure)
    if trial.report is not None:
        return trial.report.evidence
    return "it went on"


def _failure(failed: Failure) -> str:
    return f"{failed.kind}: {failed.measured or failed.detail}"


def _told(trial: Trial) -> str:
    return f" ({trial.report.outcome}: {trial.report.evidence})" if trial.report else ""
