"""What a check of an audit is, and what it looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from arena.errors import LeagueError, RecordError
from arena.games.catalogue import GAMES
from arena.league.reading import League
from arena.match.replay import check
from arena.plan import Entrant, Plan
from arena.ranking.played import Played
from arena.records import MatchRecord, read_record
from arena.season.rating import by_its_record
from arena.store.auditing import WholeMatch
from arena.store.facts import Season

Verdict: TypeAlias = Literal["holds", "wrong", "not checked"]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a check: a row as people see it, its columns in their order.

    ``note`` says what was counted, or why nothing could be checked; ``findings`` are sentences.
    """

    check: str
    result: Verdict
    note: str
    findings: list[str]


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a league says of itself: the season, its bots, and the league's seed if known."""

    season: Season
    entrants: dict[str, Entrant]
    """The rows of the bots, by label."""
    seed: str | None
    league: League | LeagueError | None
    """The league file, or what is wrong with it; None if there is none."""
    is_public: bool
    """Whether this is a copy without what must not be shared."""

    @property
    def plan(self) -> Plan:
        """The season's plan."""
        return self.season.plan


class Seen:
    """A stored match with its record, read once for all checks."""

    def __init__(self, match: WholeMatch) -> None:
        self.match = match
        self.record: MatchRecord | None = None
        self.error: RecordError | None = None
        """Why there is no record to be read."""
        try:
            if match.record is not None:
                self.record = read_record(match.record)
        except RecordError as error:
            self.error = error

    @property
    def counts(self) -> bool:
        """Whether it is more than history."""
        return self.match.number is not None

    @property
    def name(self) -> str:
        """How findings call it."""
        match = self.match
        if match.number is not None:
            return f"match {match.number}"
        return f"{match.line_up}, deal {match.deal}, seating {match.seating} (history)"

    @cached_property
    def replay(self) -> RecordError | None:
        """What replaying the record shows to be wrong first; None if it holds, or is none."""
        if self.record is None:
            return None
        if self.record.game not in GAMES:
            return RecordError("game", f"{self.record.game!r}; known are {', '.join(GAMES)}")
        try:
            check(self.record, GAMES[self.record.game])
        except RecordError as error:
            return error
        return None

    @cached_property
    def played(self) -> Played | None:
        """The match by its record alone, as ranking sees it; None if the record is of another."""
        if self.record is None:
            return None
        try:
            return by_its_record(self.match.order, self.record)
        except RecordError:
            return None

    @cached_property
    def labels(self) -> list[str]:
        """Who sat there by the table of seats."""
        return [seat.bot for seat in self.match.seats]


class Check:
    """One thing that must add up. It sees every match in schedule order, then comes to its end.

    What it yields are sentences about what does not.
    """

    name: str
    note = ""
    unchecked = False
    """Set where nothing can be said."""

    def see(self, seen: Seen) -> Iterator[str]:  # noqa: ARG002 because not all look at matches
        """What is wrong with a match."""
        yield from ()

    def end(self) -> Iterator[str]:
        """What is wrong with all of them together."""
        yield from ()


def counted(number: int, thing: str, plural: str = "s") -> str:
    """A number of things.

    >>> counted(1, "match", "es"), counted(1200, "match", "es")
    ('1 match', '1,200 matches')
    """
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}{plural}"


def by_bot(entrants: Iterable[Entrant]) -> dict[str, list[Entrant]]:
    """The versions of each bot, by its name, in the order in which they come."""
    found: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        found.setdefault(entrant.name, []).append(entrant)
    return found
