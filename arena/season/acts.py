"""What an organiser does to a season that has begun: entrants come, change and go.

Every act is one transaction: who is in, which matches count, the ratings, the organiser's log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from arena.errors import ArenaError, LeagueError
from arena.formats.catalogue import FORMATS
from arena.league.reading import League, ListedBot, read_league
from arena.plan import Entrant, Plan
from arena.players.files import BotFiles, forget_drafts, keep
from arena.ranking.played import Played, tables
from arena.sandbox.levels import Level
from arena.season.noting import noted
from arena.season.opening import known_paths, refuse_other_rules, seed_of
from arena.season.rating import as_played, folded, rebuilt
from arena.season.registration import entrant_of, read_bots, snapshots_path, trials
from arena.season.returning import command, other_seats, too_much_alike
from arena.season.revealing import is_revealed
from arena.store.reader import Reader
from arena.store.writer import Writer, open_writer

Policy: TypeAlias = Literal["void", "keep", "forfeit"]
POLICIES: dict[Policy, Literal["void", "kept", "forfeit"]] = {
    "void": "void",
    "keep": "kept",
    "forfeit": "forfeit",
}
"""What becomes of a withdrawn bot's matches, and the status that it has then."""

MakeLevel: TypeAlias = Callable[[], Level]
"""Finds the level of the sandbox, which takes a while, where a bot is to be started."""


class Acting(msgspec.Struct, frozen=True, kw_only=True):
    """A season that is being changed: nobody else writes it meanwhile."""

    league: League
    results: Writer
    plan: Plan
    seed: str

    def with_league_file_as_it_is(self) -> Acting:
        """The same after the league file was edited."""
        return msgspec.structs.replace(self, league=read_league(self.league.path, secret=False))

    def change(self, entrants: Sequence[Entrant], act: str, bot: str, **noting: str) -> None:
        """Put other entrants in place of those of the season."""
        season = self.results.season()
        plan = msgspec.structs.replace(self.plan, entrants=list(entrants))
        self.results.change_season(
            msgspec.structs.replace(season, plan=plan),
            known_paths(self.league, self.results, plan),
            [noted(act, bot, **noting)],
            rebuilt(self.results, plan, self.seed),
        )


@contextmanager
def acting(path: Path, database: Path) -> Iterator[Acting]:
    """Open the season of a league file to change it.

    Raises LeagueError for a file with mistakes, StoreError as ``open_writer`` does and for a file
    of another season.
    """
    league = read_league(path, secret=not is_revealed(database))
    with open_writer(database, path) as results:
        season = results.season()
        refuse_other_rules(league, season)
        forget_drafts(snapshots_path(database))
        yield Acting(league=league, results=results, plan=season.plan, seed=seed_of(league, season))


def accept(on: Acting, name: str, level: MakeLevel, reason: str = "") -> Entrant:
    """Register the changed files of a bot as its next version, whose matches are played anew.

    Raises ArenaError for a bot that is not in the season or has not changed, LeagueError for one
    that does not start.
    """
    old = _playing(on.plan, name)
    _refuse_known_deals(on)
    bot, files = read_listed(on.league, on.results.path, name)
    if files.version == old.version:
        raise ArenaError(f"bot {name}: its files are those of version {old.number}")
    _try(on, bot, files, level)
    wave = next_wave(on.results, on.plan)
    new = entrant_of(bot, files, old.number + 1, wave)
    on.change(
        [*_with(on.plan, old, status="replaced", left=wave), new],
        "accept",
        name,
        detail=f"version {new.number}, {files_of(new)}",
        reason=reason,
    )
    return new


def add(on: Acting, name: str, level: MakeLevel, reason: str = "") -> Entrant:
    """Take a bot into the season that its league file lists; only its matches come in.

    Raises ArenaError for one that is in already, LeagueError for one that does not start.
    """
    known = [entrant for entrant in on.plan.entrants if entrant.name == name]
    if any(entrant.status == "in" for entrant in known):
        raise ArenaError(f"bot {name} is in the season already")
    if any(entrant.status != "void" for entrant in known):
        raise ArenaError(f"bot {name} was withdrawn and its matches count; it cannot come back")
    if alike := too_much_alike(name, on.plan.entrants):
        raise ArenaError(f"bot {name}: the season has had a bot {alike}, and names are unique")
    _refuse_known_deals(on)
    on = on.with_league_file_as_it_is()
    bot, files = read_listed(on.league, on.results.path, name)
    _refuse_too_many(on.plan)
    new = entrant_of(bot, files, len(known) + 1, next_wave(on.results, on.plan))
    if seated := other_seats(on.league, [*on.plan.entrants, new]):
        raise ArenaError(
            f"{on.league.path}: seats are fixed by the order of its bots; list bot {name} at its "
            f"place in {', '.join(seated)}, and {command('add', on.league.path, name)} takes it in"
        )
    _try(on, bot, files, level)
    on.change([*on.plan.entrants, new], "add", name, detail=files_of(new), reason=reason)
    return new


def withdraw(on: Acting, name: str, policy: Policy, reason: str = "") -> None:
    """Take a bot out of the season, or one that is out already by another policy.

    A deal that it has begun is finished in every seating, unless its matches are void. Raises
    ArenaError for a bot that the season has not, and for one that is out by this policy already.
    """
    _take_out(on, "withdraw", name, policy, reason)


def disqualify(on: Acting, name: str, policy: Policy, reason: str) -> None:
    """The same for what the bot has done, which the tables tell."""
    _take_out(on, "disqualify", name, policy, reason)


