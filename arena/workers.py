"""Who plays the blocks: this process, or one process for each core.

Both take orders one by one and give results as they come, in whatever order. The season does not
depend on it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Self, TypeAlias

import msgspec

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

GARBAGE_THRESHOLD = 50_000
"""New objects after which a worker looks for cycles: a few times a second."""

MakeNursery: TypeAlias = Callable[[], Nursery]
"""Makes a worker's nursery, in the worker's own process."""


class Stop:
    """Whether to come to an end: nothing more is begun, what is being played is finished."""

    def __init__(self) -> None:
        self._is_set = False

    def __call__(self) -> bool:
        """Whether it has been set."""
        return self._is_set

    def set(self) -> None:
        """Come to an end."""
        self._is_set = True


class Serial:
    """Plays in this process; only the bots have processes of their own."""

    def __init__(self, nursery: MakeNursery, stop: Stop) -> None:
        self._nursery = nursery
        self._stop = stop

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:  # noqa: ARG002 because here every block is played alone
        """Play one block after another."""
        with _Player(self._nursery) as player:
            for order in orders:
                if self._stop():
                    break
                try:
                    yield player.play(order, self._stop)
                except PlatformError as error:
                    yield LostBlock(order, str(error))


class Processes:
    """Plays in ``count`` processes, each pinned to one of the cores that this one may use."""

    def __init__(self, count: int, nursery: MakeNursery, stop: Stop) -> None:
        self._nursery = nursery
        self._stop = stop
        cores = sorted(os.sched_getaffinity(0))
        self._cores = [cores[worker % len(cores)] for worker in range(count)]

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:
        """Play the blocks side by side, or one after another."""
        left = iter(orders)
        cores = self._cores[:1] if alone else self._cores
        idle = [_Slot(core, self._nursery) for core in cores]
        busy: dict[object, tuple[_Slot, BlockOrder]] = {}
        outcomes: list[Outcome] = []
        stopping = False
        try:
            while True:
                if self._stop() and not stopping:
                    stopping = True
                    for slot, _ in busy.values():
                        slot.stop()
                while idle and not stopping and (order := next(left, None)):
                    slot = idle.pop()
                    slot.begin(order)
                    busy[slot.pipe] = (slot, order)
                # Only now, so that the workers go on while the outcomes are looked at.
                yield from outcomes
                outcomes.clear()
                if not busy:
                    break
                for ready in wait([slot.pipe for slot, _ in busy.values()], LOOK_AROUND_S):
                    slot, order = busy.pop(ready)
                    outcome = slot.outcome(order)
                    idle.append(slot)
                    if isinstance(outcome, PlayedBlock) and not outcome.void:
                        outcomes.append(outcome)
                    else:  # which changes what is ordered next
                        yield outcome
        finally:
            for slot in [*idle, *(slot for slot, _ in busy.values())]:
                slot.close()


class _Failed(msgspec.Struct, frozen=True, tag=True):
    """A block that the platform has spoilt, as a worker tells it."""

    reason: str


class _Done(msgspec.Struct, frozen=True, tag=True):
    """A block that was played, as a worker tells it."""

    block: PlayedBlock


_encode = msgspec.msgpack.encode
_decode_order = msgspec.msgpack.Decoder(BlockOrder).decode
_decode_report = msgspec.msgpack.Decoder(_Done | _Failed).decode

_STOP = b""
"""Instead of an order: play no further match of the one that has been sent."""


class _Slot:
    """A core and the process that plays there, which starts with its first block.

    They talk over a pipe and share nothing else: whichever dies, the other sees its end.
    """

    def __init__(self, core: int, nursery: MakeNursery) -> None:
        self._settings = (core, nursery, os.getpid())
        self._process: BaseProcess | None = None

    def begin(self, order: BlockOrder) -> None:
        """Have a block played; its outcome will be in the pipe."""
        if self._process is None:
            spawn = multiprocessing.get_context("spawn")
            self.pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=_work, args=(theirs, *self._settings), daemon=True)
            with starting_deaf_processes():
                self._process.start()
            theirs.close()
        with suppress(OSError):  # where it has died, which is seen when its outcome is read
            self.pipe.send_bytes(_encode(order))

    def stop(self) -> None:
        """Have it begin no further match."""
        with suppress(OSError):
            self.pipe.send_bytes(_STOP)

    def outcome(self, order: BlockOrder) -> Outcome:
        """What has become of a block; a process that has failed is replaced by the next one."""
        try:
            report = _decode_report(self.pipe.recv_bytes())
        except (EOFError, OSError):
            report = _Failed("its process was killed")
        if isinstance(report, _Done):
            return report.block
        self.close()
        return LostBlock(order, report.reason)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
            self.pipe.close()


class _Player:
    """What plays blocks: a nursery, replaced when it has failed."""

    def __init__(self, nursery: MakeNursery) -> None:
        self._make_nursery = nursery
        self._held = ExitStack()
        self._nursery: Nursery | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def play(self, order: BlockOrder, stopped: Callable[[], bool]) -> PlayedBlock:
        """Play a block. Raises PlatformError, also for what the system refuses."""
        try:
            if self._nursery is None:
                self._nursery = self._held.enter_context(self._make_nursery())
            return play_block(order, self._nursery, stopped)
        except (PlatformError, OSError) as error:
            self._held.close()
            self._nursery = None
            raise PlatformError(str(error)) from error


def _work(orders: Connection, core: int, nursery: MakeNursery, coordinator: int) -> None:
    """Play what is ordered until there is nobody who orders; in a process of its own."""
    die_with(coordinator)
    leave_stopping_to_the_coordinator()
    os.sched_setaffinity(0, {core})
    # What a match makes is gone when it ends; to look through it again and again finds nothing.
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    with _Player(nursery) as player:
        while True:
            try:
                message = orders.recv_bytes()
            except EOFError:
                return
            if message == _STOP:
                continue
            try:
                report: _Done | _Failed = _Done(player.play(_decode_order(message), orders.poll))
            except PlatformError as error:
                report = _Failed(str(error))
            orders.send_bytes(_encode(report))
