"""Every fault that can be told apart without the kernel's help, blamed on the right seat (§1.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games.ten.game import TEN
from arena.match.replay import check
from arena.plan import Limits
from arena.players.nursery import Nursery
from arena.players.player import fault_detail
from arena.records import FaultKind
from tests.players.making import QUICK, play_files, write_bot, write_rogue

HONEST = "def decide(view):\n    return view.legal[0]\n"

FAULTS = {
    "raises at import": FaultKind.STARTUP,
    "raises at start": FaultKind.STARTUP,
    "exits at import": FaultKind.STARTUP,
    "sleeps at import": FaultKind.STARTUP,
    "spins at import": FaultKind.STARTUP,
    "answers at import": FaultKind.STARTUP,
    "raises": FaultKind.CRASH,
    "stays": FaultKind.CRASH,
    "exits": FaultKind.CRASH,
    "recurses": FaultKind.CRASH,
    "crashes": FaultKind.CRASH,
    "killed by its alarm": FaultKind.CRASH,
    "forks and leaves": FaultKind.CRASH,
    "closes and sleeps": FaultKind.CLOSED,
    "spins": FaultKind.TIMEOUT,
    "raises endlessly": FaultKind.TIMEOUT,
    "eats memory and goes on": FaultKind.TIMEOUT,
    "sleeps": FaultKind.STALL,
    "drips": FaultKind.STALL,
    "ignores signals and sleeps": FaultKind.STALL,
    "writes half": FaultKind.STALL,
    "floods the log": FaultKind.GARBAGE,
    "answers twice": FaultKind.GARBAGE,
    "writes no JSON": FaultKind.GARBAGE,
    "writes invalid UTF-8": FaultKind.GARBAGE,
    "writes another id": FaultKind.GARBAGE,
    "writes a long line": FaultKind.GARBAGE,
    "writes a list": FaultKind.GARBAGE,
    "writes more keys": FaultKind.GARBAGE,
    "writes deep nesting": FaultKind.GARBAGE,
    "writes a long number": FaultKind.GARBAGE,
    "writes true": FaultKind.GARBAGE,
    "writes NaN": FaultKind.GARBAGE,
    "returns nothing": FaultKind.GARBAGE,
    "returns a number": FaultKind.GARBAGE,
    "returns a surrogate": FaultKind.GARBAGE,
    "returns no action": FaultKind.ILLEGAL,
    "returns an empty text": FaultKind.ILLEGAL,
    "returns a currency payment": FaultKind.ILLEGAL,
    "returns take of nothing": FaultKind.ILLEGAL,
}


@pytest.mark.parametrize(("flag", "expected"), FAULTS.items(), ids=FAULTS)
def test_a_fault_costs_its_bot_alone(
    nursery: Nursery, folder: Path, flag: str, expected: FaultKind
) -> None:
    honest = write_bot(folder, "honest", HONEST)
    seat = list(FAULTS).index(flag) % 3
    files = [honest, honest]
    files.insert(seat, write_rogue(folder, flag))

    played = play_files(nursery, files)

    assert 1 == len(played.record.faults), played.logs
    (fault,) = played.record.faults
    assert (seat, expected) == (fault.seat, fault.fault), played.logs[seat]
    assert fault.move == 0 or played.record.moves[fault.move][0] == seat
    assert played.record.result.places[seat] == 3
    check(played.record, TEN)


def test_hitting_the_memory_limit(nursery: Nursery, folder: Path) -> None:
    roomy = Limits(decision_ms=5000, match_ms=20_000, memory_mb=128)
    played = play_files(nursery, [write_rogue(folder, "eats memory")], limits=roomy)
    (fault,) = played.record.faults
    assert FaultKind.MEMORY == fault.fault, played.logs
    assert b"MemoryError" in played.logs[0].text


@pytest.mark.parametrize("flag", ["honest", "spins at the end", "raises at the end"])
def test_no_fault(nursery: Nursery, folder: Path, flag: str) -> None:
    played = play_files(nursery, [write_rogue(folder, flag)] * 2)
    assert [] == played.record.faults


@pytest.mark.parametrize("kind", [*FaultKind])
def test_a_sentence_names_the_limit(kind: FaultKind) -> None:
    assert fault_detail(kind, QUICK)


def test_details_do_not_depend_on_what_was_measured(nursery: Nursery, folder: Path) -> None:
    for flag, expected in FAULTS.items():
        if expected is FaultKind.TIMEOUT:
            first, second = (
                play_files(nursery, [write_rogue(folder, flag)] * 2).record for _ in range(2)
            )
            assert first == second
