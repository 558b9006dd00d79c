"""What a bot writes to standard output and error: kept for its author, capped and marked."""

from __future__ import annotations

import os

from arena.players.player import MAX_OUTPUT_BYTES

CHUNK = 1 << 16


class OutputLog:
    """The first and the last half of what a bot wrote, as much as the limit allows.

    The end is kept because a traceback stands there.
    """

    def __init__(self, limit_kb: int) -> None:
        self._half = limit_kb * 1024 // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0

    @property
    def flooded(self) -> bool:
        """Whether the bot wrote more than any bot may (protocol §1.2, ``garbage``)."""
        return self._total > MAX_OUTPUT_BYTES

    @property
    def truncated(self) -> bool:
        """Whether something of the middle is missing."""
        return self._total > len(self._head) + len(self._tail)

    def drain(self, descriptor: int) -> bool:
        """Read what is there of a non-blocking pipe; False when it has ended."""
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return True
        self._total += len(chunk)
        room = self._half - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        del self._tail[: -self._half or None]
        return bool(chunk)

    def text(self) -> bytes:
        """What was kept; a line marks the place of what was not."""
        if not self.truncated:
            return bytes(self._head + self._tail)
        missing = self._total - len(self._head) - len(self._tail)
        mark = b"\n... %d bytes left out ...\n" % missing
        return bytes(self._head + mark + self._tail)
