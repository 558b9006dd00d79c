"""``arena league add``, ``accept``, ``withdraw``, ``disqualify``, ``log``: bots come and go."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from arena.cli.options import database_path, league_options, open_league, style_option
from arena.cli.output import note, print_result, print_table
from arena.errors import ArenaError
from arena.league.adding import listed_too
from arena.league.making import named_bot
from arena.league.reading import read_league
from arena.players.choosing import choose
from arena.ranking.standings import standings
from arena.reports.columns import ACTS, STANDINGS
from arena.sandbox.levels import Level
from arena.season import acts
from arena.season.acts import Acting, Policy, acting
from arena.season.platforms import lowest_level
from arena.store.lock import sole_writer
from arena.store.opening import is_filled
from arena.store.reader import Reader

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def bot_argument(command: Decorated) -> Decorated:
    """Give a command NAME, a bot of the season."""
    return click.argument("name")(command)


def reason_option(*, required: bool) -> Callable[[Decorated], Decorated]:
    """Give a command ``--reason``, for the organiser's log."""
    return click.option(
        "--reason",
        default="",
        required=required,
        show_default=False,
        help="Why, for the organiser's log.",
    )


@click.command()
@league_options
@click.argument("bot", metavar="[NAME=]BOT")
@click.option("--author", default="", show_default=False, help="Whose it is.")
@reason_option(required=False)
def add(*, league: Path, database: Path | None, bot: str, author: str, reason: str) -> None:
    """Take a bot into LEAGUE, also in mid-season.

    BOT is a .py file, a folder, a .zip of either, a sample bot by name, or a bot that the league
    file lists already. The league file lists it then, and in mid-season only its own matches come
    in. A .zip is unpacked beside the league file.
    """
    file = database_path(league, database)
    listed = {entry.name for entry in read_league(league, secret=False).bots}
    chosen = named_bot(bot) if bot not in listed else None
    name = chosen.name if chosen else bot
    if chosen and name in listed:
        if is_filled(file) and _plays(league, file, name):
            raise ArenaError(f"bot {name} is in the season already")
        raise ArenaError(
            f"{league} lists a bot {name} already; `arena league add {league} {name}` takes it "
            "into a season that has begun without it"
        )
    listing = listed_too(league, chosen, author) if chosen else nullcontext()
    if is_filled(file):
        # The lock first, so that nobody else edits the league file meanwhile.
        with acting(league, file) as season, listing:
            new = acts.add(season, name, partial(level_of, season), reason)
        note(f"bot {name} is in the season from wave {new.wave} on.")
    elif chosen is None:
        raise ArenaError(f"{league} lists bot {name} already, and its season has not begun")
    else:
        with sole_writer(file), listing:
            acts.read_listed(read_league(league, secret=False), file, name)
            note(f"bot {name} is listed in {league}.")


@click.command()
@league_options
@bot_argument
@reason_option(required=False)
def accept(league: Path, database: Path | None, name: str, reason: str) -> None:
    """Register a bot's changed files as its next version.

    The matches of the bot NAME are played anew, on other deals. Those of the version before stay
    in the database and count no more.
    """
    with acting(league, database_path(league, database)) as season:
        new = acts.accept(season, name, partial(level_of, season), reason)
    note(f"bot {name} plays as version {new.number} now; its matches are played anew.")


@click.command()
@league_options
@bot_argument
@click.option(
    "--policy",
    type=click.Choice(get_args(Policy)),
    help="What becomes of its matches: none counts; those played count and the rest is dropped; "
    "or the caretaker plays the rest for it and loses.",
)
@click.option("--dry-run", is_flag=True, help="Only show the league table by each policy.")
@reason_option(required=False)
def withdraw(
    *,
    league: Path,
    database: Path | None,
    name: str,
    policy: Policy | None,
    dry_run: bool,
    reason: str,
) -> None:
    """Take a bot out of the season.

    A deal that it has begun is finished in every seating, so that it stays fair, unless its
    matches are void.
    """
    if dry_run:
        with open_league(league, database) as reader:
            _show_policies(reader, name)
        return
    if policy is None:
        raise click.UsageError("--policy is missing: void, keep or forfeit; --dry-run shows each.")
    with acting(league, database_path(league, database)) as season:
        acts.withdraw(season, name, policy, reason)
    note(f"bot {name} is out of the season ({policy}).")


@click.command()
@league_options
@bot_argument
@click.option(
    "--policy",
    type=click.Choice(["void", "forfeit"]),
    default="void",
    help="What becomes of its matches: none counts; or the caretaker plays the rest and loses.",
)
@reason_option(required=True)
def disqualify(league: Path, database: Path | None, name: str, policy: Policy, reason: str) -> None:
    """Take a bot out of the season, and tell why.

    The reason stands in the tables.
    """
    if not reason.strip():
        raise click.UsageError("--reason is empty; the tables tell it.")
    with acting(league, database_path(league, database)) as season:
        acts.disqualify(season, name, policy, reason)
    note(f"bot {name} is disqualified ({policy}).")


@click.command()
@league_options
@style_option
def log(league: Path, database: Path | None, style: str) -> None:
    """Print the organiser's log of LEAGUE.

    What was done to its season, when, by whom, and why.
    """
    with open_league(league, database) as reader:
        print_table(ACTS, list(reader.acts()), style)


def _plays(league: Path, database: Path, name: str) -> bool:
    with open_league(league, database) as reader:
        entrants = reader.season().plan.entrants
    return any(entrant.name == name and entrant.status == "in" for entrant in entrants)


def level_of(season: Acting) -> Level:
    """The level of the sandbox in which a bot is tried: that of the season."""
    stored = season.results.season()
    return choose(lowest_level(stored, season.results.path)).level


def _show_policies(reader: Reader, name: str) -> None:
    plan = reader.season().plan
    for policy in get_args(Policy):
        remark = acts.remark_of("withdraw", policy)
        entrants = acts.withdrawn(reader, plan, name, policy, remark)
        prospect = acts.prospect(reader, plan, entrants)
        matches = "match" if prospect.left == 1 else "matches"
        left = f"{prospect.left:,} {matches} left to play"
        if prospect.by_caretaker:
            left += f", {prospect.by_caretaker:,} of them by the caretaker"
        print_result(f"{policy}: {left}\n")
        print_table(STANDINGS, standings(prospect.plan, prospect.tables), "table")
        print_result("\n")
