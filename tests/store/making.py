"""Small leagues for the tests of the store. What is played in them is of no interest here."""

from __future__ import annotations

from collections.abc import Sequence

from arena.plan import Entrant, Fixture, Plan
from arena.records import FORMAT, Fault, FaultKind, MatchRecord, Result, SeatRecord
from arena.store.facts import Ratings, Season, StoredRating

NAMES = ["ant", "bee", "चींटी"]
Played = tuple[Fixture, MatchRecord]


def entrant(name: str) -> Entrant:
    return Entrant(name=name, number=1, version=name.encode().hex() * 2, author=f"{name}'s author")


def season(names: Sequence[str] = NAMES, deals: int = 3) -> Season:
    entrants = [entrant(name) for name in names]
    plan = Plan(name="House", game="ten-1", seats=2, deals=deals, entrants=entrants)
    return Season(
        plan=plan,
        seed="2026",
        seed_source="public",
        arena="0.1.0",
        python="3.11.7",
        sandbox="none",
        repeatable=True,
    )


def paths(names: Sequence[str] = NAMES) -> dict[str, str]:
    return {f"{name}@1": f"../bots/{name}.py" for name in names}


def match(
    seats: Sequence[str] = NAMES[:2],
    *,
    deal: int = 0,
    seating: int = 0,
    round_number: int | None = None,
    scores: Sequence[int] = (7, 4),
    faults: Sequence[Fault] = (),
) -> Played:
    line_up = "+".join(f"{name}@1" for name in sorted(seats))
    fixture = Fixture(
        wave=0,
        round=deal if round_number is None else round_number,
        line_up=line_up,
        deal=deal,
        seating=seating,
        seats=[f"{name}@1" for name in seats],
        place=f"{line_up}/{deal}",
    )
    record = MatchRecord(
        format=FORMAT,
        game="ten-1",
        seed=f"seed of {line_up}/{deal}",
        players=len(seats),
        deck=None,
        seats=[SeatRecord(name, entrant(name).version) for name in seats],
        moves=[(0, "draw"), (1, "bid 2t")] * 20,
        faults=[*faults],
        result=Result(
            scores=[*scores],
            tokens=[3, 0],
            cards=[17, 14],
            places=[1 + sum(other > score for other in scores) for score in scores],
        ),
    )
    return fixture, record


def block(deal: int, seats: Sequence[str] = NAMES[:2]) -> list[Played]:
    """A deal in both seatings."""
    return [
        match(seats, deal=deal, seating=0),
        match([*reversed(seats)], deal=deal, seating=1),
    ]


def fault(seat: int = 1, kind: FaultKind = FaultKind.TIMEOUT) -> Fault:
    return Fault(seat=seat, move=3, fault=kind, detail="decision over 100 ms")


def ratings(rated: int, mu: float = 25.0, sigma: float = 25 / 3) -> Ratings:
    return Ratings(rated=rated, bots=[StoredRating(bot="ant@1", mu=mu, sigma=sigma, matches=rated)])
