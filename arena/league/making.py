"""Makes a league file, and with it the seed file of a competition."""

from __future__ import annotations

import os
import secrets
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from arena import seeds
from arena.errors import ArenaError, BotError, LeagueError
from arena.league.complaints import without_place
from arena.league.drafting import Commitment, Draft, NewBot, league_text
from arena.league.git_ignoring import ignore_seeds
from arena.league.new_files import FOR_THE_OWNER, write_new
from arena.league.reading import league_of
from arena.plan import Seating
from arena.players.files import read_bot
from arena.players.samples import find_bot, sample_bots

SECRET_BYTES = 32
"""Of a competition's seed."""


class NamedBot(NamedTuple):
    """A bot that was chosen for a league, and where its files are."""

    name: str
    path: Path


class Wish(NamedTuple):
    """What a new league is to be. A ``competition`` has a secret seed, and ``seed`` is None."""

    name: str
    bots: Sequence[NamedBot]
    seats: int
    deals: int
    seating: Seating
    seed: str | None
    competition: bool


class Made(NamedTuple):
    """What was written: the seed file of a competition, and the .gitignore if it was changed."""

    seed_file: Path | None
    git_ignore: Path | None


def named_bot(given: str) -> NamedBot:
    """The bot that a user means by ``NAME=PATH``, by a path, or by the name of a sample bot.

    Without NAME it is called like its file or folder. Raises BotError if there is none.
    """
    name, equals, path = given.partition("=")
    if equals and not os.path.lexists(given):
        return NamedBot(name, find_bot(path))
    found = find_bot(given)
    sample = sample_bots().get(given)
    if sample is not None and found == sample.path:
        return NamedBot(given, found)
    place = Path(os.path.abspath(found))  # noqa: PTH100 because a link's own name is meant
    name = place.stem if place.suffix in {".py", ".zip"} else place.name
    return NamedBot(unicodedata.normalize("NFC", name), found)


def make_league(file: Path, wish: Wish) -> Made:
    """Write a league file that can be played, after its seed file if it is a competition.

    Raises LeagueError with everything that is wrong with the wish, ArenaError for what cannot be
    written; nothing is written then, and nothing is ever written over.
    """
    seed_file = file.with_suffix(".seed") if wish.competition else None
    for taken in (file, file.with_suffix(".db"), *([seed_file] if seed_file else [])):
        if os.path.lexists(taken):
            raise ArenaError(f"{taken}: it exists, and nothing is written over; take another name")
    if not file.parent.is_dir():
        raise ArenaError(f"{file}: there is no folder {file.parent}; make it first")
    seed = secrets.token_hex(SECRET_BYTES)
    commitment = Commitment(seeds.commitment_to(seed), seed_file.name) if seed_file else None
    content = _checked_text(file, wish, commitment)
    git_ignore = ignore_seeds(seed_file) if seed_file else None
    if seed_file:
        # Before the league file, so that none commits to a seed that was lost between; without a
        # newline, so that `sha256sum` of the file is what the league commits to.
        write_new(seed_file, seed.encode(), FOR_THE_OWNER)
    try:
        write_new(file, content)
    except ArenaError:
        if seed_file:
            seed_file.unlink()
        raise
    return Made(seed_file, git_ignore)


def _checked_text(file: Path, wish: Wish, commitment: Commitment | None) -> bytes:
    """The text of the league file; LeagueError with every complaint about it."""
    folder = file.parent.resolve()
    bots = [NewBot(bot.name, path_from(folder, bot.path)) for bot in wish.bots]
    seed = wish.seed if commitment is None else commitment
    text = league_text(Draft(wish.name, bots, wish.seats, wish.deals, wish.seating, seed))
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        reason = "a league file is UTF-8, and a name or path that was given for it is not"
        raise ArenaError(f"{file}: {reason}") from error
    complaints = [_complaint(bot, folder) for bot in wish.bots]
    try:
        league_of(file, text, secret=False)
    except LeagueError as error:
        complaints += [without_place(str(file), one) for one in error.complaints]
    if any(complaints):
        raise LeagueError([complaint for complaint in complaints if complaint])
    return content


def _complaint(bot: NamedBot, folder: Path) -> str:
    """Why what is where a bot should be is none for a league in a folder, if so; else empty."""
    if bot.path.is_dir() and folder.is_relative_to(bot.path.resolve()):
        return (
            f"bot {bot.name}: its folder {bot.path} would hold the league's own files, which no "
            "bot may have; take another folder for one of them"
        )
    try:
        if os.path.lexists(bot.path):
            read_bot(bot.path)
    except BotError as error:
        return f"bot {bot.name}: {error}"
    return ""


def path_from(folder: Path, path: Path) -> str:
    """A bot's path as the league file in a folder has it: relative, unless it was given whole.

    Links above the bot are followed, since ``..`` leads elsewhere from behind one.
    """
    if path.is_absolute() and path not in [bot.path for bot in sample_bots().values()]:
        return str(path)
    place = path.resolve() if path.name in {"", ".."} else path.parent.resolve() / path.name
    return Path(os.path.relpath(place, folder)).as_posix()
