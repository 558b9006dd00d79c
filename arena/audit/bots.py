"""Checks of the bots: their versions as the season tells them, and the files they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from arena.audit.check import Check, Facts, by_bot, counted
from arena.errors import BotError, LeagueError
from arena.league.reading import League
from arena.plan import Entrant
from arena.players.files import differences, kept_entry
from arena.season.registration import read_bots, snapshots_path
from arena.store.facts import Registered


class Bots(Check):
    """The rows of the bots are those of the plan, and their versions follow each other."""

    name = "bots"

    def __init__(self, facts: Facts, registered: Sequence[Registered]) -> None:
        self._planned = facts.plan.entrants
        self._stored = [bot.entrant for bot in registered]

    def end(self) -> Iterator[str]:
        """What the plan and the rows, or the versions of a bot, do not agree about."""
        by_name = by_bot(self._stored)
        self.note = f"{counted(len(by_name), 'bot')}, {counted(len(self._stored), 'version')}"
        yield from self._unlike()
        for name, versions in by_name.items():
            for sentence in _about(sorted(versions, key=lambda version: version.number)):
                yield f"bot {name}: {sentence}"

    def _unlike(self) -> Iterator[str]:
        planned = {entrant.label: entrant for entrant in self._planned}
        stored = {entrant.label: entrant for entrant in self._stored}
        if len(planned) < len(self._planned):
            yield "the plan has a version more than once"
        for label in sorted(planned.keys() | stored.keys()):
            if label not in stored:
                yield f"{label} is in the plan, and has no row"
            elif label not in planned:
                yield f"{label} has a row, and is not in the plan"
            elif stored[label] != planned[label]:
                yield f"{label} is another in its row than in the plan: " + ", ".join(
                    f"{key} {getattr(stored[label], key)!r}, not {getattr(planned[label], key)!r}"
                    for key in Entrant.__struct_fields__
                    if getattr(stored[label], key) != getattr(planned[label], key)
                )


def _about(versions: Sequence[Entrant]) -> Iterator[str]:
    """What is wrong with the versions of one bot, which are sorted by number."""
    numbers = [version.number for version in versions]
    if numbers != [*range(1, len(versions) + 1)]:
        yield f"its versions are numbered {', '.join(map(str, numbers))}"
    playing = [version.label for version in versions if version.status == "in"]
    if len(playing) > 1:
        yield f"{' and '.join(playing)} both play"
    for version in versions:
        if version.left is not None and version.left < version.wave:
            yield f"{version.label} left in wave {version.left}, and came in wave {version.wave}"
    for before, after in pairwise(versions):
        if before.left is not None and after.wave < before.left:
            yield (f"{after.label} came in wave {after.wave}; {before.label} left in {before.left}")


class Files(Check):
    """The files of every version that counts are kept, and the bots' own files are still those."""

    name = "files"

    def __init__(self, facts: Facts, database: Path) -> None:
        self._facts = facts
        self._entrants = facts.entrants.values()
        self._database = database

    def end(self) -> Iterator[str]:
        """Which files are missing, or are other ones."""
        if self._facts.is_public:
            self.unchecked = True
            self.note = "a public copy has no files of bots"
            return
        folder = snapshots_path(self._database)
        lost = 0
        for entrant in self._entrants:
            problem = _problem(folder, entrant.version)
            if problem and entrant.counts:
                yield f"bot {entrant.label}: {problem}"
            lost += bool(problem) and not entrant.counts
        kept = sum(entrant.counts for entrant in self._entrants)
        self.note = f"{counted(kept, 'version')} to keep"
        if lost:
            self.note += f"; {lost:,} of history not kept"
        match self._facts.league:
            case None:
                self.note += "; no league file"
            case LeagueError(complaints=complaints):
                yield from complaints
            case league:
                yield from self._of_the_league(league, folder)

    def _of_the_league(self, league: League, folder: Path) -> Iterator[str]:
        """How the bots of the league file differ from those that play."""
        current = {entrant.name: entrant for entrant in self._entrants if entrant.status == "in"}
        gone = {entrant.name for entrant in self._entrants} - current.keys()
        read, complaints = read_bots(league, self._database, leaving_out=gone)
        yield from complaints
        for bot, files in read:
            entrant = current.get(bot.name)
            if entrant is None:
                yield f"bot {bot.name} is listed in {league.path}, and not in the season"
            elif files.version != entrant.version:
                differing = ", ".join(differences(files, folder / entrant.version))
                yield f"bot {bot.name}: its files have changed since {entrant.label}: {differing}"
        listed = {bot.name for bot in league.bots}
        for name in [name for name in current if name not in listed]:
            yield f"bot {name} is in the season, and not listed in {league.path}"


def _problem(folder: Path, version: str) -> str:
    """What is wrong with the kept files of a version; empty if nothing is."""
    if not (folder / version).is_dir():
        return f"its files (version {version[:12]}) are not kept in {folder}"
    try:
        kept_entry(folder, version)
    except BotError as error:
        return str(error)
    return ""
