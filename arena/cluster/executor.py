"""Plays blocks on the workers of a Dask cluster, through Dask's own executor."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from pathlib import Path
from typing import NamedTuple, assert_never

import msgspec
from distributed import Client, KilledWorker

from arena.cluster.checking import check_block
from arena.cluster.crew import MOST_FAILURES, Crew, Hand
from arena.cluster.likeness import likeness
from arena.cluster.messages import (
    Asked,
    Body,
    Done,
    Failed,
    Missing,
    Unfit,
    decode_told,
    encode,
    sittings,
    with_entries,
)
from arena.cluster.sampling import Sample
from arena.cluster.task import play_bytes
from arena.errors import RecordError, excerpt
from arena.match.block import BlockOrder, PlayedBlock
from arena.match.working import LostBlock, Outcome
from arena.plan import FixtureKey
from arena.players.files import kept_files
from arena.players.nursery import Nursery
from arena.players.player import stall_ms
from arena.sandbox.levels import Sandbox

LOOK_AROUND_S = 0.5
"""How often the coordinator looks up while workers play, and who they are."""

AWAKE_S = 10.0
"""A longer time between two looks is this process's own: it was stopped, or the machine was."""

IN_FLIGHT = 2
"""Blocks that a worker has at a time: one that it plays, one for when that has ended."""

SLACK_S = 60
"""For zygotes to start, and for what travels."""

LATE_ANSWERS = 300
"""Answers of a match that may each take as long as is allowed; `make bench` plays one of 233."""


def longest_s(order: BlockOrder) -> float:
    """After how many seconds a block must have been played, however slow its bots are."""
    limits = order.limits
    seats = sum(len(match.sittings) for match in order.matches)
    of_bots = seats * (limits.startup_ms + limits.match_ms)
    return SLACK_S + (of_bots + len(order.matches) * LATE_ANSWERS * stall_ms(limits)) / 1000


class Task(NamedTuple):
    """A block that a worker has been sent, with the files of these versions."""

    hand: Hand
    order: BlockOrder
    sent: set[str]


