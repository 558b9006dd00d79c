"""Short ways to write finished matches down."""

from __future__ import annotations

from collections.abc import Sequence

from arena.plan import Entrant, Plan, Points
from arena.ranking.played import Played
from arena.records import Result


def table(
    bots: str,
    places: Sequence[int],
    *,
    deal: int = 0,
    seed: str = "seed",
    scores: Sequence[int] | None = None,
    tokens: Sequence[int] | None = None,
    cards: Sequence[int] | None = None,
    faults: Sequence[int | None] | None = None,
) -> Played:
    """A match of bots with one-letter names in version 1; what is not told is 0 or no fault."""
    zeros = [0] * len(bots)
    return Played(
        order=(0, deal, bots, deal, 0),
        seed=seed,
        seats=[f"{bot}@1" for bot in bots],
        result=Result(
            scores=list(scores or zeros),
            tokens=list(tokens or zeros),
            cards=list(cards or zeros),
            places=list(places),
        ),
        faults=list(faults or [None] * len(bots)),
    )


def plan(bots: str, seats: int, points: Points | None = None) -> Plan:
    """A league of these bots."""
    return Plan(
        name="test",
        game="g",
        seats=seats,
        deals=1,
        points=points or Points(),
        entrants=[Entrant(name=bot, number=1, version="") for bot in bots],
    )
