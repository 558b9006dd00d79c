"""The workers of a cluster as the coordinator knows them: who there is, and who may play."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress

from distributed import Client

from arena.cluster.address import check_address
from arena.cluster.task import greet, halt
from arena.errors import ClusterError, excerpt
from arena.match.block import BlockOrder

ANSWER_S = 10
"""A scheduler that takes longer to say who its workers are is given up."""

GREETING_S = 2
"""A worker that does not answer so long is asked again: it may be beginning, or dead by now."""

GREETINGS = 5
"""A worker that answers none of so many is refused."""

COMING_S = 30
"""So long there may be no worker at all: one that has died is started again by its nanny."""

REFUSED_S = 5
"""So long there may be only workers that are refused."""

MOST_FAILURES = 3
"""A worker that fails so many times in a row is refused."""


class Hand:
    """A worker that may play, with what it has been sent."""

    def __init__(self, address: str, executor: Executor) -> None:
        self.address = address
        self.executor = executor
        self.versions: set[str] = set()
        """Of the bots whose files it has been sent."""
        self.orders: deque[BlockOrder] = deque()
        """What it has been sent and not yet answered, in the order in which it plays."""
        self.waited_s = 0.0
        """For the first of them, while this process was awake."""
        self.failures = 0


class Crew:
    """The workers at a scheduler, looked for again and again."""

    def __init__(self, client: Client, scheduler: str, tell: Callable[[str], None]) -> None:
        self._client = client
        self._scheduler = scheduler
        self._tell = tell
        self._refused: set[str] = set()
        self._silent: Counter[str] = Counter()
        """How often a worker, by address, has not answered."""
        self._some_at = time.monotonic()
        """When there last was a worker that may play."""
        self._waiting = False
        self.hands: dict[str, Hand] = {}

    def look(self) -> list[Hand]:
        """See who has come; those who have gone, who are no more among the ``hands``.

        Raises ClusterError when nobody is left to play, or when the scheduler has gone.
        """
        try:
            present = self._present()
            gone = [self.hands.pop(address) for address in [*self.hands] if address not in present]
            for hand in gone:
                self._tell(f"Worker {hand.address} has gone.")
            self._refused &= present.keys()
            for address in sorted(present.keys() - self.hands.keys() - self._refused):
                self._admit(address, present[address])
        except (OSError, TimeoutError) as error:
            raise ClusterError(
                f"{self._scheduler}: the scheduler has gone. What has finished is stored; run "
                "again to go on, with another one or without"
            ) from error
        self._see_to_it_that_there_are_some(len(present))
        return gone

    def refuse(self, address: str, reason: str) -> None:
        """Use a worker no more, in this run."""
        told = excerpt(" ".join(reason.split())) or "it does not say why"
        self._tell(f"Worker {address} is not used: {told}.")
        self._refused.add(address)
        self.hands.pop(address, None)

    def halt(self, run: str) -> None:
        """Have all workers begin no further match of a run."""
        with suppress(OSError, TimeoutError):
            self._run(halt, run, workers=[*self.hands])

    def _present(self) -> dict[str, int]:
        """The threads of each worker that the scheduler has, by address; or raises OSError."""
        scheduler = self._client.scheduler
        if scheduler is None or self._client.status != "running":
            raise OSError("the connection has ended")
        known = self._client.sync(scheduler.identity, n_workers=-1, callback_timeout=ANSWER_S)
        return {address: worker["nthreads"] for address, worker in known["workers"].items()}

    def _admit(self, address: str, threads: int) -> None:
        try:
            check_address(address)
        except ClusterError as error:
            self.refuse(address, str(error))
            return
        if threads != 1:
            self.refuse(
                address,
                f"it has {threads} threads, and a bot's time is measured with one; start it by "
                f"`dask worker {self._scheduler} --nthreads 1`",
            )
            return
        # A task that it could not even load would be the end of a worker.
        answer = self._greeted(address)
        if isinstance(answer, OSError):  # a timeout is one
            self._silent[address] += 1
            if self._silent[address] == GREETINGS:
                self.refuse(address, "it does not answer")
        elif isinstance(answer, Exception):
            self.refuse(address, f"it cannot load the arena: {answer}")
        elif answer is not None:  # else it has gone meanwhile
            executor = self._client.get_executor(pure=False, workers=[address])
            self.hands[address] = Hand(address, executor)

    def _greeted(self, address: str) -> object:
        """What a worker answers; the exception why it does not, None if it has gone."""
        try:
            return self._run(greet, workers=[address]).get(address)
        except TimeoutError as error:
            return error

    def _run(
        self, function: Callable[..., object], *arguments: str, workers: list[str]
    ) -> dict[str, object]:
        """What workers answer, by address. Raises TimeoutError if they take too long."""
        answers: dict[str, object] = self._client.sync(
            self._client.run,
            function,
            *arguments,
            workers=workers,
            on_error="return",
            callback_timeout=GREETING_S,
        )
        return answers

    def _see_to_it_that_there_are_some(self, present: int) -> None:
        now = time.monotonic()
        if self.hands:
            self._some_at = now
            self._waiting = False
            return
        if not self._waiting:
            self._waiting = True
            self._tell(f"Waiting for workers at {self._scheduler}.")
        if now - self._some_at > (REFUSED_S if present else COMING_S):
            raise ClusterError(
                f"{self._scheduler}: no worker is left that may play. What has finished is "
                "stored; docs/cluster.md tells how workers are started"
            )
