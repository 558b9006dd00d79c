"""One bot more in a league file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.errors import ArenaError, BotError, LeagueError
from arena.league.complaints import without_place
from arena.league.drafting import NewBot, bot_text
from arena.league.making import NamedBot, path_from
from arena.league.names import name_complaint
from arena.league.reading import league_file_text, league_of
from arena.league.unpacking import bot_in, unpack
from arena.players.files import sync

ARCHIVE = ".zip"


@contextmanager
def listed_too(league: Path, bot: NamedBot, author: str) -> Iterator[None]:
    """List a bot in a league file, for good unless what is done within raises.

    A bot in a ``.zip`` is unpacked beside the league, into ``LEAGUE-entries/NAME``. Raises
    LeagueError for a file that would have mistakes then; nothing is changed in that case.
    """
    before = league_file_text(league)
    path, unpacked = bot.path, None
    given = path_from(league.parent.resolve(), bot.path)
    if bot.path.suffix == ARCHIVE and bot.path.is_file():
        problem = name_complaint(bot.name)
        if problem:
            raise BotError(f"bot {bot.name!r}: {problem}")
        folder = league.with_name(f"{league.stem}-entries") / bot.name
        unpacked = folder if unpack(bot.path, folder) else None
        path = bot_in(folder)
        given = path.relative_to(league.parent).as_posix()
    try:
        with _as_given(league, bot, path):
            text = before.rstrip("\n") + "\n" + bot_text(NewBot(bot.name, given, author))
            league_of(league, text, secret=False)
            _replace(league, text)
            try:
                yield
            except BaseException:
                _replace(league, before)
                raise
    except BaseException:
        if unpacked is not None:
            shutil.rmtree(unpacked, ignore_errors=True)
            with suppress(OSError):  # it may hold others
                unpacked.parent.rmdir()
        raise


@contextmanager
def _as_given(league: Path, bot: NamedBot, path: Path) -> Iterator[None]:
    """Have complaints tell of a bot as it was given: its line and its folder will be gone."""
    try:
        yield
    except LeagueError as error:
        told = [without_place(str(league), one) for one in error.complaints]
        unpacked, given = str(path.resolve()), str(bot.path)
        raise LeagueError([one.replace(unpacked, given) for one in told]) from error


def _replace(league: Path, text: str) -> None:
    """Put another text in place of a file's, wholly or not at all."""
    place = league.resolve()
    draft = place.with_name(f".{place.name}.draft")  # one writer at a time comes here
    try:
        try:
            draft.write_bytes(text.encode())
            shutil.copymode(place, draft)
            sync(draft)
            draft.replace(place)
            sync(place.parent)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ArenaError(f"{league}: it cannot be written: {error.strerror}") from error
