"""The crosstable: how each bot did in the matches in which it met each other one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import msgspec

from arena.plan import Plan
from arena.ranking.played import Played
from arena.ranking.points import Finish, finishes, most_points, points_for
from arena.ranking.standings import bot_of, standings


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot did against an opponent, in all versions of both.

    ``points`` is per match in which both sat at one table and from 0 to 1, as in the
    leaderboard: what the bot had of that table, not of this opponent alone. None without a match.
    """

    bot: str
    opponent: str
    points: float | None
    matches: int


class Crosstable(msgspec.Struct, frozen=True, kw_only=True):
    """The bots in the order of the standings, and the meetings of each with each other one."""

    bots: list[str]
    meetings: list[Meeting]

    def rows(self) -> list[list[float | None]]:
        """The points of each bot against every bot, None against itself."""
        points = {(one.bot, one.opponent): one.points for one in self.meetings}
        return [[points.get((bot, opponent)) for opponent in self.bots] for bot in self.bots]


def crosstable(plan: Plan, tables: Iterable[Played]) -> Crosstable:
    """How the plan's bots did against each other."""
    met = list(tables)
    bots = [row.bot for row in standings(plan, met)]
    found = _meetings(met)
    return Crosstable(
        bots=bots,
        meetings=[
            _meeting(plan, pair, found.get(pair, Counter())) for pair in permutations(bots, 2)
        ],
    )


def _meeting(plan: Plan, pair: tuple[str, str], ends: Counter[Finish]) -> Meeting:
    bot, opponent = pair
    matches = ends.total()
    total = sum(points_for(finish, plan.points) * count for finish, count in ends.items())
    points = float(total / (most_points(plan.points) * matches)) if matches else None
    return Meeting(bot=bot, opponent=opponent, points=points, matches=matches)


def _meetings(tables: Iterable[Played]) -> dict[tuple[str, str], Counter[Finish]]:
    """How often a bot came to each of its finishes where it met an opponent."""
    found: dict[tuple[str, str], Counter[Finish]] = {}
    # Many tables of a season are alike, and there are many pairs at a table.
    alike = Counter((tuple(table.seats), tuple(table.result.places)) for table in tables)
    for (labels, places), count in alike.items():
        seated = [*zip(map(bot_of, labels), finishes(places), strict=True)]
        for (bot, finish), (opponent, _) in permutations(seated, 2):
            found.setdefault((bot, opponent), Counter())[finish] += count
    return found
