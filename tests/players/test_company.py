"""A program that uses the processor while it is not asked takes it from nobody who is."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.games.ten.game import TEN
from arena.match.block import BlockOrder, MatchOrder, Sitting, play_block, start_message
from arena.match.referee import PlayedMatch
from arena.plan import Entrant, Fixture, Limits
from arena.players.company import Company
from arena.players.files import keep, read_bot
from arena.players.nursery import Nursery
from arena.players.sandboxed import SandboxedPlayer
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
SLEEPS = """
import time

def decide(view):
    time.sleep(0.5)
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


def program(folder: Path, burner: Path, when: str, word: str = "") -> Path:
    """The folder of a program that burns then; it is called with a further word."""
    made = folder / f"burns {when} {word}"
    made.mkdir()
    shutil.copy(burner, made / "bot")
    (made / "bot.toml").write_text(f'command = ["./bot", "{when}", "{word}"]\n')
    return made


def test_others_start_undisturbed(nursery: Nursery, tmp_path: Path, burner: Path) -> None:
    burning = program(tmp_path, burner, "before")
    slow = source(tmp_path, "slow", SLOW_TO_LOAD)
    limits = Limits(startup_ms=1500, match_ms=4000)
    record = played(nursery, tmp_path, [burning, burning, burning, slow], limits).record
    assert {(fault.seat, fault.fault) for fault in record.faults} == {
        (seat, FaultKind.STARTUP) for seat in (0, 1, 2)
    }


def policies(word: str) -> list[set[int]]:
    """How the threads of each process that was called with this word are scheduled."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (
                process.name.isdecimal()
                and f"\0{word}\0".encode() in (process / "cmdline").read_bytes()
            ):
                tasks = (process / "task").iterdir()
                found.append({os.sched_getscheduler(int(task.name)) for task in tasks})
    return found


def test_who_is_in_the_way_of_a_slow_one_steps_back(
    nursery: Nursery, tmp_path: Path, burner: Path
) -> None:
    """All its threads, and no other program."""
    limits = Limits(decision_ms=100, match_ms=60_000)
    words = [f"{tmp_path.name} {number}" for number in range(3)]
    folders = [
        program(tmp_path, burner, "between", words[0]),
        program(tmp_path, burner, "never", words[1]),
        program(tmp_path, burner, "between", words[2]),
        source(tmp_path, "slow", SLEEPS),
    ]
    company = Company()
    players = []
    for seat, folder in enumerate(folders):
        message = start_message("ten-1", None, limits, seat=seat, seed="0" * 32, names=[*"abcd"])
        entry = keep(read_bot(folder), tmp_path / "kept")
        players.append(SandboxedPlayer(nursery, entry, message, limits, company))
    try:
        assert [None] * 4 == [player.start() for player in reversed(players)]
        assert [[{os.SCHED_OTHER}]] * 3 == [policies(word) for word in words]
        state = TEN.start("0" * 32, 4, None)
        legal = [TEN.write(action) for action in TEN.legal(state)]
        views = [TEN.view(state, seat, []) for seat in range(4)]
        assert legal[0] == players[0].ask(views[0], legal)
        assert [[{os.SCHED_OTHER}]] * 3 == [policies(word) for word in words]
        assert legal[0] == players[3].ask(views[3], legal)
        assert [[{os.SCHED_IDLE}], [{os.SCHED_OTHER}], [{os.SCHED_IDLE}]] == [
            policies(word) for word in words
        ]
        assert [legal[0]] * 4 == [
            player.ask(view, legal) for player, view in zip(players, views, strict=True)
        ]
    finally:
        for player in players:
            player.close()
