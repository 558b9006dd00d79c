"""A league as far as it is rated, read from its database."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from arena.errors import StoreError
from arena.plan import Plan
from arena.ranking.played import Played, tables
from arena.ranking.skill import Rating
from arena.records import Result
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
    seats = reader.seats_of_tables(most=stored.rated * plan.seats)
    try:
        front = list(map(_played, zip(*[seats] * plan.seats, strict=True)))
    except ValueError as error:  # of the last one, which is incomplete
        raise StoreError(
            f"{reader.path}: its matches have not the {plan.seats} seats of its plan; "
            "`arena audit` tells more"
        ) from error
    return RatedLeague(
        plan=plan,
        ratings={
            rating.bot: Rating(mu=rating.mu, sigma=rating.sigma, matches=rating.matches)
            for rating in stored.bots
        },
        tables=list(tables(front, plan.seats)),
        waiting=reader.played() - stored.rated,
    )


def _played(seats: tuple[tuple[Any, ...], ...]) -> Played:
    """A match from the rows of its seats (``Reader.seats_of_tables``), as ranking sees it."""
    labels, scores, tokens, cards, places, faults = map(
        list, islice(zip(*seats, strict=True), 6, 12)
    )
    return Played(
        order=seats[0][:5],
        seed=seats[0][5],
        seats=labels,
        result=Result(scores=scores, tokens=tokens, cards=cards, places=places),
        faults=faults,
    )
