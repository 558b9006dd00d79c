"""The arena's room in a Dask worker: zygotes and bots' files, kept from task to task."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from distributed import Worker, WorkerPlugin

from arena.cluster.likeness import Likeness, differences, likeness
from arena.cluster.messages import (
    Asked,
    Body,
    Done,
    Failed,
    Missing,
    Told,
    Unfit,
    decode_body,
    sittings,
    with_entries,
)
from arena.cluster.unpacked import Unpacked
from arena.errors import BotError, PlatformError
from arena.match.block import play_block
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level

FOLDER = "arena-bots"
"""In the worker's own folder, which Dask removes, also that of a worker that was killed."""


class Room(WorkerPlugin):
    """A plugin, since it must be torn down when its worker ends."""

    def setup(self, worker: Worker) -> None:
        """Called by Dask when the room is added."""
        self._folder = Path(worker.local_directory) / FOLDER
        self._unpacked = Unpacked(self._folder)
        self._likeness: dict[Level, Likeness] = {}
        """By the level that was asked for: to try one takes some time."""
        self._held = ExitStack()
        self._nursery: Nursery | None = None
        self._packages: list[str] = []
        self._halted: set[str] = set()
        self._closing = False

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 because Dask calls it so
        """Called by Dask when the worker ends, in another thread than its tasks."""
        self._closing = True
        self._held.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def halt(self, run: str) -> None:
        """Begin no further match of a run; called in another thread than tasks."""
        self._halted.add(run)

    def answer(self, asked: Asked) -> Told:
        """Play what is asked for, if this worker is one that can."""
        try:
            found = self._found(asked.likeness.sandbox)
        except PlatformError as error:
            return Unfit(str(error))
        if unlike := differences(asked.likeness, found):
            return Unfit(", ".join(unlike))
        body = decode_body(asked.body)
        try:
            self._unpacked.add(body.files)
            versions = [sitting.entrant.version for sitting in sittings(body.order)]
            if missing := self._unpacked.missing(versions):
                return Missing(missing)
            return self._play(asked, body)
        except BotError as error:  # whose program is not here: other workers have it
            return Unfit(str(error))
        except (PlatformError, OSError) as error:
            self._close_nursery()
            self._unpacked.forget_lost()
            return Failed(str(error))

    def _play(self, asked: Asked, body: Body) -> Told:
        nursery = self._nursery_for(asked.likeness.sandbox, body.packages)
        order = with_entries(
            body.order, lambda sitting, _: str(self._unpacked.entry(sitting.entrant.version))
        )
        block = play_block(order, nursery, lambda: self._closing or asked.run in self._halted)
        return Failed("it is ending") if self._closing else Done(block)

    def _found(self, level: Level) -> Likeness:
        if level not in self._likeness:
            self._likeness[level] = likeness(choose(level))
        return self._likeness[level]

    def _nursery_for(self, level: Level, packages: Sequence[str]) -> Nursery:
        """The nursery, made anew for another coordinator's league where that needs it."""
        wanted = (level, [*packages])
        if self._nursery is None or wanted != (self._nursery.level, self._packages):
            self._close_nursery()
            self._packages = [*packages]
            self._nursery = self._held.enter_context(Nursery(level, self._packages))
        return self._nursery

    def _close_nursery(self) -> None:
        self._held.close()
        self._nursery = None
