"""Command groups that import a command when it is called, since ``--help`` must not wait."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Lazy(NamedTuple):
    """Where a command is (``module:attribute``), and what ``--help`` of its group says of it."""

    target: str
    summary: str

    def load(self) -> click.Command:
        """Import the command."""
        module, _, attribute = self.target.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


class LazyGroup(click.Group):
    """A group whose commands are known by name and summary until one of them is called."""

    def __init__(self, name: str, *, lazy: Mapping[str, Lazy], **settings: Any) -> None:
        known = {one: click.Command(one, help=found.summary) for one, found in lazy.items()}
        super().__init__(name, known, **settings)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 because click calls it so
        """The names in the order in which people need them."""
        return list(self.lazy)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None:
            command = self.loaded(name, ctx)
        return name, command, rest

    def loaded(self, name: str, ctx: click.Context) -> click.Command:
        """Import a command; it gets the common options, which may so stand anywhere."""
        command = self.lazy[name].load()
        present = {parameter.name for parameter in command.params}
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter not in COMMON_OPTIONS:
                parameter.envvar = f"{ctx.auto_envvar_prefix}_{name}_{_longest(parameter)}".upper()
        command.params += [option for option in COMMON_OPTIONS if option.name not in present]
        return command


def _longest(option: click.Option) -> str:
    """An option's name as people know it: click makes variables of the parameter's name."""
    return max(option.opts, key=len).lstrip("-").replace("-", "_")


def _for_all(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Set a common option for the whole program, whichever command it was given to."""
    program = ctx.find_root()
    program.params[str(parameter.name)] = value or program.params.get(str(parameter.name), False)
    if program.params.get("no_color"):
        program.color = ctx.color = False


COMMON_OPTIONS = (
    click.Option(
        ["-q", "--quiet"],
        is_flag=True,
        expose_value=False,
        callback=_for_all,
        help="Print results and errors only.",
    ),
    click.Option(
        ["-v", "--verbose"],
        is_flag=True,
        expose_value=False,
        callback=_for_all,
        help="Also print where things are read and kept.",
    ),
    click.Option(
        ["--no-color"],
        is_flag=True,
        expose_value=False,
        callback=_for_all,
        help="Print no colours; NO_COLOR does the same.",
    ),
)
