"""What a league's database holds, as frozen facts."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from arena.plan import Entrant, Fixture, Plan
from arena.records import Fault, MatchRecord, Result

SeedSource: TypeAlias = Literal["public", "made", "committed"]
"""The league's seed stands in its file, was made once, or is secret until the season is over."""


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """One league file's run: what is played, from which seed, and on what.

    ``seed`` is None while it is only committed to. ``arena`` and ``python`` are the versions that
    the season goes on with. ``sandbox`` is the lowest level that its matches were played on, and
    ``repeatable`` whether all bots had the same addresses in every process.
    """

    plan: Plan
    seed: str | None
    seed_source: SeedSource
    commitment: str | None = None
    arena: str
    python: str
    sandbox: str
    repeatable: bool

    @property
    def revealed(self) -> bool:
        """Whether a seed that was secret has been published: its deals are known from then on."""
        return self.seed_source == "committed" and self.seed is not None


class Platform(msgspec.Struct, frozen=True, kw_only=True):
    """What matches are played on: versions, kind of processor, level of the sandbox."""

    arena: str
    python: str
    c_library: str
    processor: str
    sandbox: str


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the organiser's log; ``at`` is the time in UTC, ``bot`` the name, if any."""

    at: str
    who: str
    act: str
    bot: str | None = None
    detail: str = ""
    reason: str = ""


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A bot of the league, and where its files were, as the league file gives it."""

    entrant: Entrant
    path: str


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match; ``number`` is its position from 1 among all that have been stored.

    Positions are counted in schedule order, so a number is settled once every match before it
    in the schedule has been played.
    """

    number: int
    fixture: Fixture
    record: MatchRecord


class StoredResult(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match without its moves, which is quickly read and enough for tables.

    ``number`` is that of ``StoredMatch``, ``block`` counts blocks in the same way; ``seed`` is
    the deal's.
    """

    number: int
    block: int
    fixture: Fixture
    seed: str
    result: Result
    faults: list[Fault]


class StoredRating(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's rating; ``bot`` is its label, ``matches`` how many of its own went into it."""

    bot: str
    mu: float
    sigma: float
    matches: int


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """All ratings after the first ``rated`` matches in schedule order."""

    rated: int
    bots: list[StoredRating]


class MatchLog(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot printed in one match, and what was measured of it.

    ``truncated`` says that it printed more than is kept, ``fault`` that it forfeited the match.
    """

    line_up: str
    deal: int
    seating: int
    seat: int
    bot: str
    text: str
    truncated: bool = False
    measured: str = ""
    fault: bool = False
