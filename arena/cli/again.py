"""The command that plays a stored match again."""

from __future__ import annotations

import shlex
from pathlib import Path

from arena import seeds
from arena.errors import LeagueError
from arena.league.reading import read_league
from arena.players.files import ENTRY
from arena.records import FaultKind
from arena.season.registration import snapshots_path
from arena.store.facts import Season, StoredMatch


def play_again(season: Season, match: StoredMatch, league: Path, database: Path) -> str | None:
    """An ``arena play`` that makes the same moves, from the files that were registered.

    None where the league's seed cannot be had, since the bots' own seeds follow from it, and for a
    match in which the caretaker played for a withdrawn bot: `arena verify --rerun` knows of that.
    """
    if any(fault.fault is FaultKind.WITHDRAWN for fault in match.record.faults):
        return None
    seed = _seed(season, league)
    if seed is None:
        return None
    fixture = match.fixture
    versions = [sitting.version for sitting in match.record.seats]
    words = ["arena", "play"]
    words += [str(_snapshot(snapshots_path(database) / version)) for version in versions]
    words += ["--league", str(league), "--seed", match.record.seed]
    for seat in range(len(versions)):
        words += ["--bot-seed", seeds.bot_seed(seed, fixture.place, fixture.seating, seat)]
    return shlex.join(words)


def _seed(season: Season, league: Path) -> str | None:
    """The league's seed: stored, or in the organiser's file."""
    if season.seed is not None:
        return season.seed
    try:
        return read_league(league).seed
    except LeagueError:
        return None


def _snapshot(folder: Path) -> Path:
    """What to call a kept version: its folder, or the file that it is."""
    files = [*folder.glob("*")] if folder.is_dir() else []
    return files[0] if len(files) == 1 and files[0].name != ENTRY else folder
