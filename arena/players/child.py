"""The process of a bot in one match: it is confined, plays, and ends with the match.

It is forked from the zygote, which has imported all of this and compiled the bot's code.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import traceback
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NoReturn

import msgspec

from arena import seeds
from arena.bot.messages import Decide, End, Match, Ready
from arena.games.catalogue import GAMES
from arena.players.loading import Bot, action_text, failing_line, load
from arena.players.own_modules import OwnModules
from arena.sandbox import landlock
from arena.sandbox.lifeline import die_with, hear_signals_again
from arena.sandbox.limits import ENVIRONMENT, limit_processor_time
from arena.sandbox.putting_on import Filter

RAISED = 70
"""Exit status after an exception of the bot."""

OUT_OF_MEMORY = 71
"""Exit status after a MemoryError of the bot."""

CANNOT_EXECUTE = 72
"""Exit status where a program bot's command could not be executed."""

REQUESTS, REPLIES, LOG = 3, 4, 5
"""Where the zygote's datagram has put the descriptors."""

_CHUNK = 1 << 14
_SEEDED_BITS = 32
"""NumPy's old generator takes so many of the seed."""


class Confinement(msgspec.Struct, frozen=True):
    """What a child puts on before it runs the bot; made by its zygote, from the level's policy."""

    zygote: int
    processor_s: int
    ruleset: int | None
    filter: Filter | None

    def put_on(self) -> None:
        """Keep the descriptors 0 to 4 alone, and give up what the zygote still had."""
        os.dup2(LOG, 1)
        os.dup2(LOG, 2)
        self._enter(first_to_close=LOG)

    def put_on_program(self) -> None:
        """The same for a program, which speaks on its standard input and output."""
        os.dup2(REQUESTS, 0)
        os.dup2(REPLIES, 1)
        os.dup2(LOG, 2)
        self._enter(first_to_close=REQUESTS)

    def _enter(self, first_to_close: int) -> None:
        die_with(self.zygote)
        hear_signals_again()
        limit_processor_time(self.processor_s)
        if self.ruleset is not None:
            landlock.enter(self.ruleset)
        os.closerange(first_to_close, 64)
        if self.filter is not None:
            self.filter.put_on()


def play_program(confinement: Confinement, command: list[str]) -> NoReturn:
    """Become the program, which speaks the protocol itself."""
    try:
        confinement.put_on_program()
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
        status = _play(own)
    except MemoryError as error:
        status = OUT_OF_MEMORY
        traceback.clear_frames(error.__traceback__)  # else there is no memory to print it
        _print_traceback(own)
    except BaseException:  # noqa: BLE001 because a bot may raise anything
        _print_traceback(own)
    finally:
        os._exit(status)


def _play(own: OwnModules) -> int:
    requests = _lines()
    match = _decode_match(next(requests))
    gc.enable()
    bot = _load(own, match)
    decode = _decoders[match.game]
    os.write(REPLIES, _READY)
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
_READY = msgspec.json.encode(Ready(ready=True)) + b"\n"


def _lines() -> Iterator[bytes]:
    """The requests, line by line, until there are no more."""
    rest = b""
    while chunk := os.read(REQUESTS, _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def _load(own: OwnModules, match: Match) -> Bot:
    """Load the bot, or say why not and raise again."""
    seed = seeds.python_seed(match.seed)
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % (1 << _SEEDED_BITS))
    try:
        return load(own.entry_code(), own.entry, match)
    except BaseException as error:
        file = PurePosixPath(own.entry).name
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
