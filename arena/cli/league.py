"""``arena league``: what organisers need."""

from __future__ import annotations

import click

from arena.cli.lazy import Lazy, LazyGroup

ORGANISERS_COMMANDS = {
    "new": Lazy("arena.cli.league_new:new", "Write a league file, from options or questions."),
    "reveal": Lazy(
        "arena.cli.league_reveal:reveal", "Publish the secret seed of LEAGUE after its season."
    ),
    "add": Lazy("arena.cli.league_acts:add", "Take a bot into LEAGUE, also in mid-season."),
    "accept": Lazy(
        "arena.cli.league_acts:accept", "Register a bot's changed files as its next version."
    ),
    "withdraw": Lazy("arena.cli.league_acts:withdraw", "Take a bot out of the season."),
    "disqualify": Lazy(
        "arena.cli.league_acts:disqualify", "Take a bot out of the season, and tell why."
    ),
    "log": Lazy("arena.cli.league_acts:log", "Print the organiser's log of LEAGUE."),
}


@click.group(cls=LazyGroup, lazy=ORGANISERS_COMMANDS)
def league() -> None:
    """What organisers need."""
