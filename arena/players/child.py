"""The process of a Python bot: loads it, then answers questions until the match has ended.

It is forked from the zygote, which has imported all of this.
"""

from __future__ import annotations

import linecache
import os
import random
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

import msgspec

from arena import seeds
from arena.bot.messages import Answer, Decide, End, Match, Ready
from arena.games.catalogue import GAMES
from arena.players.loading import Bot, action_text, failing_line, load
from arena.sandbox.limits import apply_limits

RAISED = 70
"""Exit status after an exception of the bot."""

OUT_OF_MEMORY = 71
"""Exit status after a MemoryError of the bot."""


def main(requests: int, replies: int, entry: str, memory_mb: int, processor_s: int) -> NoReturn:
    """Play one match over the two descriptors, then end without running the bot's clean-up."""
    status = RAISED
    sys.stdout, sys.stderr = _text_output(1), _text_output(2)
    try:
        apply_limits(memory_mb, processor_s)
        status = _play(os.fdopen(requests, "rb"), replies, entry)
    except MemoryError as error:
        status = OUT_OF_MEMORY
        traceback.clear_frames(error.__traceback__)  # else there is no memory to print it
        _print_traceback(entry)
    except BaseException:  # noqa: BLE001 because a bot may raise anything
        _print_traceback(entry)
    finally:
        os._exit(status)


def _text_output(descriptor: int) -> TextIO:
    """A stream to the log that shows each line at once and takes every text."""
    return open(descriptor, "w", buffering=1, errors="backslashreplace", closefd=False)


def _play(requests: BinaryIO, replies: int, entry: str) -> int:
    match = msgspec.json.decode(requests.readline(), type=Match)
    bot = _load(replies, entry, match)
    view_type = GAMES[match.game].view_type
    decode = msgspec.json.Decoder(Decide[view_type] | End).decode  # type: ignore[valid-type]  # because the game is known only now
    encode = msgspec.json.encode
    os.write(replies, encode(Ready(ready=True)) + b"\n")
    for line in requests:
        message: Decide[Any] | End = decode(line)
        if isinstance(message, End):
            if bot.end is not None:
                bot.end(message.result)
            break
        view = message.view
        view.legal = message.legal
        answer = bot.decide(view)
        text = action_text(answer)
        if text is None:
            sys.stderr.write(f"decide returned {type(answer).__name__}, not an action\n")
            os.write(replies, b'{"id":%d,"action":null}\n' % message.id)
        else:
            os.write(replies, encode(Answer(message.id, text)) + b"\n")
    return 0


def _load(replies: int, entry: str, match: Match) -> Bot:
    """Load the bot, or say why not and raise again."""
    path = Path(entry)
    file = path.name
    sys.path.append(str(path.parent))
    random.seed(seeds.python_seed(match.seed))
    try:
        return load(path, match)
    except BaseException as error:
        problem = f"{type(error).__name__}: {error}"[:1000]
        line = failing_line(error, file)
        report = Ready(ready=False, problem=problem, file=file, line=line)
        os.write(replies, msgspec.json.encode(report) + b"\n")
        raise


def _print_traceback(entry: str) -> None:
    """Print the exception from the bot's own lines on; the bot knows its file by name alone."""
    file = Path(entry).name
    linecache.cache[file] = (0, None, linecache.getlines(entry), file)
    kind, error, trace = sys.exc_info()
    own = trace
    while own is not None and own.tb_frame.f_code.co_filename != file:
        own = own.tb_next
    traceback.print_exception(kind, error, own or trace)
