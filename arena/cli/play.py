"""``arena play``: one match outside any league."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.bot.messages import Match
from arena.cli.options import style_option
from arena.cli.output import note, print_table
from arena.errors import ArenaError, PlatformError
from arena.games.ten.game import TEN
from arena.league.reading import read_league
from arena.match.referee import PlayedMatch
from arena.match.single import (
    Conditions,
    Contestant,
    MakePlayer,
    in_process,
    in_processes,
    own_seeds,
    play_single,
)
from arena.players.choosing import choose
from arena.players.company import Company
from arena.players.files import keep, read_bot
from arena.players.nursery import Nursery
from arena.players.person import PersonPlayer
from arena.players.player import Player
from arena.players.samples import find_bot, sample_bots
from arena.records import write_record
from arena.reports.cells import printable
from arena.reports.columns import SEATS
from arena.reports.match_page import seat_rows
from arena.sandbox.levels import Level

PERSON = "me"
PERSONS_VERSION = "0" * 64
SEED_BYTES = 16


@click.command()
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--seed", help="The seed of the deck; if left out, one is made and told.")
@click.option(
    "--bot-seed", "bot_seeds", multiple=True, help="A bot's own seed, once for each seat in turn."
)
@click.option(
    "--league",
    type=click.Path(path_type=Path),
    help="Play by the deck and the limits of this league file.",
)
@click.option("--record", type=click.Path(path_type=Path), help="Add the match record to a file.")
@click.option("--logs", type=click.Path(path_type=Path), help="Write each seat's output there.")
@click.option(
    "--in-process", "trusted", is_flag=True, help="Without processes or limits; for trusted bots."
)
@style_option
def play(
    *,
    bots: tuple[str, ...],
    seed: str | None,
    bot_seeds: tuple[str, ...],
    league: Path | None,
    record: Path | None,
    logs: Path | None,
    trusted: bool,
    style: str,
) -> None:
    """Play one match of TEN outside any league, the first BOT in seat 0.

    A BOT is a .py file, a folder with bot.py or bot.toml, or a sample bot by name (arena bot
    list). The word me is a person at the keyboard.
    """
    _refuse_wrong_seats(bots, bot_seeds)
    conditions = _conditions(league)
    if seed is None:
        seed = secrets.token_hex(SEED_BYTES)
        note(f"seed: {seed}")
    if record is not None:
        _add(record, b"")  # a path that cannot be written is told before the match
    if logs is not None:
        _make_folder(logs)
    with TemporaryDirectory(prefix="arena-") as folder:
        contestants = [_contestant(bot, Path(folder)) for bot in bots]
        own = bot_seeds or own_seeds(seed, len(bots))
        with _players(conditions, trusted=trusted) as make:
            played = play_single(conditions, seed, own, contestants, make)
    if record is not None:
        _add(record, write_record(played.record) + b"\n")
    if logs is not None:
        _write_logs(logs, played)
    print_table(SEATS, seat_rows(played.record, [sitting.name for sitting in contestants]), style)
    _tell_faults(played, logs)


def _refuse_wrong_seats(bots: Sequence[str], bot_seeds: Sequence[str]) -> None:
    if len(bots) not in TEN.seats:
        raise click.UsageError(f"TEN is for 1 to 5 players, not {len(bots)}.")
    if bot_seeds and len(bot_seeds) != len(bots):
        raise click.UsageError(f"{len(bot_seeds)} of --bot-seed for {len(bots)} seats.")
    wrong = [own for own in bot_seeds if not re.fullmatch("[0-9a-f]{32}", own)]
    if wrong:
        raise click.UsageError(f"{wrong[0]!r} is no bot's seed; one has 32 hexadecimal digits.")


def _conditions(league: Path | None) -> Conditions:
    if league is None:
        return Conditions(game=TEN.name)
    plan = read_league(league, secret=False).draft
    return Conditions(
        game=plan.game,
        deck=plan.deck,
        limits=plan.limits,
        packages=plan.packages,
        reveal_names=plan.reveal_names,
    )


def _contestant(bot: str, folder: Path) -> Contestant:
    if bot == PERSON:
        return Contestant(name=PERSON, version=PERSONS_VERSION, entry=None)
    path = find_bot(bot)
    files = read_bot(path)
    name = bot if bot in sample_bots() else path.stem
    return Contestant(name=name, version=files.version, entry=keep(files, folder / "bots"))


@contextmanager
def _players(conditions: Conditions, *, trusted: bool) -> Iterator[MakePlayer]:
    """How to make the player of a seat: a person, or a bot in the way that was asked for."""

    def with_person(make_bot: MakePlayer) -> MakePlayer:
        def make(entry: Path | None, match: Match, company: Company) -> Player:
            return PersonPlayer(_ask) if entry is None else make_bot(entry, match, company)

        return make

    if trusted:
        yield with_person(in_process(conditions.limits))
        return
    level = _level()
    if level is Level.NONE and sys.platform != "linux":
        yield with_person(in_process(conditions.limits))
        return
    with Nursery(level, conditions.packages) as nursery:
        yield with_person(in_processes(conditions.limits, nursery))


def _level() -> Level:
    """How the bots are held: as well as can be; said where that is not at all."""
    try:
        return choose().level
    except PlatformError:
        note("sandbox: none; the bots can do whatever you can (see `arena doctor`)")
        return Level.NONE


def _ask(text: str) -> str:
    click.echo(text, err=True)
    answer: str = click.prompt("your action", err=True)
    return answer


def _add(file: Path, text: bytes) -> None:
    try:
        with file.open("ab") as opened:
            opened.write(text)
    except OSError as error:
        raise ArenaError(f"{file}: cannot be written: {error.strerror}") from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(f"{folder}: cannot be written: {error.strerror}") from error


def _write_logs(folder: Path, played: PlayedMatch) -> None:
    try:
        for seat, log in enumerate(played.logs):
            (folder / f"seat-{seat}.log").write_bytes(log.text)
    except OSError as error:
        raise ArenaError(f"{error.filename}: cannot be written: {error.strerror}") from error


def _tell_faults(played: PlayedMatch, logs: Path | None) -> None:
    """What helps the author: the sentence, what was measured, where the bot's words are."""
    for fault in played.record.faults:
        log = played.logs[fault.seat]
        note(f"seat {fault.seat}: {fault.fault} at move {fault.move}: {fault.detail}")
        if log.measured:
            note(f"  {log.measured}")
        last = log.text.decode(errors="backslashreplace").splitlines()[-1:]
        if last:
            note(f"  its last line: {printable(last[0])}")
        if logs is None:
            note("  its whole output: add --logs FOLDER")
