"""The field of a season that goes on: who is in it, and what has changed in the league file."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from arena.errors import LeagueError
from arena.league.names import likeness
from arena.league.reading import League, ListedBot
from arena.plan import Entrant
from arena.players.files import BotFiles, differences, keep, kept_entry
from arena.season.registration import Registration, read_bots, snapshots_path


def returning(
    league: League, database: Path, entrants: Sequence[Entrant]
) -> tuple[Registration, list[str]]:
    """The field as it goes on, and a sentence for every change that forbids it.

    Withdrawn bots need not be listed any more. Raises LeagueError for bots that cannot be read,
    BotError for kept files that are not as they were.
    """
    gone = {entrant.name for entrant in entrants if entrant.status != "in"}
    playing = {entrant.name for entrant in entrants if entrant.status == "in"}
    read, complaints = read_bots(league, database, leaving_out=gone - playing)
    if complaints:
        raise LeagueError(complaints)
    authors = {bot.name: bot.author for bot, _ in read}
    field = [
        msgspec.structs.replace(entrant, author=authors.get(entrant.name, entrant.author))
        for entrant in entrants
    ]
    changed = [*_changes(league, database, entrants, read)]
    if not changed and (seated := other_seats(league, field)):
        order = ", ".join(seated)
        changed.append(
            f"the order of the bots, in which they are seated, has changed; it is {order}"
        )
    folder = snapshots_path(database)
    given = {files.version: files for _, files in read}
    entries = {
        entrant.label: keep(given[entrant.version], folder, lasting=True)
        if entrant.version in given
        else kept_entry(folder, entrant.version)
        for entrant in field
        if entrant.counts and not changed
    }
    return Registration(league.plan(field), entries), changed


def other_seats(league: League, entrants: Sequence[Entrant]) -> list[str]:
    """With fixed seats: the order in which the bots sit, if the league file lists them otherwise.

    Each sits where it sat first, whatever its version, also one that comes again.
    """
    playing = {entrant.name for entrant in entrants if entrant.status == "in"}
    seated = [name for name in dict.fromkeys(one.name for one in entrants) if name in playing]
    listed = [bot.name for bot in league.bots if bot.name in playing]
    return seated if league.draft.seating == "fixed" and seated != listed else []


def command(act: str, league: Path, *words: str) -> str:
    """A command of ``arena league``, as a sentence names it."""
    return f"`{shlex.join(['arena', 'league', act, str(league), *words])}`"


def _changes(
    league: League,
    database: Path,
    entrants: Sequence[Entrant],
    read: Sequence[tuple[ListedBot, BotFiles]],
) -> Iterator[str]:
    current = {entrant.name: entrant for entrant in entrants if entrant.status == "in"}
    listed = {bot.name: files for bot, files in read}
    for name, entrant in current.items():
        if name not in listed:
            yield (
                f"bot {name} is no longer listed; {command('withdraw', league.path, name)} "
                "takes it out of the season"
            )
        elif listed[name].version != entrant.version:
            differing = differences(listed[name], snapshots_path(database) / entrant.version)
            yield (
                f"bot {name}: its files have changed ({', '.join(differing)}); "
                f"{command('accept', league.path, name)} registers them as its version "
                f"{entrant.number + 1}"
            )
    for name in [name for name in listed if name not in current]:
        if alike := too_much_alike(name, entrants):
            yield f"bot {name} is new, and the season has had a bot {alike}; names are unique"
        else:
            yield f"bot {name} is new; {command('add', league.path, name)} takes it into the season"


def too_much_alike(name: str, entrants: Sequence[Entrant]) -> str | None:
    """The name of another bot that the season has or has had, if it is too much like this one."""
    others = sorted({entrant.name for entrant in entrants} - {name})
    return next((other for other in others if likeness(other) == likeness(name)), None)
