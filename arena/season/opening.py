"""Beginning a season, or going on with one: what must be the same is compared first."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

import arena
from arena.errors import StoreError
from arena.league.reading import League
from arena.plan import changes
from arena.sandbox.levels import Level, Sandbox
from arena.season.registration import Registration, register
from arena.season.revealing import refuse_known_deals
from arena.store.facts import Season, SeedSource
from arena.store.writer import Writer, open_or_create, open_writer

SEED_BYTES = 16
"""Of a seed that is made for a league file without one."""


class OpenSeason(msgspec.Struct, frozen=True, kw_only=True):
    """A season that can be played: its database is open, and this process alone writes it."""

    season: Season
    seed: str
    entries: dict[str, Path]
    results: Writer
    begun: bool
    """Whether the database was made just now."""


@contextmanager
def open_season(
    league: League, database: Path, sandbox: Sandbox, *, may_lower: bool = False
) -> Iterator[OpenSeason]:
    """Register the bots and open the database, making it for a new season.

    ``sandbox`` is what bots are held by; below the level that the season has been played on so
    far it is refused, unless it ``may_lower`` that.
    Raises LeagueError for bots that cannot take part, StoreError for a database that cannot be
    written or that holds another season than the league file tells.
    """
    if database.exists() and database.stat().st_size:
        results = open_writer(database, league.path)
        try:
            yield _go_on(league, results, database, sandbox, may_lower=may_lower)
        finally:
            results.close()
    else:
        yield from _begin(league, database, sandbox)


def _begin(league: League, database: Path, sandbox: Sandbox) -> Iterator[OpenSeason]:
    if league.commitment and league.seed is None:
        raise StoreError(
            f"{database}: a season begins with its seed, and {league.path} was read without it"
        )
    registration = register(league, database, sandbox.level, known=[])
    seed = secrets.token_hex(SEED_BYTES) if league.seed is None else league.seed
    season = Season(
        plan=registration.plan,
        seed=None if league.commitment else seed,
        seed_source=_seed_source(league),
        commitment=league.commitment,
        arena=arena.__version__,
        python=platform.python_version(),
        sandbox=sandbox.level,
        repeatable=sandbox.repeatable,
    )
    results = open_or_create(database, season, _given_paths(league, registration))
    try:
        yield OpenSeason(
            season=season, seed=seed, entries=registration.entries, results=results, begun=True
        )
    finally:
        results.close()


def _seed_source(league: League) -> SeedSource:
    if league.commitment:
        return "committed"
    return "made" if league.seed is None else "public"


def _go_on(
    league: League, results: Writer, database: Path, sandbox: Sandbox, *, may_lower: bool
) -> OpenSeason:
    season = results.season()
    stored = Level(season.sandbox)
    if sandbox.level.is_below(stored) and not may_lower:
        raise StoreError(
            f"{database}: so far its bots were held by the sandbox {stored}, and now it "
            f"would be {sandbox.level} only. Go on where {stored} can be had (`arena "
            f"doctor` tells why not here), or lower it with --sandbox {sandbox.level}."
        )
    registration = register(league, database, sandbox.level, known=season.plan.entrants)
    found = changes(season.plan, registration.plan)
    found += _changes_around(league, season)
    if found:
        listed = "\n".join(f"  {change}" for change in found)
        raise StoreError(
            f"{league.path}: its season has begun, and what it is played by has changed:\n"
            f"{listed}\nUndo that to go on, or begin a new season in a league file of another name."
        )
    refuse_known_deals(registration.plan, season, results)
    lowest = sandbox.level if sandbox.level.is_below(stored) else stored
    now = msgspec.structs.replace(
        season,
        plan=registration.plan,
        sandbox=lowest,
        repeatable=season.repeatable and sandbox.repeatable,
    )
    if season != now:
        results.change_season(now, _given_paths(league, registration))
        season = now
    seed = league.seed if season.seed is None else season.seed
    if seed is None:
        raise StoreError(f"{database}: it holds no seed, and {league.path} gives none")
    return OpenSeason(
        season=season,
        seed=seed,
        entries=registration.entries,
        results=results,
        begun=False,
    )


def _changes_around(league: League, season: Season) -> list[str]:
    """What differs beside the plan: the seed, and what the matches are played with."""
    found = []
    if league.commitment != season.commitment:
        was, now = (value or "not given" for value in (season.commitment, league.commitment))
        found.append(f"league.commitment was {was}, is {now}")
    elif season.seed_source == "public" and league.seed is None:
        found.append(f"league.seed was {season.seed!r}, is not given")
    elif season.seed is not None and league.seed not in {None, season.seed}:
        found.append(f"league.seed was {season.seed!r}, is {league.seed!r}")
    if season.arena != arena.__version__:
        found.append(f"arena was {season.arena}, is {arena.__version__}")
    python = platform.python_version_tuple()[:2]
    if season.python.split(".")[:2] != list(python):
        found.append(f"Python was {season.python}, is {platform.python_version()}")
    return found


def _given_paths(league: League, registration: Registration) -> dict[str, str]:
    """By label: where the league file says that the bot's files are."""
    given = {bot.name: bot.given for bot in league.bots}
    return {entrant.label: given[entrant.name] for entrant in registration.plan.entrants}
