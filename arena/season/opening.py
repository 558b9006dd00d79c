"""Beginning a season, or going on with one: what must be the same is compared first."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from arena.errors import StoreError
from arena.league.reading import League
from arena.plan import Plan, changes
from arena.players.files import forget_drafts
from arena.sandbox.levels import Level, Sandbox
from arena.season.noting import noted
from arena.season.platforms import lowest_level, moves, new_versions, this_platform
from arena.season.promised import broken_promises, changes_of_seed
from arena.season.rating import rebuilt
from arena.season.registration import Registration, register, snapshots_path
from arena.season.returning import returning
from arena.season.revealing import refuse_known_deals
from arena.store.facts import Season, SeedSource
from arena.store.opening import is_filled
from arena.store.reader import Reader
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
    league: League,
    database: Path,
    sandbox: Sandbox,
    *,
    may_lower: bool = False,
    may_move: bool = False,
) -> Iterator[OpenSeason]:
    """Register the bots and open the database, making it for a new season.

    ``sandbox`` is what bots are held by; below the level that the season has been played on so
    far it is refused, unless it ``may_lower`` that. So is another version of arena or Python,
    unless the season ``may_move`` to it.
    Raises LeagueError for bots that cannot take part, StoreError for a database that cannot be
    written or that holds another season than the league file tells.
    """
    new = None
    if is_filled(database):
        results = open_writer(database, league.path)
    else:
        new = register(league, database, sandbox.level)
        results = _made(league, database, new, sandbox)
    with results:
        forget_drafts(snapshots_path(database))
        if new is None:
            season, entries = _go_on(
                league, results, sandbox, may_lower=may_lower, may_move=may_move
            )
        else:
            season, entries = results.season(), new.entries
            results.play_on(this_platform(sandbox.level))
        yield OpenSeason(
            season=season,
            seed=seed_of(league, season),
            entries=entries,
            results=results,
            begun=new is not None,
        )


def seed_of(league: League, season: Season) -> str:
    """The league's seed: stored, or in the organiser's file; StoreError if there is none."""
    seed = league.seed if season.seed is None else season.seed
    if seed is None:
        raise StoreError(f"{league.path}: its database holds no seed, and the file gives none")
    return seed


def _made(league: League, database: Path, registration: Registration, sandbox: Sandbox) -> Writer:
    if league.commitment and league.seed is None:
        raise StoreError(
            f"{database}: a season begins with its seed, and {league.path} was read without it"
        )
    platform = this_platform(sandbox.level)
    made = secrets.token_hex(SEED_BYTES) if league.seed is None else league.seed
    season = Season(
        plan=registration.plan,
        seed=None if league.commitment else made,
        seed_source=_seed_source(league),
        commitment=league.commitment,
        arena=platform.arena,
        python=platform.python,
        sandbox=sandbox.level,
        repeatable=sandbox.repeatable,
    )
    return open_or_create(database, season, given_paths(league, registration.plan))


def _seed_source(league: League) -> SeedSource:
    if league.commitment:
        return "committed"
    return "made" if league.seed is None else "public"


def _go_on(
    league: League, results: Writer, sandbox: Sandbox, *, may_lower: bool, may_move: bool
) -> tuple[Season, dict[str, Path]]:
    """The season as it goes on, and each label's file."""
    season = results.season()
    stored = lowest_level(season, results.path)
    _refuse_lower(results.path, stored, sandbox, may_lower=may_lower)
    platform = this_platform(sandbox.level)
    versions = new_versions(season, platform)
    if versions and not may_move:
        raise StoreError(
            f"{results.path}: its season has been played so far where {'; '.join(versions)}. "
            "Matches can come out otherwise there. Go on with the versions that it began with, or "
            "move it to the new ones with --new-versions, which the organiser's log will tell."
        )
    registration, of_bots = returning(league, results.path, season.plan.entrants)
    _refuse(league, [*_of_rules(league, season), *of_bots])
    refuse_known_deals(registration.plan, season, results)
    now = msgspec.structs.replace(
        season,
        plan=registration.plan,
        arena=platform.arena,
        python=platform.python,
        sandbox=sandbox.level if sandbox.level.is_below(stored) else stored,
        repeatable=season.repeatable and sandbox.repeatable,
    )
    results.play_on(platform)  # first: a season never names a platform that is not stored
    if season != now:
        acts = [noted("run", detail=change) for change in moves(season, now)]
        # More deals of an earlier wave come before what has been rated of a later one.
        ratings = rebuilt(results, now.plan, seed_of(league, now))
        results.change_season(now, known_paths(league, results, now.plan), acts, ratings)
    return now, registration.entries


def refuse_other_rules(league: League, season: Season) -> None:
    """Raise StoreError for a league file of other rules, or another seed, than its season has."""
    _refuse(league, _of_rules(league, season))


def _of_rules(league: League, season: Season) -> list[str]:
    return [
        *changes(season.plan, league.draft),
        *broken_promises(season),
        *changes_of_seed(league.committed, season),
    ]


def _refuse(league: League, changed: Sequence[str]) -> None:
    if changed:
        listed = "\n".join(f"  {change}" for change in changed)
        raise StoreError(
            f"{league.path}: its season has begun, and what it is played by has changed:\n"
            f"{listed}\nUndo that to go on, or begin a new season in a league file of another name."
        )


def _refuse_lower(database: Path, stored: Level, sandbox: Sandbox, *, may_lower: bool) -> None:
    if sandbox.level.is_below(stored) and not may_lower:
        raise StoreError(
            f"{database}: so far its bots were held by the sandbox {stored}, and now it "
            f"would be {sandbox.level} only. Go on where {stored} can be had (`arena "
            f"doctor` tells why not here), or lower it with --sandbox {sandbox.level}."
        )


def given_paths(league: League, plan: Plan) -> dict[str, str]:
    """By label: where the league file says that the files of a bot's current version are."""
    given = {bot.name: bot.given for bot in league.bots}
    return {
        entrant.label: given[entrant.name]
        for entrant in plan.entrants
        if entrant.status == "in" and entrant.name in given
    }


def known_paths(league: League, reader: Reader, plan: Plan) -> dict[str, str]:
    """Those, and for versions of the past what was once given."""
    stored = {bot.entrant.label: bot.path for bot in reader.bots()}
    return stored | given_paths(league, plan)
