"""``arena league new``: a league file, from options or questions."""

from __future__ import annotations

import shlex
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, get_args

import click

from arena.cli.output import note
from arena.errors import BotError
from arena.league.making import Made, NamedBot, Wish, make_league, named_bot
from arena.plan import Seating
from arena.players.files import read_bot
from arena.players.samples import sample_bots

Answer = TypeVar("Answer")

SEATS = click.IntRange(1, 5)
DEALS = click.IntRange(1, 1_000_000)
USUAL_SEATS = 4
USUAL_DEALS = 10


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="What the league is called; like FILE if left out.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[NAME=]BOT",
    help="A bot; may be given several times. If left out, all sample bots.",
)
@click.option("--seats", type=SEATS, help="Bots at a table; 4 if left out and there are so many.")
@click.option("--deals", type=DEALS, help="Deals of each line-up; 10 if left out.")
@click.option(
    "--seating",
    type=click.Choice(get_args(Seating)),
    default="rotate",
    help="Which seats a line-up has in each deal.",
)
@click.option("--competition", is_flag=True, help="With a seed that is secret until the end.")
@click.option("--seed", help="A public seed, by which everybody can compute every deal.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing; take what is usual.")
def new(
    *,
    file: Path,
    name: str | None,
    bots: Sequence[str],
    seats: int | None,
    deals: int | None,
    seating: Seating,
    competition: bool,
    seed: str | None,
    yes: bool,
) -> None:
    """Write a league file, from options or questions.

    FILE ends in .toml. On a terminal, what no option gives is asked. A BOT is a .py file, a
    folder, or a sample bot by name (arena bot list).

    For a competition a secret seed is made, from which every deal follows, and written to a file
    of its own beside FILE, which has only its SHA-256. Nothing that exists is written over.
    """
    if file.suffix != ".toml":
        raise click.UsageError(f"A league file ends in .toml, and {file} does not.")
    if competition and seed is not None:
        raise click.UsageError("--competition has a secret seed, and --seed a public one.")
    ask = not yes and sys.stdin.isatty() and sys.stderr.isatty()
    usual = unicodedata.normalize("NFC", file.stem).strip()
    title = name or _asked(ask, "Name of the league", usual)
    chosen = [named_bot(bot) for bot in bots] or _chosen(ask)
    places = seats or _asked(ask, "Seats at a table", min(USUAL_SEATS, len(chosen)), SEATS)
    rounds = deals or _asked(ask, "Deals of each line-up", USUAL_DEALS, DEALS)
    if ask and not competition and seed is None:
        competition = click.confirm("Shall its seed be secret, as in a competition?", err=True)
    wish = Wish(title, chosen, places, rounds, seating, seed, competition)
    _tell(file, wish, make_league(file, wish))


def _asked(
    ask: bool, question: str, usual: Answer, kind: click.ParamType[Answer] | None = None
) -> Answer:
    """The answer to a question, or what is usual where nobody is asked."""
    if not ask:
        return usual
    answer: Answer = click.prompt(question, usual, type=kind, err=True)
    return answer


def _chosen(ask: bool) -> list[NamedBot]:
    """The bots that are named in answer to a question; without any, the sample bots."""
    samples = sample_bots()
    found: list[NamedBot] = []
    if ask:
        click.echo(
            f"Its bots, one at a time: a path, NAME=PATH, or one of {', '.join(samples)}. "
            "Enter alone ends the list; at once, it takes all of these.",
            err=True,
        )
        while bot := click.prompt("Bot", "", show_default=False, value_proc=_bot, err=True):
            found.append(bot)
    return found or [NamedBot(sample.name, sample.path) for sample in samples.values()]


def _bot(answer: str) -> NamedBot | None:
    """The bot that is meant; asked again if it is none."""
    if not answer:
        return None
    try:
        bot = named_bot(answer)
        read_bot(bot.path)
    except BotError as error:
        raise click.BadParameter(str(error)) from error
    return bot


def _tell(file: Path, wish: Wish, made: Made) -> None:
    """What was written, and what comes next."""
    bots = "1 bot" if len(wish.bots) == 1 else f"{len(wish.bots)} bots"
    note(f"{file}: written, for {bots} at tables of {wish.seats}.")
    if made.git_ignore is not None:
        note(f"{made.git_ignore}: it says *.seed now, so that git does not take the seed.")
    if made.seed_file is not None:
        note(
            f"{made.seed_file}: the secret seed, which only you may read (mode 600). Keep a copy "
            "of it elsewhere: without it the season can neither go on nor be checked."
        )
    shown = f"./{file}" if str(file).startswith("-") else str(file)
    note(f"Next: {shlex.join(['arena', 'run', shown])}")
