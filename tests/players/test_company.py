"""A program that uses the processor while it is not asked takes it from nobody who is."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match.block import BlockOrder, MatchOrder, Sitting, play_block
from arena.match.referee import PlayedMatch
from arena.plan import Entrant, Fixture, Limits
from arena.players.files import keep, read_bot
from arena.players.nursery import Nursery
from arena.records import FaultKind
from arena.sandbox.levels import Level

BURNER = Path(__file__).with_name("burner.c")
SLOW_TO_LOAD = """
import time

while time.process_time() < 0.5:
    pass

def decide(view):
    return view.legal[0]
"""
SLEEP_S = 1.2
SLEEPS_ONCE = f"""
import time

asked = 0

def decide(view):
    global asked
    asked += 1
    if asked == 3:
        time.sleep({SLEEP_S})
    return view.legal[0]
"""


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    """One whose bots share a processor, as those of a worker do."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        with Nursery(Level.STRONG) as opened:
            yield opened
    finally:
        os.sched_setaffinity(0, before)


@pytest.fixture(scope="module")
def burner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The executable of ``burner.c``; .ci/run installs a compiler where there is none."""
    made = tmp_path_factory.mktemp("burner") / "bot"
    subprocess.run(
        ["gcc", "-Wall", "-Wextra", "-Werror", "-O1", "-pthread", "-o", made, BURNER], check=True
    )
    return made


def played(nursery: Nursery, folder: Path, bots: list[Path], limits: Limits) -> PlayedMatch:
    """One match of these bots, as a worker plays it."""
    sittings = []
    for seat, source in enumerate(bots):
        bot = read_bot(source)
        entrant = Entrant(name=f"bot {seat}", number=1, version=bot.version)
        entry = keep(bot, folder / "kept")
        sittings.append(Sitting(entrant=entrant, entry=str(entry), seed=f"{seat}" * 32))
    fixture = Fixture(
        wave=0,
        round=1,
        line_up="all",
        deal=0,
        seating=0,
        seats=[sitting.entrant.name for sitting in sittings],
        place="all/0",
    )
    order = BlockOrder(
        game="ten-1",
        deck=None,
        limits=limits,
        reveal_names=False,
        charged=[f"{sitting.entrant.name}@1" for sitting in sittings] + fixture.seats,
        matches=[MatchOrder(fixture=fixture, seed="0" * 32, sittings=sittings)],
    )
    (finished,) = play_block(order, nursery, lambda: False).finished
    return finished.played


def source(folder: Path, name: str, text: str) -> Path:
    """The folder of a bot in one file."""
    made = folder / name
    made.mkdir()
    (made / "bot.py").write_text(text)
    return made


def program(folder: Path, burner: Path, when: str) -> Path:
    """The folder of a program that burns then."""
    made = folder / f"burns {when}"
    made.mkdir()
    shutil.copy(burner, made / "bot")
    (made / "bot.toml").write_text(f'command = ["./bot", "{when}"]\n')
    return made


def test_others_start_undisturbed(nursery: Nursery, tmp_path: Path, burner: Path) -> None:
    burning = program(tmp_path, burner, "before")
    slow = source(tmp_path, "slow", SLOW_TO_LOAD)
    limits = Limits(startup_ms=1500, match_ms=4000)
    record = played(nursery, tmp_path, [burning, burning, burning, slow], limits).record
    assert {(fault.seat, fault.fault) for fault in record.faults} == {
        (seat, FaultKind.STARTUP) for seat in (0, 1, 2)
    }


@pytest.mark.parametrize("others", [1, 2])
def test_while_one_is_slow_the_others_stand_still(
    nursery: Nursery, tmp_path: Path, burner: Path, others: int
) -> None:
    burning = program(tmp_path, burner, "between")
    slow = source(tmp_path, "slow", SLEEPS_ONCE)
    limits = Limits(decision_ms=100, match_ms=60_000)
    match = played(nursery, tmp_path, [*[burning] * others, slow], limits)
    assert [] == match.record.faults, match.logs
    for log in match.logs[:others]:
        used_s = [float(line) for line in log.text.split()]
        assert len(used_s) > 3
        assert max(used_s) < SLEEP_S / 2
