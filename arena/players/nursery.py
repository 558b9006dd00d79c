"""The worker's end of its zygote: bots' processes are started and ended through it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import msgspec

import arena
from arena.errors import PlatformError
from arena.players.zygote import Fork, Reap
from arena.sandbox.limits import ENVIRONMENT

_BOOT = (
    "import sys; sys.path += sys.argv[3:]; from arena.players.zygote import serve; "
    "serve(int(sys.argv[1]), int(sys.argv[2]))"
)

_IMPORT_PATHS = sorted({str(Path(module.__file__ or "").parents[1]) for module in (arena, msgspec)})

ANSWER_WAIT_S = 20
"""A zygote that takes longer to fork or to reap is given up: something has stopped it."""

_encode = msgspec.json.encode


class Nursery:
    """A zygote that runs while the context is open.

    ``scratch`` is where its bots' working folders are made. Raises PlatformError where the
    zygote has died: then no bot is to blame.
    """

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch.absolute()

    def __enter__(self) -> Nursery:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(ANSWER_WAIT_S)
        with theirs:
            self._process = subprocess.Popen(
                # Neither site nor the user's packages: they cost time and are nobody's business.
                [
                    *(sys.executable, "-S", "-s", "-P", "-B", "-c", _BOOT),
                    *(str(theirs.fileno()), str(os.getpid()), *_IMPORT_PATHS),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd="/",
                env=ENVIRONMENT,
                start_new_session=True,
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._control.close()
        self._process.kill()
        self._process.wait()

    def fork(self, request: Fork, descriptors: Sequence[int]) -> int:
        """Start a child; its process number."""
        return self._ask(_encode(request), descriptors)

    def reap(self, pid: int) -> int:
        """Wait for a child's end; its exit code, negative for a signal."""
        return os.waitstatus_to_exitcode(self._ask(_encode(Reap(pid)), ()))

    def _ask(self, request: bytes, descriptors: Sequence[int]) -> int:
        try:
            socket.send_fds(self._control, [request], descriptors)
            answer = self._control.recv(64)
        except OSError as error:
            raise PlatformError(
                f"the process that starts bots cannot be reached: {error}"
            ) from error
        if not answer:
            raise PlatformError("the process that starts bots has died")
        return int(answer)
