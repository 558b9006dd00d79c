"""Registration: the bots' files are read, hashed, kept, and started once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from arena import seeds
from arena.bot.messages import Match
from arena.errors import BotError, LeagueError, PlatformError
from arena.league.complaints import complaint
from arena.league.reading import League, ListedBot
from arena.match.block import start_message
from arena.plan import Entrant, Plan
from arena.players.files import keep, read_bot
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


def register(
    league: League, database: Path, level: Level, known: Sequence[Entrant]
) -> Registration:
    """Read and keep the files of a league's bots; start those that are not known yet.

    ``known`` are the entrants of a season that has begun. Raises LeagueError with a complaint
    for every bot that cannot take part.
    """
    secrets = _secrets(league, database)
    before = {entrant.name: entrant for entrant in known}
    complaints: list[str] = []
    entrants: list[Entrant] = []
    entries: dict[str, Path] = {}
    new: list[tuple[ListedBot, Path]] = []
    for bot in league.bots:
        try:
            files = read_bot(bot.path, secrets)
        except BotError as error:
            complaints.append(complaint(str(league.path), bot.line, f"bot {bot.name}: {error}"))
            continue
        entrant = _entrant(bot, files.version, before)
        entrants.append(entrant)
        entries[entrant.label] = keep(files, snapshots_path(database))
        if before.get(bot.name) != entrant:
            new.append((bot, entries[entrant.label]))
    complaints += _trials(league, level, new)
    if complaints:
        raise LeagueError(complaints)
    return Registration(league.plan(entrants), entries)


def _secrets(league: League, database: Path) -> list[Path]:
    """What no bot may bring as its own file, under whatever name."""
    beside = [database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-shm")]
    seed = [] if league.seed_file is None else [league.seed_file]
    return [*beside, logs_path(database), *seed]


def _entrant(bot: ListedBot, version: str, before: Mapping[str, Entrant]) -> Entrant:
    """A bot as it was registered when the season began, or afresh."""
    known = before.get(bot.name)
    number, wave = (known.number, known.wave) if known else (1, 0)
    return Entrant(name=bot.name, number=number, version=version, wave=wave, author=bot.author)


def _trials(league: League, level: Level, bots: Sequence[tuple[ListedBot, Path]]) -> list[str]:
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
