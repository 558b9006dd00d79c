"""A worker or a zygote that dies takes along what it was playing, and nothing else."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from arena.season.loop import Progress
from tests.season.making import BOTS, write_league
from tests.season.playing import outcome, play_league, processes

ASKED = "decide(view):\n"
SLOW = {
    name: "import time\n" + source.replace(ASKED, f"{ASKED}    time.sleep(0.003)\n")
    for name, source in BOTS.items()
}

WORKER, ZYGOTE = b"multiprocessing.spawn", b"arena.players.zygote"


def parent_of(pid: int) -> int:
    """0 for a process that is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def below_this(command: bytes) -> Iterator[int]:
    """Processes that this one has started, also through others, with this in their command."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pid = above = int(process.name)
            while above and above != os.getpid():
                above = parent_of(above)
            if above and command in (process / "cmdline").read_bytes():
                yield pid


@contextmanager
def killing(
    victims: Callable[[], Iterable[int]], times: int, after_s: float = 0.6
) -> Iterator[list[int]]:
    """Kill such processes as they come to play, so many of them; whom it has killed."""
    killed: list[int] = []
    others = set(victims())
    over = Event()

    def kill() -> None:
        while not over.wait(0.02) and len(killed) < times:
            for pid in victims():
                if pid not in others and len(killed) < times and not over.wait(after_s):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)
                        others.add(pid)

    thread = Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> object:
    league = write_league(tmp_path_factory.mktemp("unbroken"), SLOW)
    play_league(league)
    return outcome(league)


def workers() -> list[int]:
    return list(below_this(WORKER))


def zygotes() -> list[int]:
    """Those that a worker has started; a child of a zygote looks like it."""
    started = set(workers())
    return [pid for pid in below_this(ZYGOTE) if parent_of(pid) in started]


@pytest.mark.parametrize("victims", [workers, zygotes])
def test_what_a_dead_process_was_playing_is_played_again(
    tmp_path: Path, victims: Callable[[], list[int]], unbroken: object
) -> None:
    league = write_league(tmp_path, SLOW)
    told: list[Progress] = []
    with killing(victims, times=1) as killed:
        assert [] == play_league(league, processes(2), tell=told.append)
    assert 1 == len(killed)
    assert 1 == len([progress.lost for progress in told if progress.lost])
    assert unbroken == outcome(league)


def bots() -> list[int]:
    """In a world of their own: below one that a zygote has started there."""
    started = set(zygotes())
    return [pid for pid in below_this(ZYGOTE) if parent_of(parent_of(pid)) in started]


def test_the_first_time_that_a_bot_is_killed_is_void(tmp_path: Path, unbroken: object) -> None:
    league = write_league(tmp_path, SLOW)
    told: list[Progress] = []
    with killing(bots, times=1, after_s=0.05) as killed:
        assert [] == play_league(league, processes(2), tell=told.append)
    assert 1 == len(killed)
    (void,) = [progress.void for progress in told if progress.void]
    assert 1 == len(void.silent)
    assert unbroken == outcome(league)


def test_a_match_that_costs_two_workers_is_left_unplayed(tmp_path: Path) -> None:
    league = write_league(tmp_path, SLOW, deals=1)
    told: list[Progress] = []

    def next_victims() -> list[int]:
        """A worker of a block; then, when all other blocks are done, one of a match alone."""
        others_left = told[-1].played < 9 if told else True
        return [] if others_left and any(step.lost for step in told) else workers()

    with killing(next_victims, times=2):
        (failure,) = play_league(league, processes(1), tell=told.append)
    (lost,) = [progress.lost for progress in told if progress.lost]
    assert [failure] == [progress.failure for progress in told if progress.failure]
    assert ["its process was killed"] * 2 == failure.reasons
    assert failure.match.fixture in [match.fixture for match in lost.order.matches]
    records, _ = outcome(league)
    assert 11 == len(records), "all others are played"


def test_nothing_is_left_running(tmp_path: Path) -> None:
    others = {*below_this(WORKER), *below_this(ZYGOTE)}
    play_league(write_league(tmp_path), processes(2))
    deadline = time.monotonic() + 5
    left = others
    while time.monotonic() < deadline:
        left = {*below_this(WORKER), *below_this(ZYGOTE)} - others
        if not left:
            return
        time.sleep(0.05)
    assert not left
