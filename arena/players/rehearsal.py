"""A zygote goes through a match with a bot of the arena's own before it forks the first child.

The interpreter remembers what it has looked up and rewrites the code that it has run a few times.
Done once in the zygote, every child has it; done in each child, it costs as much as its fork.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from types import CodeType

import msgspec

from arena.bot.messages import Decide, End, Match, MatchLimits
from arena.games.catalogue import GAMES
from arena.players import child
from arena.players.loading import MODULE_NAME

QUESTIONS = 24
"""So often is code run before the interpreter has settled on how to run it."""

SEED = "0" * 32
PLAYERS = 2
SOURCE = """
class Bot:
    def __init__(self, match):
        self.match = match

    def decide(self, view):
        return view.legal[0]
"""


class Understudy:
    """Stands in for a bot's own modules."""

    entry = "bot.py"

    def entry_code(self) -> CodeType:
        """The code of a bot of the arena's own."""
        return compile(SOURCE, self.entry, "exec", dont_inherit=True)


def rehearse() -> None:
    """Play a match of each game over pipes, in this very process; leaves nothing behind."""
    for name in GAMES:
        requests, asking = os.pipe()  # which are child.REQUESTS and child.REPLIES
        os.write(asking, b"".join(_messages(name)))
        os.dup2(os.open(os.devnull, os.O_WRONLY), child.REPLIES)
        child.answer(Understudy())
        os.closerange(requests, child.LOG + 1)
    del sys.modules[MODULE_NAME]


def _messages(name: str) -> Iterator[bytes]:
    """The lines of a match that goes on until it is over or ``QUESTIONS`` are asked."""
    game = GAMES[name]
    names = [f"seat {seat}" for seat in range(PLAYERS)]
    limits = MatchLimits(100, 5000, 256)
    match = Match(
        game=name, seat=0, players=PLAYERS, seed=SEED, names=names, deck=None, limits=limits
    )
    yield msgspec.json.encode(match) + b"\n"
    state = game.start(SEED, PLAYERS, None)
    asked = 0
    while (seat := game.to_move(state)) is not None:
        legal = game.legal(state)
        if asked < QUESTIONS:
            asked += 1
            view = game.view(state, seat, [])
            texts = [game.write(action) for action in legal]
            yield msgspec.json.encode(Decide(asked, view, texts)) + b"\n"
        game.apply(state, legal[-1])
    yield msgspec.json.encode(End(game.result(state), 0)) + b"\n"
