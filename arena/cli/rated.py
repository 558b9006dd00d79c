"""A league as far as it is rated, read from its database."""

from __future__ import annotations

from itertools import islice

import msgspec

from arena.plan import Plan
from arena.ranking.played import Played, tables
from arena.ranking.skill import Rating
from arena.store.facts import StoredResult
from arena.store.reader import Reader


class RatedLeague(msgspec.Struct, frozen=True, kw_only=True):
    """The front part of the schedule that is finished without a gap: what tables count.

    ``ratings`` are by label; ``waiting`` counts matches that finished before an earlier one.
    """

    plan: Plan
    ratings: dict[str, Rating]
    tables: list[Played]
    waiting: int

    @property
    def note(self) -> str:
        """What to tell about matches that are not counted; empty if there are none."""
        match self.waiting:
            case 0:
                return ""
            case 1:
                return "1 finished match waits for earlier ones and is not counted yet."
        return f"{self.waiting:,} finished matches wait for earlier ones and are not counted yet."


def read_rated(reader: Reader) -> RatedLeague:
    """Read what the tables of a league are made from."""
    plan = reader.season().plan
    stored = reader.ratings()
    results = reader.stored_results()
    front = map(played, islice(results, stored.rated))
    return RatedLeague(
        plan=plan,
        ratings={
            rating.bot: Rating(mu=rating.mu, sigma=rating.sigma, matches=rating.matches)
            for rating in stored.bots
        },
        tables=list(tables(front, plan.seats, len(plan.entrants))),
        waiting=sum(1 for _ in results),
    )


def played(result: StoredResult) -> Played:
    """A stored result as ranking sees it."""
    seats = len(result.fixture.seats)
    moves = {fault.seat: fault.move for fault in result.faults}
    return Played(
        order=result.fixture.order,
        seed=result.seed,
        seats=result.fixture.seats,
        result=result.result,
        faults=list(map(moves.get, range(seats))) if moves else [None] * seats,
    )
