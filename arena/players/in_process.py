"""A Python bot in this very process: fast, without any limit, for code that one trusts."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena import seeds
from arena.bot.messages import End, Match
from arena.plan import Limits
from arena.players.loading import Bot, action_text, failing_line, load
from arena.players.player import Failure, PlayerLog, failure
from arena.records import FaultKind


class InProcessPlayer:
    """A seat played by calls. The bot sees the same views and the same ``random`` as elsewhere.

    Its faults are those that a call can show; clocks and memory are not watched.
    """

    starts_last = False

    def __init__(self, entry: Path, match: Match, limits: Limits) -> None:
        self._entry = entry
        self._match = match
        self._limits = limits
        self._bot: Bot | None = None
        self._random = random.Random(seeds.python_seed(match.seed)).getstate()

    def start(self) -> Failure | None:
        """Execute the bot's file anew."""
        folder = str(self._entry.parent)
        sys.path.append(folder)
        try:
            with _Random(self):
                code = compile(
                    self._entry.read_bytes(), self._entry.name, "exec", dont_inherit=True
                )
                self._bot = load(code, str(self._entry), self._match)
        except (Exception, SystemExit) as error:  # noqa: BLE001 because a bot may raise anything
            line = failing_line(error, self._entry.name)
            return self._failure(FaultKind.STARTUP, f"{self._entry.name}:{line}: {error!r}")
        finally:
            sys.path.remove(folder)
        return None

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        """Call ``decide`` with a view whose lists are the bot's to change."""
        if self._bot is None:
            raise AssertionError("a bot is started before it is asked")
        view.legal = list(legal)
        try:
            with _Random(self):
                text = action_text(self._bot.decide(view))
        except MemoryError:
            return self._failure(FaultKind.MEMORY, "")
        except (Exception, SystemExit):  # noqa: BLE001 because a bot may raise anything
            return self._failure(FaultKind.CRASH, traceback.format_exc())
        if text is None:
            return self._failure(FaultKind.GARBAGE, "decide returned no action")
        return text

    def end(self, message: End) -> None:
        """Call the bot's ``end``; what it raises is nobody's business any more."""
        if self._bot is not None and self._bot.end is not None:
            try:
                with _Random(self):
                    self._bot.end(message.result)
            except (Exception, SystemExit):  # noqa: BLE001 because a bot may raise anything
                traceback.print_exc()

    def close(self) -> PlayerLog:
        """Forget the bot; what it printed went where this process prints."""
        self._bot = None
        return PlayerLog()

    def _failure(self, kind: FaultKind, measured: str) -> Failure:
        return failure(kind, self._limits, measured)


class _Random:
    """While open, the ``random`` module is the bot's own."""

    def __init__(self, player: InProcessPlayer) -> None:
        self._player = player

    def __enter__(self) -> None:
        self._ours = random.getstate()
        random.setstate(self._player._random)  # noqa: SLF001 because it is its other half

    def __exit__(self, *_: object) -> None:
        self._player._random = random.getstate()  # noqa: SLF001 because it is its other half
        random.setstate(self._ours)
