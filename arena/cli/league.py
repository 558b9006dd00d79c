"""``arena league``: what organisers need."""

from __future__ import annotations

import click

from arena.cli.lazy import Lazy, LazyGroup

ORGANISERS_COMMANDS = {
    "new": Lazy("arena.cli.league_new:new", "Write a league file, from options or questions."),
    "reveal": Lazy(
        "arena.cli.league_reveal:reveal", "Publish the secret seed of LEAGUE after its season."
    ),
}


@click.group(cls=LazyGroup, lazy=ORGANISERS_COMMANDS)
def league() -> None:
    """What organisers need."""
