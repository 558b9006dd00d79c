"""A bot's code: compiled from its source, executed as a module of its own, asked through calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

from arena.bot.messages import Match

MODULE_NAME = "bot"


class Bot:
    """A loaded bot: what to call when it is asked, and when the match has ended."""

    def __init__(self, decide: Callable[[Any], Any], end: Callable[[Any], Any] | None) -> None:
        self.decide = decide
        self.end = end


def load(code: CodeType, file: str, match: Match) -> Bot:
    """Execute the code of a bot's file and make its player for a match (protocol §1).

    Raises whatever the bot raises; TypeError if it has neither ``Bot`` with ``decide`` nor a
    function ``decide``.
    """
    module = ModuleType(MODULE_NAME)
    module.__file__ = file
    sys.modules[MODULE_NAME] = module
    exec(code, module.__dict__)
    maker = getattr(module, "Bot", None)
    if maker is None:
        decide = getattr(module, "decide", None)
        if not callable(decide):
            raise TypeError("the file has no class Bot and no function decide(view)")
        return Bot(decide, None)
    if not callable(getattr(maker, "decide", None)):
        raise TypeError("class Bot has no method decide(self, view)")
    bot = maker(match) if maker.__init__ is not object.__init__ else maker()
    return Bot(bot.decide, getattr(bot, "end", None))


def action_text(answer: object) -> str | None:
    """What ``decide`` returned, as the text of an action; None for what cannot be one."""
    if not isinstance(answer, str) and not type(answer).__module__.startswith("arena."):
        return None
    text = str(answer)
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text


def failing_line(error: BaseException, file: str) -> int:
    """The line of the bot's file at which an exception left it, 0 if it never was there."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
