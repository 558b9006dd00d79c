"""Who plays the blocks: this process, or one process for each core.

Both take orders one by one and give results as they come, in whatever order. The season does not
depend on it.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing.synchronize import Event
from typing import Self, TypeAlias

from arena.errors import PlatformError
from arena.match.block import BlockOrder, PlayedBlock, play_block
from arena.match.working import LostBlock, Outcome
from arena.players.nursery import Nursery
from arena.sandbox.lifeline import (
    die_with,
    leave_stopping_to_the_coordinator,
    starting_deaf_processes,
)

LOOK_AROUND_S = 0.2
"""How often the coordinator looks up while workers play."""

TRIES = 2
"""A block whose worker dies is played again once; whoever kills two workers is left alone."""


MakeNursery: TypeAlias = Callable[[], Nursery]
"""Makes a worker's nursery, in the worker's own process."""


class Stop:
    """Whether to come to an end: nothing more is begun, what is being played is finished."""

    def __init__(self) -> None:
        self._event = multiprocessing.get_context("spawn").Event()

    def __call__(self) -> bool:
        """Whether it has been set, in whichever process."""
        return self._event.is_set()

    def set(self) -> None:
        """Come to an end."""
        self._event.set()

    @property
    def event(self) -> Event:
        """What tells other processes."""
        return self._event


class Serial:
    """Plays in this process; only the bots have processes of their own."""

    def __init__(self, nursery: MakeNursery, stop: Stop) -> None:
        self._nursery = nursery
        self._stop = stop

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:  # noqa: ARG002 because here every block is played alone
        """Play one block after another."""
        with _Worker(self._nursery, self._stop) as worker:
            for order in orders:
                if self._stop():
                    break
                for attempt in range(1, TRIES + 1):
                    try:
                        finished = worker.play(order)
                    except PlatformError as error:
                        yield LostBlock(order, str(error), again=attempt < TRIES)
                    else:
                        yield finished
                        break


class Processes:
    """Plays in ``count`` processes, each pinned to one of the cores that this one may use."""

    def __init__(self, count: int, nursery: MakeNursery, stop: Stop) -> None:
        self._nursery = nursery
        self._stop = stop
        cores = sorted(os.sched_getaffinity(0))
        self._cores = [cores[worker % len(cores)] for worker in range(count)]

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:
        """Play the blocks side by side, or one after another."""
        left = ((order, 1) for order in orders)
        again: list[tuple[BlockOrder, int]] = []
        cores = self._cores[:1] if alone else self._cores
        idle = [_Slot(core, self._nursery, self._stop) for core in cores]
        busy: dict[Future[PlayedBlock], tuple[_Slot, BlockOrder, int]] = {}
        try:
            while True:
                while (
                    idle
                    and not self._stop()
                    and (task := again.pop() if again else next(left, None))
                ):
                    slot = idle.pop()
                    busy[slot.submit(task[0])] = (slot, *task)
                if not busy:
                    break
                for future in wait(busy, LOOK_AROUND_S, FIRST_COMPLETED).done:
                    slot, order, attempt = busy.pop(future)
                    try:
                        outcome: Outcome = future.result()
                    except (BrokenProcessPool, PlatformError) as error:
                        slot.restart()
                        outcome = LostBlock(order, _reason(error), again=attempt < TRIES)
                        if outcome.again:
                            again.append((order, attempt + 1))
                    idle.append(slot)
                    yield outcome
        finally:
            for slot in [*idle, *(slot for slot, _, _ in busy.values())]:
                slot.close()


def _reason(error: Exception) -> str:
    return "its process was killed" if isinstance(error, BrokenProcessPool) else str(error)


class _Slot:
    """A core and the process that plays there: a pool of one, so that a death names its block."""

    def __init__(self, core: int, nursery: MakeNursery, stop: Stop) -> None:
        self._settings = (core, nursery, stop.event, os.getpid())
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, order: BlockOrder) -> Future[PlayedBlock]:
        """Have a block played; the process starts with its first."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin_worker,
                initargs=self._settings,
            )
            with starting_deaf_processes():
                return self._pool.submit(_play_in_worker, order)
        return self._pool.submit(_play_in_worker, order)

    def restart(self) -> None:
        """Give up the process; the next block gets a new one."""
        self.close()
        self._pool = None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):  # noqa: SLF001 because a pool cannot be told to kill before Python 3.14
                process.kill()
            self._pool.shutdown(cancel_futures=True)


class _Worker:
    """What plays blocks: a nursery, replaced when it has failed."""

    def __init__(self, nursery: MakeNursery, stop: Stop | Event) -> None:
        self._make_nursery = nursery
        self._stopped = stop if isinstance(stop, Stop) else stop.is_set
        self._held = ExitStack()
        self._nursery: Nursery | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def play(self, order: BlockOrder) -> PlayedBlock:
        """Play a block. Raises PlatformError, also for what the system refuses."""
        try:
            if self._nursery is None:
                self._nursery = self._held.enter_context(self._make_nursery())
            return play_block(order, self._nursery, self._stopped)
        except (PlatformError, OSError) as error:
            self._held.close()
            self._nursery = None
            raise PlatformError(str(error)) from error


_worker: _Worker | None = None
"""The one of this process; a pool's functions share nothing else."""


def _begin_worker(core: int, nursery: MakeNursery, stop: Event, coordinator: int) -> None:
    """Prepare a process of a pool: it stops when told to, and dies with its coordinator."""
    global _worker  # noqa: PLW0603 because a pool's functions share nothing else
    die_with(coordinator)
    leave_stopping_to_the_coordinator()
    os.sched_setaffinity(0, {core})
    _worker = _Worker(nursery, stop)


def _play_in_worker(order: BlockOrder) -> PlayedBlock:
    if _worker is None:
        raise AssertionError("a pool's process begins with _begin_worker")
    return _worker.play(order)
