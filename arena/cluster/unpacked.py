"""Bots' files on a worker: unpacked once, under their hash, in a folder that goes with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.errors import BotError
from arena.players.files import BotFiles, keep, kept_files


class Unpacked:
    """The bots whose files this worker has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._entries: dict[str, Path] = {}

    def add(self, bots: Iterable[BotFiles]) -> None:
        """Unpack bots that are not here yet. Raises BotError if one is not as it was sent."""
        for files in bots:
            version = files.version
            if version not in self._entries:
                self._entries[version] = keep(files, self._folder)

    def missing(self, versions: Iterable[str]) -> list[str]:
        """Those that are not here."""
        return sorted(set(versions) - self._entries.keys())

    def forget_lost(self) -> None:
        """Forget those whose files are not as they were, so that they are missing."""
        for version in [*self._entries]:
            try:
                kept_files(self._folder, version)
            except BotError:
                del self._entries[version]

    def entry(self, version: str) -> Path:
        """The file of a version to run."""
        return self._entries[version]
