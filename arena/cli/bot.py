"""``arena bot``: what bot authors need."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.lazy import Lazy, LazyGroup
from arena.cli.options import style_option
from arena.cli.output import print_table
from arena.players.samples import sample_bots
from arena.reports.columns import BOTS

AUTHORS_COMMANDS = {
    "list": Lazy("arena.cli.bot:list_bots", "List the sample bots."),
}


@click.group(cls=LazyGroup, lazy=AUTHORS_COMMANDS)
def bot() -> None:
    """What bot authors need."""


@click.command("list")
@style_option
def list_bots(style: str) -> None:
    """List the sample bots.

    Their names can be given wherever a command takes a BOT. Their files are meant to be read.
    """
    rows = [
        {"bot": sample.name, "about": sample.about, "file": _from_here(sample.path)}
        for sample in sample_bots().values()
    ]
    print_table(BOTS, rows, style)


def _from_here(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
