"""The end of a season with a secret seed: it is published, and nothing is played from it again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from arena.errors import BotError, LeagueError, StoreError
from arena.formats.catalogue import FORMATS, unplayed
from arena.league.reading import read_committed, read_deals, read_league
from arena.plan import FixtureKey, Plan
from arena.records import Result
from arena.season.noting import noted
from arena.season.promised import broken_promises
from arena.season.returning import returning
from arena.store.facts import Season
from arena.store.reader import Reader, open_reader
from arena.store.writer import Writer


class Revealed(NamedTuple):
    """A season's published seed; ``before`` is whether it had been published already."""

    seed: str
    commitment: str | None
    before: bool


class Left(NamedTuple):
    """How many matches of a season are left to play, of all that are certain."""

    matches: int
    total: int


def reveal(league: Path, results: Writer, *, unfinished: bool = False) -> Revealed:
    """Publish the seed of a season: from now on its database holds it.

    Needs the league file and its seed file, and no bots. Raises ArenaError for a seed that was
    never secret, for one that does not fit what the season is committed to, and, unless
    ``unfinished``, while matches are left to play. Once published it stays so.
    """
    season = results.season()
    if season.seed_source != "committed":
        raise StoreError(f"{results.path}: its seed was never secret; it is {season.seed!r}")
    if broken := broken_promises(season):
        raise StoreError(f"{results.path}: {'; '.join(broken)}")
    if season.seed is not None:
        return Revealed(season.seed, season.commitment, before=True)
    seed = _committed_seed(league, results.path, season)
    if not unfinished and (undone := _undone(league, results.path, season.plan)):
        listed = "\n".join(f"  {change}" for change in undone)
        raise StoreError(
            f"{league}: nobody can change the season after its seed is revealed, and before:\n"
            f"{listed}\nDo that, or --unfinished reveals the seed nevertheless"
        )
    # The league file may have added some since the last run.
    deals = max(season.plan.deals, read_deals(league))
    plan = msgspec.structs.replace(season.plan, deals=deals)
    left = left_to_play(plan, seed, results.results())
    if left.matches and not unfinished:
        raise StoreError(
            f"{results.path}: {left.matches:,} of {left.total:,} matches are left to play, and "
            "whoever knows the seed can compute their deals; `arena run` plays them. If they shall "
            "never be played, --unfinished reveals the seed nevertheless"
        )
    results.reveal(seed, noted("reveal", detail=f"{left.matches} matches left to play"))
    return Revealed(seed, season.commitment, before=False)


def _undone(league: Path, database: Path, plan: Plan) -> list[str]:
    """Where the bots of the league file are not those of the season; nothing if they are gone."""
    try:
        _, changed = returning(read_league(league, secret=False), database, plan.entrants)
    except (LeagueError, BotError):
        return []
    return changed


def _committed_seed(league: Path, database: Path, season: Season) -> str:
    """The seed from the organiser's file, if it is the one that the season is played from."""
    commitment, seed = read_committed(league)
    if seed is None or commitment != season.commitment:
        raise StoreError(
            f"{league}: its commitment is {commitment or 'not given'}, and the season in "
            f"{database} is committed to {season.commitment}"
        )
    return seed


def left_to_play(plan: Plan, seed: str, played: Mapping[FixtureKey, Result]) -> Left:
    """What is left of a season; nothing if its bots can play no match at all."""
    blocks = list(FORMATS[plan.format.kind].blocks(plan, seed, played))
    left = sum(len(block.fixtures) for block in unplayed(blocks, played))
    return Left(left, sum(len(block.fixtures) for block in blocks))


def is_revealed(database: Path) -> bool:
    """Whether the database of a season holds the seed that was its secret.

    Whatever keeps it from being read is told by those who come to write it.
    """
    try:
        with open_reader(database) as reader:
            return reader.season().revealed
    except StoreError:
        return False


def refuse_known_deals(plan: Plan, season: Season, results: Reader) -> None:
    """Raise StoreError if matches would be played whose deals anybody can compute by now."""
    if season.seed is None or not season.revealed:
        return
    left = left_to_play(plan, season.seed, results.results())
    if left.matches:
        raise StoreError(
            f"{results.path}: the season's seed has been revealed, so the deals of the "
            f"{left.matches:,} matches that are left are known to all, and they are not played. "
            "Begin a new season in a league file of another name (`arena league new`)"
        )
