"""Reads a league file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict

from arena.errors import LeagueError
from arena.games.catalogue import GAMES
from arena.league.checks import Table, check_together, checked, checked_bots
from arena.league.committed import check_seed
from arena.league.complaints import Complaints, complaint
from arena.league.toml_lines import Lines
from arena.plan import Entrant, Plan

MAX_BYTES = 1 << 20


class ListedBot(msgspec.Struct, frozen=True, kw_only=True):
    """One of the ``[[bots]]``: its path as given and made absolute, and the line that gives it."""

    name: str
    given: str
    path: Path
    author: str
    line: int


class Committed(NamedTuple):
    """What a league file commits to, if it does, and the league's seed, as far as it is known."""

    commitment: str | None
    seed: str | None


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league file without mistakes.

    ``seed`` is None if the file gives none; with a ``commitment`` it is the organiser's secret,
    and None where that was not asked for.
    """

    path: Path
    seed: str | None
    seed_file: Path | None
    commitment: str | None
    bots: list[ListedBot]
    draft: Plan
    """The plan without its entrants."""

    @property
    def committed(self) -> Committed:
        """What the file says of the seed."""
        return Committed(self.commitment, self.seed)

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """The plan with the bots as they were registered."""
        return msgspec.structs.replace(self.draft, entrants=list(entrants))


def read_league(path: Path, *, secret: bool = True) -> League:
    """Read and check a league file.

    Without ``secret`` a seed that is only committed to is not asked for, so its file may be
    missing. Raises LeagueError with every complaint, each with file and line.
    """
    return league_of(path, league_file_text(path), secret=secret)


def league_of(path: Path, text: str, *, secret: bool = True) -> League:
    """The league of a text that stands, or is to stand, in a league file.

    Raises LeagueError as ``read_league`` does.
    """
    document = _parse(path, text)
    complaints = Complaints(str(path), Lines(text))
    right = checked(document, complaints)
    bots = checked_bots(document, complaints)
    check_together(right, bots, complaints)
    seed = check_seed(right["league"], path.parent, complaints, secret=secret)
    found = [_find(path.parent, index, bot, complaints) for index, bot in enumerate(bots)]
    complaints.settle()
    return League(
        path=path,
        seed=seed,
        seed_file=path.parent / right["league"]["seed_file"]
        if "seed_file" in right["league"]
        else None,
        commitment=right["league"].get("commitment"),
        bots=[
            ListedBot(
                name=bot["name"],
                given=bot["path"],
                path=place,
                author=bot.get("author", ""),
                line=complaints.line("bots", index, "path"),
            )
            for index, (bot, place) in enumerate(zip(bots, found, strict=True))
        ],
        draft=_draft(right),
    )


def read_committed(path: Path, *, secret: bool = True) -> Committed:
    """What a league file says of its seed; nothing else in it is asked, so its bots may be gone.

    Raises LeagueError for a file that is none, and, unless without ``secret``, for a seed file
    that is missing or wrong.
    """
    text = league_file_text(path)
    league = _right(path, text)["league"]
    complaints = Complaints(str(path), Lines(text))
    seed = check_seed(league, path.parent, complaints, secret=secret)
    complaints.settle()
    return Committed(league.get("commitment"), seed)


def read_deals(path: Path) -> int:
    """How many deals a league file asks for, whatever else is wrong. LeagueError if it does not."""
    tables = _right(path, league_file_text(path))["tables"]
    if "deals" not in tables:
        raise LeagueError([f"{path}: it gives no number of deals (tables.deals)."])
    return int(tables["deals"])


def _right(path: Path, text: str) -> dict[str, Table]:
    """What is right of the tables of a league file, whatever else is wrong."""
    return checked(_parse(path, text), Complaints(str(path), Lines(text)))


def league_file_text(path: Path) -> str:
    """The file's text, with or without a byte-order mark."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise LeagueError([f"{path}: {error.strerror or error}."]) from error
    if len(content) > MAX_BYTES:
        raise LeagueError([f"{path}: a league file has at most {MAX_BYTES:,} bytes."])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        sentence = f"byte 0x{error.object[error.start]:02x} is not UTF-8; a league file is"
        raise LeagueError([complaint(str(path), line, sentence)]) from error


def _parse(path: Path, text: str) -> Table:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        sentence = "brackets are nested too deeply"
        raise LeagueError([complaint(str(path), 1, sentence)]) from error
    except ValueError as error:
        what, line = _syntax(str(error), text)
        raise LeagueError([complaint(str(path), line, f"this is not TOML: {what}")]) from error


def _syntax(message: str, text: str) -> tuple[str, int]:
    """What ``tomllib`` says and the line that it means: older ones tell it in words only."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if place is None:
        return message, 1
    line = int(place[1]) if place[1] else text.rstrip().count("\n") + 1
    return message[: place.start()], line


def _find(folder: Path, index: int, bot: Table, complaints: Complaints) -> Path:
    """The absolute path of a bot; a complaint if nothing is there."""
    place = folder / str(bot.get("path", ""))
    try:
        # Links above the bot are the organiser's; that it is none itself is seen at registration.
        place = place.parent.resolve(strict=True) / place.name
        place.lstat()
    except (OSError, RuntimeError):
        missing = f"there is no file or folder {place.absolute()}"
        complaints.wrong(("bots", index, "path"), bot["path"], missing)
    return place


def _draft(right: Mapping[str, Table]) -> Plan:
    league, tables = right["league"], dict(right["tables"])
    if "deck" in tables:
        tables["deck"] = GAMES[league["game"]].normal_deck(tables["deck"])
    facts: dict[str, Any] = {
        "name": league["name"],
        "game": league["game"],
        "entrants": [],
        "format": right["format"],
        "limits": right["limits"],
        "points": right["points"],
        "packages": right["bots_may"].get("packages", []),
        "reveal_names": right["bots_may"].get("reveal_names", False),
        **tables,
        **right["ratings"],
    }
    return msgspec.convert(facts, Plan)


def impossible(plan: Plan) -> list[str]:
    """A complaint for everything in a plan that no league file can give."""
    complaints = Complaints("", Lines(""))
    tables = {
        "league": {"name": plan.name, "game": plan.game},
        "tables": {"seats": plan.seats, "deals": plan.deals, "seating": plan.seating}
        | ({} if plan.deck is None else {"deck": plan.deck}),
        "format": asdict(plan.format),
        "limits": asdict(plan.limits),
        "bots_may": {"packages": plan.packages, "reveal_names": plan.reveal_names},
        "points": {key: value for key, value in asdict(plan.points).items() if value is not None},
        "ratings": {"draw_probability": plan.draw_probability},
    }
    names = list(dict.fromkeys(entrant.name for entrant in plan.entrants))
    check_together(checked(tables, complaints), [{"name": name} for name in names], complaints)
    return complaints.sentences()
