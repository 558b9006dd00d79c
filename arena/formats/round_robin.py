"""Round-robin: every line-up plays every deal.

Three seats and more: all line-ups, and a round is one deal of each. Two seats: rounds by the
circle method, in which each bot plays once at most. One seat: each bot alone, the same deals for
all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from arena import seeds
from arena.errors import ArenaError
from arena.formats.outline import Outline, outline_of
from arena.formats.seating import seatings
from arena.plan import Block, Entrant, Fixture, FixtureKey, Plan
from arena.records import Result

MAX_LINE_UPS = 200_000


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """Bots that meet at one table, and when: ``turn`` is the round within a cycle of deals.

    ``text`` names the line-up in places; ``labels`` stand in the order that seatings start from.
    """

    wave: int
    turn: int
    text: str
    labels: list[str]


def check(bots: int, seats: int) -> list[str]:
    """One complaint for every reason why so many bots cannot play with so many seats.

    >>> check(3, 4)
    ['a round-robin needs at least as many bots as seats, and there are 3 for 4']
    """
    if bots < seats:
        reason = f"at least as many bots as seats, and there are {bots} for {seats}"
        return [f"a round-robin needs {reason}"]
    line_ups = math.comb(bots, seats)
    if line_ups > MAX_LINE_UPS:
        return [f"a round-robin has at most {MAX_LINE_UPS:,} line-ups, and there are {line_ups:,}"]
    return []


def blocks(plan: Plan, seed: str, played: Mapping[FixtureKey, Result]) -> Iterator[Block]:  # noqa: ARG001 because a round-robin does not depend on results
    """Every block of the season in schedule order; ``seed`` is the league's.

    Raises ArenaError if there are too few bots for the seats, or too many.
    """
    for line_ups in _waves(plan):
        cycle = 1 + max((line_up.turn for line_up in line_ups), default=0)
        for deal in range(plan.deals):
            for line_up in line_ups:
                yield _block(plan, seed, line_up, deal, deal * cycle + line_up.turn)


def outline(plan: Plan) -> Outline:
    """How much the plan asks for; raises ArenaError as ``blocks`` does."""
    line_ups = [line_up for wave in _waves(plan) for line_up in wave]
    turns = {(line_up.wave, line_up.turn) for line_up in line_ups}
    return outline_of(plan, len(turns) * plan.deals, [line_up.labels for line_up in line_ups])


def _waves(plan: Plan) -> Iterator[list[LineUp]]:
    """The line-ups that came with each wave of entrants."""
    complaints = check(len(plan.entrants), plan.seats)
    if complaints:
        raise ArenaError("; ".join(complaints))
    for wave in sorted({entrant.wave for entrant in plan.entrants}):
        yield _line_ups(plan, wave)


def _line_ups(plan: Plan, wave: int) -> list[LineUp]:
    """The line-ups that were complete with the wave, in the order of one cycle of deals."""
    present = sorted(
        (entrant for entrant in plan.entrants if entrant.wave <= wave),
        key=lambda entrant: (entrant.name, entrant.number),
    )
    rounds: list[Iterable[tuple[int, ...]]]
    if plan.seats == 2:
        rounds = [*circle(len(present))]
    else:
        rounds = [combinations(range(len(present)), plan.seats)]
    line_ups = [
        _line_up(plan, turn, [present[position] for position in positions])
        for turn, tables in enumerate(rounds)
        for positions in tables
        if any(present[position].wave == wave for position in positions)
    ]
    return sorted(line_ups, key=lambda line_up: (line_up.turn, line_up.text))


def _line_up(plan: Plan, turn: int, entrants: Sequence[Entrant]) -> LineUp:
    if plan.seating == "fixed":
        ordered = sorted(entrants, key=plan.entrants.index)
    else:
        ordered = list(entrants)
    return LineUp(
        wave=max(entrant.wave for entrant in entrants),
        turn=turn,
        text=seeds.line_up_text([(entrant.name, entrant.number) for entrant in entrants]),
        labels=[entrant.label for entrant in ordered],
    )


def circle(bots: int) -> list[list[tuple[int, int]]]:
    """Rounds in which every pair meets once, and each bot plays once at most (circle method).

    The first bot stays, the others go round; in an odd field each bot rests once.

    >>> circle(3)
    [[(1, 2)], [(0, 2)], [(0, 1)]]
    """
    ring = list(range(bots + bots % 2))
    rounds = []
    for _ in ring[1:]:
        facing = zip(ring[: len(ring) // 2], reversed(ring), strict=False)
        pairs = [(min(pair), max(pair)) for pair in facing]
        rounds.append([pair for pair in pairs if pair[1] < bots])
        ring[1:] = [ring[-1], *ring[1:-1]]
    return rounds


def _block(plan: Plan, seed: str, line_up: LineUp, deal: int, round_number: int) -> Block:
    """One deal of a line-up; bots without an opponent share the deals of all (design, Seeds)."""
    place = f"{deal}" if plan.seats == 1 else f"{line_up.text}/{deal}"
    return Block(
        fixtures=[
            Fixture(
                wave=line_up.wave,
                round=round_number,
                line_up=line_up.text,
                deal=deal,
                seating=number,
                seats=seats,
                place=place,
            )
            for number, seats in enumerate(seatings(line_up.labels, plan.seating, seed, place))
        ]
    )
