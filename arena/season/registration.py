"""Registration: the bots' files are read, hashed, kept, and started once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from arena import seeds
from arena.bot.messages import Match
from arena.errors import BotError, LeagueError, PlatformError
from arena.league.complaints import complaint
from arena.league.reading import League, ListedBot
from arena.match.block import start_message
from arena.plan import Entrant, Plan
from arena.players.files import BotFiles, keep, read_bot
from arena.players.nursery import Nursery
from arena.players.trial import start_problem
from arena.sandbox.levels import Level
from arena.store.logs import logs_path

TRIES = 2
"""The process that starts a bot may be killed by others; where two die, the bot cannot start."""


class Registration(msgspec.Struct, frozen=True):
    """The plan with its entrants, and each label's file in its snapshot."""

    plan: Plan
    entries: dict[str, Path]


def snapshots_path(database: Path) -> Path:
    """Where the files of a league's bots are kept, by version.

    >>> snapshots_path(Path("leagues/house.db")).as_posix()
    'leagues/house-bots'
    """
    return database.with_name(f"{database.stem}-bots")


def register(league: League, database: Path, level: Level) -> Registration:
    """Read, keep and start the files of all bots of a league that begins.

    Raises LeagueError with a complaint for every bot that cannot take part.
    """
    read, complaints = read_bots(league, database)
    folder = snapshots_path(database)
    admitted = [(bot, keep(files, folder, lasting=True)) for bot, files in read]
    complaints += trials(league, level, admitted)
    if complaints:
        raise LeagueError(complaints)
    entrants = [entrant_of(bot, files) for bot, files in read]
    entries = [entry for _, entry in admitted]
    return Registration(
        league.plan(entrants),
        {entrant.label: entry for entrant, entry in zip(entrants, entries, strict=True)},
    )


def entrant_of(bot: ListedBot, files: BotFiles, number: int = 1, wave: int = 0) -> Entrant:
    """A bot of a league file as an entrant."""
    return Entrant(
        name=bot.name, number=number, version=files.version, wave=wave, author=bot.author
    )


def read_bots(
    league: League, database: Path, leaving_out: Collection[str] = ()
) -> tuple[list[tuple[ListedBot, BotFiles]], list[str]]:
    """The files of the bots of a league file, and a complaint for each that cannot be read."""
    secrets = _secrets(league, database)
    read: list[tuple[ListedBot, BotFiles]] = []
    complaints: list[str] = []
    for bot in league.bots:
        if bot.name not in leaving_out:
            try:
                read.append((bot, read_bot(bot.path, secrets)))
            except BotError as error:
                sentence = f"bot {bot.name}: {error}"
                complaints.append(complaint(str(league.path), bot.line, sentence))
    return read, complaints


def _secrets(league: League, database: Path) -> list[Path]:
    """What no bot may bring as its own file, under whatever name."""
    beside = [database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-shm", "-lock")]
    seed = [] if league.seed_file is None else [league.seed_file]
    return [*beside, logs_path(database), league.path, *seed]


def trials(league: League, level: Level, bots: Sequence[tuple[ListedBot, Path]]) -> list[str]:
    """Start each bot once; a complaint for every one that does not start."""
    plan = league.draft
    names = [f"seat {seat}" for seat in range(plan.seats)]
    seed = seeds.seed_at("", "trial")
    match = start_message(plan.game, plan.deck, plan.limits, seat=0, seed=seed, names=names)
    complaints = []
    for bot, entry in bots:
        problem = _start_problem(plan, level, entry, match)
        if problem is not None:
            where = bot.path.parent if bot.path.is_file() else bot.path
            sentence = f"bot {bot.name} does not start: {where}/{problem}"
            complaints.append(complaint(str(league.path), bot.line, sentence))
    return complaints


def _start_problem(plan: Plan, level: Level, entry: Path, match: Match) -> str | None:
    """Why a bot does not start. What the platform spoils is tried again."""
    problem: str | None = None
    for _ in range(TRIES):
        try:
            with Nursery(level, plan.packages) as nursery:
                return start_problem(nursery, entry, match, plan.limits)
        except BotError as error:
            return f"{entry.name}: {error}"
        except PlatformError as error:
            problem = f"{entry.name}: {error}"
    return problem