class Cluster:
    """Plays on whatever workers there are; the season is the same as if played here."""

    def __init__(
        self,
        client: Client,
        scheduler: str,
        *,
        sandbox: Sandbox,
        packages: Sequence[str],
        stopped: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        """``tell`` is told in sentences which workers are not used, and why."""
        self._crew = Crew(client, scheduler, tell)
        self._likeness = likeness(sandbox)
        self._packages = [*packages]
        self._stopped = stopped
        self._sample = Sample(lambda: Nursery(sandbox.level, packages))
        self._run = secrets.token_hex(8)
        self._halted = False
        self._looked_at = 0.0
        self._due: deque[BlockOrder] = deque()
        """What is to be sent out next: the next order, or what has come to nothing."""
        self._lost_with: dict[FixtureKey, set[str]] = {}
        """With which workers, by address, a match came to nothing."""
        self._sent: dict[Future[bytes], Task] = {}

    def play(self, orders: Iterable[BlockOrder], *, alone: bool = False) -> Iterator[Outcome]:
        """Play the blocks side by side, or one after another.

        Raises ClusterError when the scheduler has gone, or when no worker is left.
        """
        left = iter(orders)
        outcomes: list[Outcome] = []
        try:
            while True:
                self._halt_if_stopped()
                yield from self._look()
                self._send_out(left, alone=alone)
                # Only now, so that the workers go on while the outcomes are looked at.
                yield from outcomes
                outcomes.clear()
                if not self._sent and (self._halted or not self._due):
                    break
                for future in wait(self._sent, LOOK_AROUND_S, FIRST_COMPLETED).done:
                    outcome = self._heard(future)
                    if isinstance(outcome, PlayedBlock) and not outcome.void:
                        outcomes.append(outcome)
                    elif outcome is not None:  # which changes what is ordered next
                        yield outcome
                if not self._sent and not self._crew.hands:
                    time.sleep(LOOK_AROUND_S)
        finally:
            self._sample.close()
            for hand in self._crew.hands.values():
                self._take_back(hand)
            self._due.clear()

    def _halt_if_stopped(self) -> None:
        if self._stopped() and not self._halted:
            self._halted = True
            self._crew.halt(self._run)

    def _look(self) -> Iterator[LostBlock]:
        """Look from time to time who is there; what was played by those who have gone is lost."""
        passed_s = time.monotonic() - self._looked_at
        if passed_s < LOOK_AROUND_S:
            return
        gone = self._crew.look()
        self._looked_at = time.monotonic()
        for hand in gone:
            yield from self._gone(hand, f"its worker {hand.address} has gone")
        for hand in [hand for hand in self._crew.hands.values() if hand.orders]:
            hand.waited_s += min(passed_s, AWAKE_S)
            most_s = longest_s(hand.orders[0])
            if hand.waited_s > most_s:
                minutes = f"{most_s / 60:.0f} minutes"
                yield from self._gone(hand, f"worker {hand.address} gave no answer in {minutes}")
                self._crew.refuse(hand.address, f"it has been at one block for {minutes}")

    def _gone(self, hand: Hand, reason: str) -> Iterator[LostBlock]:
        orders = self._take_back(hand)
        if orders:  # of which it played the first; the others had not been begun
            self._due.extendleft(reversed(orders[1:]))
            yield self._lost(hand, orders[0], reason)

    def _send_out(self, left: Iterator[BlockOrder], *, alone: bool) -> None:
        most = 1 if alone else IN_FLIGHT
        while not self._halted and not (alone and self._sent):
            if not self._due and (order := next(left, None)):
                self._due.append(order)
            if not self._due:
                return
            free = [hand for hand in self._fit_for(self._due[0]) if len(hand.orders) < most]
            if not free:
                return
            self._send(min(free, key=lambda hand: len(hand.orders)), self._due.popleft())

    def _fit_for(self, order: BlockOrder) -> list[Hand]:
        """All workers, but for those with which it was lost before if there are others."""
        hands = [*self._crew.hands.values()]
        lost_with = {
            address
            for match in order.matches
            for address in self._lost_with.get(match.fixture.key, ())
        }
        return [hand for hand in hands if hand.address not in lost_with] or hands

    def _send(self, hand: Hand, order: BlockOrder) -> None:
        files = []
        for sitting in sittings(order):
            version = sitting.entrant.version
            if sitting.entry is not None and version not in hand.versions:
                hand.versions.add(version)
                files.append(kept_files(Path(sitting.entry).parents[1], version))
        body = Body(
            order=with_entries(order, lambda _, entry: Path(entry).name),
            packages=self._packages,
            files=files,
        )
        asked = Asked(likeness=self._likeness, run=self._run, body=msgspec.Raw(encode(body)))
        future = hand.executor.submit(play_bytes, encode(asked))
        hand.orders.append(order)
        if len(hand.orders) == 1:
            hand.waited_s = 0.0
        self._sent[future] = Task(hand, order, {one.version for one in files})

    def _take_back(self, hand: Hand) -> list[BlockOrder]:
        """What a worker has been sent and has not answered; its answers are not heard any more."""
        orders = [*hand.orders]
        hand.orders.clear()
        for future in [future for future, task in self._sent.items() if task.hand is hand]:
            future.cancel()
            del self._sent[future]
        return orders

    def _refuse(self, hand: Hand, reason: str) -> None:
        self._crew.refuse(hand.address, reason)
        self._due.extendleft(reversed(self._take_back(hand)))

    def _lost(self, hand: Hand, order: BlockOrder, reason: str) -> LostBlock:
        for match in order.matches:
            self._lost_with.setdefault(match.fixture.key, set()).add(hand.address)
        return LostBlock(order, excerpt(reason))

    def _heard(self, future: Future[bytes]) -> Outcome | None:
        """What has become of a block; None if it is to be sent out again."""
        if future not in self._sent:  # since its worker was refused just now
            return None
        task = self._sent.pop(future)
        hand, order, _ = task
        hand.orders.remove(order)
        hand.waited_s = 0.0
        try:
            error = future.exception()
        except CancelledError:  # by Dask, when it loses its scheduler
            self._due.appendleft(order)
            return None
        if isinstance(error, KilledWorker):
            return self._lost(hand, order, f"its worker {hand.address} was killed")
        if error is not None:
            self._due.appendleft(order)
            self._refuse(hand, f"{type(error).__name__}: {error}")
            return None
        return self._told(task, future.result())

    def _told(self, task: Task, answer: bytes) -> Outcome | None:
        hand, order, sent = task
        try:
            told = decode_told(answer)
        except (msgspec.DecodeError, TypeError, RecursionError) as error:
            told = Unfit(f"its answer is none: {error}")
        match told:
            case Done(block):
                return self._checked(hand, order, block)
            case Failed(reason):
                self._count_failure(hand, reason)
                return self._lost(hand, order, f"worker {hand.address}: {reason}")
            case Missing(versions):
                self._due.appendleft(order)
                were_there = versions and {*versions} <= hand.versions - sent
                hand.versions -= {*versions}
                if not were_there:  # else somebody has removed them, and they are sent again
                    self._count_failure(hand, "it does not keep the bots' files")
            case Unfit(reason):
                self._due.appendleft(order)
                self._refuse(hand, reason)
            case _:
                assert_never(told)
        return None

    def _checked(self, hand: Hand, order: BlockOrder, block: PlayedBlock) -> Outcome:
        try:
            check_block(block, order, halted=self._halted)
            self._sample.check(block, order)
        except RecordError as error:
            self._refuse(hand, f"what it told of a block does not hold: {error}")
            return self._lost(hand, order, f"what worker {hand.address} told of it does not hold")
        hand.failures = 0
        return block

    def _count_failure(self, hand: Hand, reason: str) -> None:
        hand.failures += 1
        if hand.failures >= MOST_FAILURES:
            self._refuse(hand, reason)
