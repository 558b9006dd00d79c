"""Generated text for people to review: ``make golden`` writes it, ``make check`` checks it.

Documents have it between ``<!-- generated: NAME -->`` and ``<!-- end -->``, where NAME is one of
BLOCKS. Files that are nothing else are FILES. To add one, add its function here.

    python -m tests.golden [--check]
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from click.testing import CliRunner

import arena.bot
from arena.cli.lazy import LazyGroup
from arena.cli.main import COMMANDS, program
from tests.cli.leagues import make_league
from tests.games.ten.counting import counts_text

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("*.md", "docs/*.md", "bots/*.md")
BLOCK = re.compile(r"(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
COLUMNS = 80


def help_of_all_commands() -> str:
    """``--help`` of every command."""
    root = program.make_context("arena", [], resilient_parsing=True, terminal_width=COLUMNS)
    texts = [f"\n### {path}\n\n```text\n{text}\n```\n" for path, text in _helps(program, root)]
    return "".join(texts) + "\n"


def _helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    yield context.command_path, command.get_help(context)
    if isinstance(command, LazyGroup):
        for name in command.list_commands(context):
            inner = command.loaded(name, context)
            yield from _helps(
                inner, inner.make_context(name, [], parent=context, resilient_parsing=True)
            )


def list_of_commands() -> str:
    """What each command does, in a sentence."""
    rows = "".join(f"| `arena {name}` | {found.summary} |\n" for name, found in COMMANDS.items())
    return f"| command | does |\n|---|---|\n{rows}"


def list_of_bots() -> str:
    """The sample bots."""
    return printed("bot", "list", "--format", "md")


def tables(*commands: str) -> str:
    """What commands print of a small league, each beneath its command line."""
    with TemporaryDirectory() as folder:
        league = make_league(Path(folder), ["1e5", "007", "漢字", "clumsy"], deals=2)
        texts = []
        for command in commands:
            texts.append(f"$ arena {command}\n")
            arguments = [str(league) if word == league.name else word for word in command.split()]
            texts.append(printed(*arguments).replace(f"{folder}/", ""))
    return "\n".join(texts)


def printed(*arguments: str) -> str:
    """The standard output of a command."""
    result = CliRunner(env={"COLUMNS": str(COLUMNS)}).invoke(
        program, arguments, prog_name="arena", catch_exceptions=False
    )
    return result.stdout


def kit() -> str:
    """The functions of the authors' kit: how each is called, and its first sentence."""
    rows = "".join(
        f"| `{name}{_parameters(function)}` | {_first_sentence(function)} |\n"
        for name in sorted(arena.bot.__all__)
        if inspect.isfunction(inspect.unwrap(function := getattr(arena.bot, name)))
    )
    return f"| function | what it gives |\n|---|---|\n{rows}"


def _first_sentence(function: object) -> str:
    text = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    sentence = re.split(r"[.:;](?: |$)", text)[0].replace("``", "`")
    return f"{sentence}."


def _parameters(function: Callable[..., object]) -> str:
    """The names of the parameters; those with a default in brackets."""
    names = [
        parameter.name if parameter.default is parameter.empty else f"[{parameter.name}]"
        for parameter in inspect.signature(function).parameters.values()
    ]
    return f"({', '.join(names)})"


BLOCKS: Mapping[str, Callable[[], str]] = {
    "help": help_of_all_commands,
    "kit": kit,
    "commands": list_of_commands,
    "bots": list_of_bots,
}

FILES: Mapping[str, Callable[[], str]] = {
    "tests/games/ten/counts.txt": counts_text,
    # Neither CSV nor JSON of ratings, whose last digits depend on the machine.
    "tests/cli/golden/leaderboard.txt": lambda: tables(
        "leaderboard house.toml", "leaderboard house.toml --format md"
    ),
    "tests/cli/golden/standings.txt": lambda: tables(
        "standings house.toml",
        "standings house.toml --format md",
        "standings house.toml --format csv",
        "standings house.toml --format json",
    ),
    "tests/cli/golden/crosstable.txt": lambda: tables(
        "crosstable house.toml",
        "crosstable house.toml --format md",
        "crosstable house.toml --format csv",
        "crosstable house.toml --format json",
    ),
    "tests/cli/golden/matches.txt": lambda: tables(
        "matches house.toml --last 6",
        "matches house.toml --last 6 --format md",
        "matches house.toml --last 6 --format csv",
        "matches house.toml --last 6 --format json",
        "matches house.toml --bot clumsy --faults",
    ),
    "tests/cli/golden/show.txt": lambda: tables(
        "show house.toml 14", "show house.toml 14 --format json"
    ),
}


def stale(root: Path = ROOT) -> dict[Path, str]:
    """The files that are not as they should be, and how they should be."""
    wanted = {root / name: make() for name, make in FILES.items()}
    for pattern in DOCUMENTS:
        for document in root.glob(pattern):
            wanted[document] = with_blocks(document.read_text(encoding="utf-8"), BLOCKS)
    return {
        path: text
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def with_blocks(document: str, blocks: Mapping[str, Callable[[], str]]) -> str:
    """A document with its generated blocks made anew; KeyError for a block that nobody makes."""
    return BLOCK.sub(lambda found: found[1] + blocks[found[2]]() + found[3], document)


def main(arguments: list[str]) -> int:
    """Write what is stale, or with ``--check`` only name it; the exit status."""
    found = stale()
    for path, text in found.items():
        click.echo(path.relative_to(ROOT))
        if "--check" not in arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if found and "--check" in arguments:
        click.echo("These files are stale; make golden writes them anew.", err=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
