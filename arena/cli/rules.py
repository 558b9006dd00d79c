"""``arena rules``: the rules of the game."""

from __future__ import annotations

from pathlib import Path

import click

import arena
from arena.cli.output import print_result


@click.command()
def rules() -> None:
    """Print the rules of TEN.

    First as one would tell them, then by number, as error messages cite them.
    """
    package = Path(arena.__file__).parent
    packed = package / "_docs" / "rules.md"
    path = packed if packed.is_file() else package.parent / "docs" / "rules.md"
    print_result(path.read_text(encoding="utf-8"))
