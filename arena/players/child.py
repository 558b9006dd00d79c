"""The process of a bot in one match: it is confined, plays, and ends with the match.

It is forked from the zygote, which has imported all of this and compiled the bot's code.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import struct
import sys
import traceback
from collections.abc import Iterator
from pathlib import PurePosixPath
from types import CodeType
from typing import Any, NoReturn, Protocol

import msgspec

from arena import seeds
from arena.bot.messages import Decide, End, Match, Ready
from arena.games.catalogue import GAMES
from arena.players.loading import Bot, action_text, failing_line, load
from arena.players.own_modules import OwnModules
from arena.sandbox.confinement import Confinement
from arena.sandbox.limits import ENVIRONMENT

RAISED = 70
"""Exit status after an exception of the bot."""

OUT_OF_MEMORY = 71
"""Exit status after a MemoryError of the bot."""

CANNOT_EXECUTE = 72
"""Exit status where a program bot's command could not be executed."""

REQUESTS, REPLIES, LOG, NOTHING = 3, 4, 5, 6
"""Where the zygote's datagram has put the descriptors."""

BROUGHT = struct.pack("=iiii", REQUESTS, REPLIES, LOG, NOTHING)
"""The same, as the datagram tells it."""

DESCRIPTORS = ((NOTHING, 0), (LOG, 1), (LOG, 2))
PROGRAMS_DESCRIPTORS = ((REQUESTS, 0), (REPLIES, 1), (LOG, 2))
"""What is found where: a program speaks on its standard input and output."""

_CHUNK = 1 << 14
_SEEDED_BITS = 32
"""NumPy's old generator takes so many of the seed."""


def play_program(confinement: Confinement, command: list[str]) -> NoReturn:
    """Become the program, which speaks the protocol itself."""
    try:
        confinement.put_on()
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execve(command[0], command, ENVIRONMENT)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be executed: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_EXECUTE)


def play(confinement: Confinement, own: OwnModules) -> NoReturn:
    """Play one match with a Python bot, then end without running the bot's clean-up."""
    status = RAISED
    try:
        confinement.put_on()
        own.be_found()
        status = answer(own)
    except MemoryError as error:
        status = OUT_OF_MEMORY
        traceback.clear_frames(error.__traceback__)  # else there is no memory to print it
        _print_traceback(own)
    except BaseException:  # noqa: BLE001 because a bot may raise anything
        _print_traceback(own)
    finally:
        os._exit(status)


class Code(Protocol):
    """The code of a bot's file, and that file's name."""

    @property
    def entry(self) -> str:
        """The file, in the working folder."""

    def entry_code(self) -> CodeType:
        """Its code. Raises what compiling it raises."""


def answer(code: Code) -> int:
    """Load a bot, answer what is asked until the match has ended; the exit status."""
    requests = _lines()
    match = _decode_match(next(requests))
    gc.enable()
    bot = _load(code, match)
    decode = _decoders[match.game]
    os.write(REPLIES, _READY_FOR_THE_END if bot.end else _READY)
    for line in requests:
        message: Decide[Any] | End = decode(line)
        if isinstance(message, End):
            if bot.end is not None:
                bot.end(message.result)
            break
        view = message.view
        view.legal = message.legal
        chosen = bot.decide(view)
        text = action_text(chosen)
        if text is None:
            what = "a text that is not UTF-8" if isinstance(chosen, str) else type(chosen).__name__
            sys.stderr.write(f"decide returned {what}, not an action\n")
            os.write(REPLIES, b'{"id":%d,"action":null}\n' % message.id)
        else:
            os.write(REPLIES, b'{"id":%d,"action":%b}\n' % (message.id, _encode(text)))
    return 0


# Made in the zygote, once: working out what a type means takes longer than a match's fork.
_decoders = {
    name: msgspec.json.Decoder(Decide[game.view_type] | End).decode  # type: ignore[name-defined]  # because a view's type is known to its game alone
    for name, game in GAMES.items()
}
_decode_match = msgspec.json.Decoder(Match).decode
_encode = msgspec.json.encode
_seed_random = super(random.Random, random.seed.__self__).seed  # type: ignore[attr-defined]  # because it is a bound method, not the function that typeshed has
"""What ``random.seed`` calls; its own part undoes what no child has done yet, and takes longer."""

_READY = msgspec.json.encode(Ready(ready=True)) + b"\n"
_READY_FOR_THE_END = msgspec.json.encode(Ready(ready=True, awaits_end=True)) + b"\n"


def _lines() -> Iterator[bytes]:
    """The requests, line by line, until there are no more."""
    rest = b""
    while chunk := os.read(REQUESTS, _CHUNK):
        if not rest and chunk.find(b"\n") == len(chunk) - 1:
            yield chunk  # one whole line, as nearly always
        else:
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines


def _load(code: Code, match: Match) -> Bot:
    """Load the bot, or say why not and raise again."""
    seed = seeds.python_seed(match.seed)
    _seed_random(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % (1 << _SEEDED_BITS))
    try:
        return load(code.entry_code(), code.entry, match)
    except BaseException as error:
        file = PurePosixPath(code.entry).name
        problem = f"{type(error).__name__}: {error}"[:1000]
        report = Ready(ready=False, problem=problem, file=file, line=failing_line(error, file))
        os.write(REPLIES, msgspec.json.encode(report) + b"\n")
        raise


def _print_traceback(own: OwnModules) -> None:
    """Print the exception from the bot's own lines on."""
    own.show_lines()
    kind, error, trace = sys.exc_info()
    own_trace = trace
    while own_trace is not None and own_trace.tb_frame.f_code.co_filename != own.entry:
        own_trace = own_trace.tb_next
    traceback.print_exception(kind, error, own_trace or trace)
