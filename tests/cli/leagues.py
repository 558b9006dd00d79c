"""Leagues with real records: random play through the rules, stored as a run stores it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena import seeds
from arena.bot.messages import End
from arena.formats.catalogue import FORMATS
from arena.games.catalogue import GAMES
from arena.league.drafting import Commitment, Draft, NewBot, league_text
from arena.match.referee import PlayedMatch, Table, play
from arena.plan import Entrant, Fixture, Plan
from arena.players.player import Failure, PlayerLog, failure
from arena.ranking.played import from_record, tables
from arena.ranking.skill import Rater
from arena.records import FaultKind, SeatRecord
from arena.store.facts import MatchLog, Ratings, Season, StoredRating
from arena.store.logs import LogWriter, log_text, logs_path
from arena.store.writer import open_or_create

SEED = "2026"
CLUMSY = "clumsy"
"""The bot that fails in every deal with an odd number."""


class RandomPlayer:
    """Plays listed actions at random; one with ``patience`` fails after so many questions."""

    starts_last = False

    def __init__(self, seed: str, plan: Plan, patience: int | None) -> None:
        self._random = random.Random(seed)
        self._plan = plan
        self._patience = patience
        self._asked = 0

    def start(self) -> Failure | None:
        return None

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:  # noqa: ARG002 because it plays blindly
        self._asked += 1
        if self._patience is not None and self._asked > self._patience:
            return failure(FaultKind.CRASH, self._plan.limits)
        return self._random.choice(legal)

    def end(self, message: End) -> None:
        pass

    def close(self) -> PlayerLog:
        lines = [f"question {number}: choosing blindly" for number in range(1, self._asked + 1)]
        failed = self._patience is not None and self._asked > self._patience
        if failed:
            lines.append("ZeroDivisionError: division by zero")
        return PlayerLog(
            text="\n".join(lines).encode(), measured="exit status 70" if failed else ""
        )


def make_plan(bots: Sequence[str], *, seats: int = 3, deals: int = 2, **more: Any) -> Plan:
    entrants = [
        Entrant(name=bot, number=1, version=bot.encode().hex().ljust(64, "0")) for bot in bots
    ]
    return Plan(name="House", game="ten-1", seats=seats, deals=deals, entrants=entrants, **more)


def make_league(
    folder: Path,
    bots: Sequence[str] = ("ant", "bee", CLUMSY),
    *,
    rated: int | None = None,
    without: int | None = None,
    seed: str | None = SEED,
    **plan: Any,
) -> Path:
    """A played league; the path of its league file, of which only the database is made.

    ``rated`` is how many matches were rated, all if left out; the match numbered ``without`` is
    missing, as if it were still being played. Without ``seed`` it is kept secret, and
    ``keep_seed`` makes the organiser's files.
    """
    league = folder / "house.toml"
    database = league.with_suffix(".db")
    made = make_plan(bots, **plan)
    season = Season(
        plan=made,
        seed=seed,
        seed_source="committed" if seed is None else "public",
        commitment=seeds.commitment_to(SEED) if seed is None else None,
        arena="0.1.0",
        python="3.11.7",
        sandbox="none",
        repeatable=True,
    )
    finished = {fixture.order: (fixture, _play(made, fixture)) for fixture in _schedule(made)}
    in_order = [finished[order] for order in sorted(finished)]
    if without is not None:
        del in_order[without - 1]
    front = in_order[:rated]
    paths = {entrant.label: f"../bots/{entrant.name}.py" for entrant in made.entrants}
    with open_or_create(database, season, paths) as writer:
        writer.add_matches(
            [(fixture, played.record) for fixture, played in reversed(in_order)],
            _ratings(made, front),
        )
    with LogWriter(logs_path(database)) as logs:
        for fixture, played in in_order:
            logs.add(_logs(fixture, played))
    return league


def keep_seed(league: Path, seed: str = SEED, commitment: str | None = None) -> Path:
    """The files of a league that commits to a seed: the seed file, whose path it is, and its own.

    The bots that the league file names are not there.
    """
    seed_file = league.with_suffix(".seed")
    seed_file.write_text(seed)
    bots = [NewBot(name, f"../bots/{name}.py") for name in ("ant", "bee", CLUMSY)]
    said = Commitment(commitment or seeds.commitment_to(seed), seed_file.name)
    league.write_text(league_text(Draft("House", bots, 3, 2, "rotate", said)))
    return seed_file


def _schedule(plan: Plan) -> list[Fixture]:
    blocks = FORMATS[plan.format.kind].blocks(plan, SEED, {})
    return [fixture for block in blocks for fixture in block.fixtures]


def _play(plan: Plan, fixture: Fixture) -> PlayedMatch:
    versions: Mapping[str, Entrant] = {entrant.label: entrant for entrant in plan.entrants}
    seated = [versions[label] for label in fixture.seats]
    table = Table(
        seed=seeds.deal_seed(SEED, fixture.place),
        deck=plan.deck,
        seats=[SeatRecord(entrant.name, entrant.version) for entrant in seated],
    )
    players = [
        RandomPlayer(
            seeds.bot_seed(SEED, fixture.place, fixture.seating, seat),
            plan,
            patience=12 if entrant.name == CLUMSY and fixture.deal % 2 else None,
        )
        for seat, entrant in enumerate(seated)
    ]
    return play(GAMES[plan.game], table, players)


def _ratings(plan: Plan, front: Sequence[tuple[Fixture, PlayedMatch]]) -> Ratings:
    matches = [from_record(fixture, played.record) for fixture, played in front]
    ranked = tables(matches, plan.seats)
    ratings = Rater(plan.draw_probability).rate_all(ranked)
    return Ratings(
        rated=len(front),
        bots=[
            StoredRating(bot=label, **msgspec.structs.asdict(rating))
            for label, rating in ratings.items()
        ],
    )


def _logs(fixture: Fixture, played: PlayedMatch) -> list[MatchLog]:
    failed = {fault.seat for fault in played.record.faults}
    return [
        MatchLog(
            line_up=fixture.line_up,
            deal=fixture.deal,
            seating=fixture.seating,
            seat=seat,
            bot=bot,
            text=log_text(log.text),
            measured=log.measured,
            fault=seat in failed,
        )
        for seat, (bot, log) in enumerate(zip(fixture.seats, played.logs, strict=True))
    ]
