"""The league table: most points first, ties split by the plan's tie-breaks in turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import assert_never

import msgspec

from arena.plan import Plan, TieBreak, listed
from arena.ranking.played import Played
from arena.ranking.tally import Tally, tallies
from arena.ranking.tie_breaks import head_to_head, settle


class StandingsRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row as people see it, its columns in their order.

    All versions of a bot count. ``points`` is the sum over all matches, ``places`` counts firsts,
    seconds, ..., ``score`` is the mean. ``head_to_head`` is the points per match in which bots
    level on points met; None if it was not asked. ``wins`` are first places, shared ones
    included. ``decided_by`` says in words what split a tie and is empty without one. A bot whose
    matches are void has no ``rank``; ``remark`` is what the organiser did to a bot.
    """

    rank: int | None
    bot: str
    points: float
    matches: int
    places: list[int]
    score: float
    head_to_head: float | None
    wins: int
    faults: int
    decided_by: str
    remark: str = ""


def standings(plan: Plan, tables: Iterable[Played]) -> list[StandingsRow]:
    """The rows of the plan's bots; those level after every tie-break share the rank."""
    field = _Field(plan, tables)
    best_first = sorted(field.bots, key=lambda bot: -field.points[bot])
    rows: list[StandingsRow] = []
    for _, level_on_points in groupby(best_first, key=field.points.__getitem__):
        for level in settle(list(level_on_points), plan.points.tie_breaks, field.measure):
            rank = len(rows) + 1
            rows.extend(field.row(rank, bot, reasons) for bot, reasons in level.decided_by.items())
    return rows + [field.row(None, bot, []) for bot in field.void]


def bot_of(label: str) -> str:
    """The bot of an entrant's label.

    >>> bot_of("greedy@2")
    'greedy'
    """
    return label.rpartition("@")[0]


def number_of(label: str) -> int:
    """The number of the version in an entrant's label.

    >>> number_of("greedy@2")
    2
    """
    return int(label.rpartition("@")[2])


class _Field:
    """The bots of a league, alphabetical, and what their matches say of each."""

    def __init__(self, plan: Plan, tables: Iterable[Played]) -> None:
        self._plan = plan
        self._tables = list(tables)
        found = tallies(self._tables, bot_of)
        field = sorted(listed(plan.entrants), key=lambda entrant: entrant.name)
        self.bots = [entrant.name for entrant in field if entrant.counts]
        self.void = [entrant.name for entrant in field if not entrant.counts]
        self._remark = {entrant.name: entrant.remark for entrant in field}
        self._tally = {entrant.name: found.get(entrant.name, Tally()) for entrant in field}
        self.points = {bot: tally.points(plan.points) for bot, tally in self._tally.items()}
        self._met: dict[str, Fraction] = {}

    def measure(self, tie_break: TieBreak, level: Sequence[str]) -> Mapping[str, Fraction] | None:
        """What each of the level bots has by a tie-break; head-to-head is kept for its column."""
        match tie_break:
            case "head-to-head":
                met = head_to_head(level, self._tables, self._plan.points, bot_of)
                self._met.update(met or {})
                return met
            case "wins":
                return {bot: Fraction(self._tally[bot].wins) for bot in level}
            case "score":
                return {bot: self._tally[bot].mean_score for bot in level}
            case "faults":
                return {bot: Fraction(-self._tally[bot].faults) for bot in level}
            case _:
                assert_never(tie_break)

    def row(self, rank: int | None, bot: str, reasons: Sequence[str]) -> StandingsRow:
        """The bot's row."""
        tally = self._tally[bot]
        met = self._met.get(bot)
        return StandingsRow(
            rank=rank,
            bot=bot,
            points=float(self.points[bot]),
            matches=tally.matches,
            places=tally.places(self._plan.seats if self._plan.seats > 1 else len(self.bots)),
            score=float(tally.mean_score),
            head_to_head=None if met is None else float(met),
            wins=tally.wins,
            faults=tally.faults,
            decided_by="; ".join(reasons),
            remark=self._remark[bot],
        )
