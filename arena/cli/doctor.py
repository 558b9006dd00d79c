"""``arena doctor``: what this machine can enforce, and whether that holds."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click
import msgspec

from arena.cli.options import style_option
from arena.cli.output import note, print_result, print_table, terminal_columns
from arena.errors import ArenaError
from arena.players.choosing import choose, try_level
from arena.reports.cells import printable
from arena.reports.columns import Column, Row, text
from arena.rogues.apart import can_be_private, stopped_by_signals
from arena.rogues.behaviours import BEHAVIOURS
from arena.rogues.machine import examine
from arena.rogues.running import Line, Verdict, attempts_at, trying_apart
from arena.sandbox.levels import Level

FACTS = [text("about"), text("found"), text("why"), text("remedy")]
OUTCOMES = [
    *(text("behaviour"), text("bot"), text("verdict"), text("fault")),
    *(text("evidence"), text("known_gap")),
]
IN_SENTENCES = {"why", "remedy", "evidence", "known_gap"}
"""Columns that people read beneath the table, in full."""


def _known(name: str) -> str:
    if name not in BEHAVIOURS:
        raise click.BadParameter(f"there is no behaviour called {name}.")
    return name


@click.command()
@click.option("--rogues", is_flag=True, help="Let a bot try every way out that is known.")
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    help="With --rogues: the level to be tried, if not the safest that holds.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="BEHAVIOUR",
    callback=lambda _, __, names: [_known(name) for name in names],
    help="With --rogues: only this, such as 'reads /etc/passwd'; may be given several times.",
)
@style_option
def doctor(*, rogues: bool, level: str | None, only: Sequence[str], style: str) -> None:
    """Tell how well this machine can hold bots, and why.

    Each level of the sandbox is tried, by a process that does what must be impossible. The exit
    status is 0 if one of them holds.

    With --rogues, a bot tries hundreds of ways out, as Python bot and as program; none must have
    an effect, but for gaps that are known and told. That takes some minutes. Where the machine has
    namespaces it is done in some of its own, so that nothing happens should a way out be found.
    The exit status is 0 if none was.
    """
    if rogues:
        with stopped_by_signals():
            _try_rogues(_level(level), only or [*BEHAVIOURS], style)
    if level is not None or only:
        raise click.UsageError(f"{'--level' if level else '--only'} is for --rogues.")
    machine = examine()
    told = {
        fact.about: [sentence for sentence in (fact.why, fact.remedy) if sentence]
        for fact in machine.facts
        if fact.why
    }
    _print(FACTS, map(msgspec.structs.asdict, machine.facts), told, style)
    sys.exit(machine.chosen is None)


def _level(name: str | None) -> Level:
    """The level to be tried; raises ArenaError where it does not hold."""
    if name is None:
        return choose().level
    level = Level(name)
    if problem := try_level(level).problem:
        raise ArenaError(f"the level {level} does not hold here: {problem}")
    return level


def _try_rogues(level: Level, names: Sequence[str], style: str) -> None:
    """Print what became of everything, and exit."""
    private = can_be_private()
    if not private and level is Level.NONE:
        raise ArenaError("without a sandbox the rogue needs namespaces, which are refused here")
    if not private:
        note("Namespaces are refused here, so the rogue is tried in the open.")
    attempts = attempts_at(level, names)
    with trying_apart(level, attempts, private=private) as lines:
        found = list(_shown(lines, len(attempts)))
    told = {
        f"{line.behaviour} ({line.bot})": [line.known_gap or line.evidence]
        for line in found
        if line.verdict is not Verdict.CONTAINED
    }
    _print(OUTCOMES, map(msgspec.structs.asdict, found), told, style)
    counts = Counter(line.verdict for line in found)
    numbers = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
    note(f"At the level {level}: {numbers}.")
    sys.exit(counts[Verdict.NOT_CONTAINED] > 0)


def _shown(lines: Iterable[Line], count: int) -> Iterator[Line]:
    """The lines, counted on standard error while they come."""
    quiet = bool(click.get_current_context().find_root().params.get("quiet"))
    with click.progressbar(
        lines, count, "Trying", file=sys.stderr, hidden=quiet, show_pos=True
    ) as shown:
        yield from shown


def _print(
    columns: Sequence[Column], rows: Iterable[Row], told: Mapping[str, Sequence[str]], style: str
) -> None:
    """Print a table; for people, its sentences stand beneath it, in full."""
    if style == "table":
        columns = [column for column in columns if column.key not in IN_SENTENCES]
    print_table(columns, rows, style)
    if style == "table" and told:
        print_result("\n" + "".join(_paragraph(about, told[about]) for about in told))


def _paragraph(about: str, sentences: Sequence[str]) -> str:
    text = printable(f"{about}: {'. '.join(f'{one[:1].upper()}{one[1:]}' for one in sentences)}.")
    return textwrap.fill(text, terminal_columns(), subsequent_indent="  ") + "\n"
