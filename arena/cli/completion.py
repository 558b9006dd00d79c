"""``arena completion``: what makes a shell complete the program's words at TAB."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from arena.cli.output import print_result

SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
}
PROGRAM = "arena"
VARIABLE = "_ARENA_COMPLETE"
"""By which click's own part of the program knows that a shell asks it."""


@click.command()
@click.argument("shell", type=click.Choice([*SHELLS]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what makes a shell complete `arena` at TAB.

    To have it in every new shell:

    \b
    bash   arena completion bash > ~/.arena-complete.bash
           echo '. ~/.arena-complete.bash' >> ~/.bashrc
    zsh    arena completion zsh > ~/.arena-complete.zsh
           echo '. ~/.arena-complete.zsh' >> ~/.zshrc  # below compinit
    fish   arena completion fish > ~/.config/fish/completions/arena.fish

    Commands, options, their values and files are completed; bash must be 4.4 or newer.
    """  # noqa: D301 because the mark that keeps lines apart is the character itself
    made = SHELLS[shell](context.find_root().command, {}, PROGRAM, VARIABLE)
    print_result(made.source().rstrip("\n") + "\n")