def _take_out(on: Acting, act: str, name: str, policy: Policy, reason: str) -> None:
    entrant, remark = _latest(on.plan, name), remark_of(act, policy, reason)
    if (entrant.status, entrant.remark) == (POLICIES[policy], remark):
        raise ArenaError(f"bot {name} is out of the season already, by the policy {policy}")
    entrants = withdrawn(on.results, on.plan, name, policy, remark)
    on.change(entrants, act, name, detail=policy, reason=reason)


def remark_of(act: str, policy: Policy, reason: str = "") -> str:
    """What tables say of a bot that was taken out; nothing of one that they do not show."""
    if act == "disqualify":
        return f"disqualified: {reason}"
    return "" if policy == "void" else "withdrawn"


def withdrawn(reader: Reader, plan: Plan, name: str, policy: Policy, remark: str) -> list[Entrant]:
    """The entrants after a bot was withdrawn; it meets nobody who comes later, unless forfeited."""
    left = None if policy == "forfeit" else next_wave(reader, plan)
    entrant = _latest(plan, name)
    return _with(plan, entrant, status=POLICIES[policy], left=left, remark=remark)


class Prospect(msgspec.Struct, frozen=True):
    """What tables would be made of, and how many matches would be left to play."""

    plan: Plan
    tables: list[Played]
    left: int
    by_caretaker: int


def prospect(reader: Reader, plan: Plan, entrants: Sequence[Entrant]) -> Prospect:
    """How a season would stand with other entrants, from the same matches."""
    changed = msgspec.structs.replace(plan, entrants=list(entrants))
    played = reader.results(history=True)
    blocks = list(FORMATS[plan.format.kind].blocks(changed, "", played))  # seats do not matter
    scheduled = {fixture.key for block in blocks for fixture in block.fixtures}
    rated = folded(changed, blocks, reader.stored_results(history=True)).rated
    counting = [
        as_played(result)
        for result in reader.stored_results(history=True)
        if result.fixture.key in scheduled
    ]
    forfeited = {entrant.label for entrant in entrants if entrant.status == "forfeit"}
    begun = {key[:2] for key in played}
    left = [fixture for block in blocks for fixture in block.fixtures if fixture.key not in played]
    return Prospect(
        plan=changed,
        tables=list(tables(counting[:rated], plan.seats)),
        left=len(left),
        by_caretaker=sum(
            not forfeited.isdisjoint(fixture.seats) and fixture.key[:2] not in begun
            for fixture in left
        ),
    )


def files_of(entrant: Entrant) -> str:
    """How the organiser's log tells which files are meant."""
    return f"files {entrant.version}"


def _playing(plan: Plan, name: str) -> Entrant:
    """The version of a bot that plays."""
    entrant = _latest(plan, name)
    if entrant.status != "in":
        raise ArenaError(f"bot {name} was withdrawn from this season")
    return entrant


def _latest(plan: Plan, name: str) -> Entrant:
    """The last version of a bot; ArenaError with all names if there is none."""
    latest = {entrant.name: entrant for entrant in plan.entrants}
    if name not in latest:
        raise ArenaError(
            f"there is no bot {name!r} in this season; there are {', '.join(sorted(latest))}"
        )
    return latest[name]


def next_wave(reader: Reader, plan: Plan) -> int:
    """The wave of what comes or goes now: the last one, as long as nothing of it is played."""
    last = max(max(entrant.wave, entrant.left or 0) for entrant in plan.entrants)
    return last + 1 if reader.has_played(last) else last


def _with(plan: Plan, entrant: Entrant, **changes: object) -> list[Entrant]:
    changed = msgspec.structs.replace(entrant, **changes)
    return [changed if known is entrant else known for known in plan.entrants]


def read_listed(league: League, database: Path, name: str) -> tuple[ListedBot, BotFiles]:
    """A bot as its league file lists it, and its files.

    Raises ArenaError for one that is not listed, LeagueError for one that cannot be read.
    """
    others = [bot.name for bot in league.bots if bot.name != name]
    read, complaints = read_bots(league, database, leaving_out=others)
    if complaints:
        raise LeagueError(complaints)
    if not read:
        raise ArenaError(f"{league.path} lists no bot {name!r}; it lists {', '.join(others)}")
    return read[0]


def _try(on: Acting, bot: ListedBot, files: BotFiles, level: MakeLevel) -> None:
    entry = keep(files, snapshots_path(on.results.path), lasting=True)
    complaints = trials(on.league, level(), [(bot, entry)])
    if complaints:
        raise LeagueError(complaints)


def _refuse_known_deals(on: Acting) -> None:
    """With one seat all play the same deals, which who comes later may know (design, Seeds)."""
    if on.results.season().revealed:
        raise ArenaError(
            f"{on.results.path}: its seed has been revealed, so every deal is known; who comes or "
            "changes plays in a new season, in a league file of another name"
        )
    if on.plan.seats == 1 and on.results.played():
        raise ArenaError(
            f"{on.league.path}: with one seat all bots play the same deals, and some are known by "
            "now; who comes or changes plays in a new season, in a league file of another name"
        )


def _refuse_too_many(plan: Plan) -> None:
    present = sum(entrant.status in {"in", "forfeit"} for entrant in plan.entrants)
    complaints = FORMATS[plan.format.kind].check(max(present + 1, plan.seats), plan.seats)
    if complaints:
        raise ArenaError("; ".join(complaints))
