"""One match outside any league."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from arena import seeds
from arena.bot.messages import Match
from arena.games.catalogue import GAMES
from arena.match.block import start_message
from arena.match.referee import PlayedMatch, Table, play
from arena.plan import Limits
from arena.players.company import Company
from arena.players.in_process import InProcessPlayer
from arena.players.nursery import Nursery
from arena.players.player import Player
from arena.players.sandboxed import SandboxedPlayer
from arena.records import SeatRecord

PLACE = "play"
"""The place from which bots' own seeds are made: the seed of the deal stands for the league's."""


class Contestant(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a seat: a name, the version of the bot's files, and the file to run.

    A person has no file.
    """

    name: str
    version: str
    entry: Path | None


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What a match is played by: those of a league, or the usual ones."""

    game: str
    deck: dict[str, int] | None = None
    limits: Limits = Limits()
    packages: list[str] = []
    reveal_names: bool = False


MakePlayer = Callable[[Path | None, Match, Company], Player]
"""Makes the player of a seat from its file, its start message, and the programs at the table."""


def in_process(limits: Limits) -> MakePlayer:
    """Bots in this very process, for code that one trusts."""
    return lambda entry, match, _: InProcessPlayer(_file(entry), match, limits)


def in_processes(limits: Limits, nursery: Nursery) -> MakePlayer:
    """Bots in processes of their own, within the limits."""
    return lambda entry, match, company: SandboxedPlayer(
        nursery, _file(entry), match, limits, company
    )


def own_seeds(seed: str, players: int) -> list[str]:
    """The bots' own seeds where none are given, by seat."""
    return [seeds.bot_seed(seed, PLACE, 0, seat) for seat in range(players)]


def play_single(
    conditions: Conditions,
    seed: str,
    bot_seeds: Sequence[str],
    contestants: Sequence[Contestant],
    make: MakePlayer,
) -> PlayedMatch:
    """Play one match with the deck of a seed; ``bot_seeds`` are the bots' own, by seat."""
    names = [
        contestant.name if conditions.reveal_names else f"seat {seat}"
        for seat, contestant in enumerate(contestants)
    ]
    company = Company()
    players = []
    for seat, (contestant, own_seed) in enumerate(zip(contestants, bot_seeds, strict=True)):
        match = start_message(
            conditions.game,
            conditions.deck,
            conditions.limits,
            seat=seat,
            seed=own_seed,
            names=names,
        )
        players.append(make(contestant.entry, match, company))
    table = Table(
        seed=seed,
        deck=conditions.deck,
        seats=[SeatRecord(contestant.name, contestant.version) for contestant in contestants],
    )
    return play(GAMES[conditions.game], table, players)


def _file(entry: Path | None) -> Path:
    if entry is None:
        raise AssertionError("a bot has a file")
    return entry
