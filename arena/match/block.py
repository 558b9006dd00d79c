"""Playing a block: what a worker is sent, and what it sends back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import msgspec

from arena import seeds
from arena.bot.messages import Match, MatchLimits
from arena.games.catalogue import GAMES
from arena.match.referee import PlayedMatch, Table, play
from arena.plan import Block, Entrant, Fixture, Limits, Plan
from arena.players.absent import AbsentPlayer
from arena.players.company import Company
from arena.players.nursery import Nursery
from arena.players.player import Player
from arena.players.sandboxed import SandboxedPlayer
from arena.records import SeatRecord


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A bot in a seat of one match: its file to run, and its own seed.

    Without an ``entry`` the bot has been withdrawn, and the caretaker plays.
    """

    entrant: Entrant
    entry: str | None
    seed: str


class MatchOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A fixture with its seeds, which are made only when it is sent out to be played."""

    fixture: Fixture
    seed: str
    sittings: list[Sitting]


class BlockOrder(msgspec.Struct, frozen=True, kw_only=True):
    """All that a worker needs to play a block."""

    game: str
    deck: dict[str, int] | None
    limits: Limits
    reveal_names: bool
    charged: list[str]
    """Labels of bots that have been silent in this run before: for them it is a fault at once."""
    matches: list[MatchOrder]


class FinishedMatch(msgspec.Struct, frozen=True):
    """A fixture and how it went."""

    fixture: Fixture
    played: PlayedMatch


class VoidMatch(msgspec.Struct, frozen=True):
    """A fixture whose match does not count, since these bots were silent for the first time.

    They may have had to wait for a busy machine, or were killed; so it is played again alone.
    """

    fixture: Fixture
    silent: list[str]


class PlayedBlock(msgspec.Struct, frozen=True):
    """What came of a block."""

    finished: list[FinishedMatch]
    void: list[VoidMatch]


def order_of(
    block: Block,
    plan: Plan,
    seed: str,
    entries: Mapping[str, Path],
    *,
    charged: Collection[str] = (),
    absent: Collection[str] = (),
) -> BlockOrder:
    """What to send to a worker; ``seed`` is the league's, ``entries`` has each label's file.

    The caretaker plays for those that are ``absent``.
    """
    entrants = {entrant.label: entrant for entrant in plan.entrants}
    return BlockOrder(
        game=plan.game,
        deck=plan.deck,
        limits=plan.limits,
        reveal_names=plan.reveal_names,
        charged=sorted(charged),
        matches=[
            MatchOrder(
                fixture=fixture,
                seed=seeds.deal_seed(seed, fixture.place),
                sittings=[
                    Sitting(
                        entrant=entrants[label],
                        entry=None if label in absent else str(entries[label]),
                        seed=seeds.bot_seed(seed, fixture.place, fixture.seating, seat),
                    )
                    for seat, label in enumerate(fixture.seats)
                ],
            )
            for fixture in block.fixtures
        ],
    )


def play_block(order: BlockOrder, nursery: Nursery, stopped: Callable[[], bool]) -> PlayedBlock:
    """Play the matches of a block, those before ``stopped`` says to stop.

    Raises PlatformError where the machine fails, or where the files of a bot are not as they were
    kept; the matches are then void.
    """
    block = PlayedBlock([], [])
    charged = set(order.charged)
    for match in order.matches:
        if stopped():
            break
        played = _play(order, match, nursery)
        silent = {match.fixture.seats[seat] for seat in played.silent} - charged
        charged |= silent
        if silent:
            block.void.append(VoidMatch(match.fixture, sorted(silent)))
        else:
            block.finished.append(FinishedMatch(match.fixture, played))
    versions = {
        sitting.entry: sitting.entrant.version
        for match in order.matches
        for sitting in match.sittings
        if sitting.entry is not None
    }
    for entry, version in versions.items():
        nursery.check_files(Path(entry), version)
    return block


def _play(order: BlockOrder, match: MatchOrder, nursery: Nursery) -> PlayedMatch:
    table = Table(
        seed=match.seed,
        deck=order.deck,
        seats=[
            SeatRecord(sitting.entrant.name, sitting.entrant.version) for sitting in match.sittings
        ],
    )
    names = [
        sitting.entrant.name if order.reveal_names else f"seat {seat}"
        for seat, sitting in enumerate(match.sittings)
    ]
    company = Company()
    players = []
    for seat, sitting in enumerate(match.sittings):
        message = start_message(
            order.game, order.deck, order.limits, seat=seat, seed=sitting.seed, names=names
        )
        players.append(_player(sitting, message, order.limits, nursery, company))
    return play(GAMES[order.game], table, players)


def _player(
    sitting: Sitting, message: Match, limits: Limits, nursery: Nursery, company: Company
) -> Player:
    if sitting.entry is None:
        return AbsentPlayer(limits)
    return SandboxedPlayer(nursery, Path(sitting.entry), message, limits, company)


def start_message(
    game: str,
    deck: dict[str, int] | None,
    limits: Limits,
    *,
    seat: int,
    seed: str,
    names: list[str],
) -> Match:
    """What a bot is told at the start (protocol §1)."""
    return Match(
        game=game,
        seat=seat,
        players=len(names),
        seed=seed,
        names=names,
        deck=deck,
        limits=MatchLimits(limits.decision_ms, limits.match_ms, limits.memory_mb),
    )
