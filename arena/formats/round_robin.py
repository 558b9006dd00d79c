"""Round-robin: every line-up plays every deal.

Three seats and more: all line-ups, and a round is one deal of each. Two seats: rounds by the
circle method, in which each bot plays once at most. One seat: each bot alone, the same deals for
all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from arena import seeds
from arena.formats.outline import Outline, outline_of
from arena.formats.seating import seatings
from arena.plan import Block, Entrant, Fixture, FixtureKey, Plan
from arena.records import Result

MAX_LINE_UPS = 200_000


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """Bots that meet at one table, and when: ``turn`` is the round within a cycle of deals.

    ``text`` names the line-up in places; ``labels`` stand in the order that seatings start from.
    One that ``ends`` plays no deal that it has not begun.
    """

    wave: int
    turn: int
    text: str
    labels: list[str]
    ends: bool


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


def blocks(plan: Plan, seed: str, played: Mapping[FixtureKey, Result]) -> Iterator[Block]:
    """Every block of the season in schedule order; ``seed`` is the league's."""
    begun = {(line_up, deal) for line_up, deal, _ in played}
    for cycle, line_ups in _waves(plan):
        for deal in range(plan.deals):
            for line_up in line_ups:
                if not line_up.ends or (line_up.text, deal) in begun:
                    yield _block(plan, seed, line_up, deal, deal * cycle + line_up.turn)


def outline(plan: Plan, played: Collection[FixtureKey] = ()) -> Outline:
    """How much the plan asks for, after what has been played."""
    begun = Counter(line_up for line_up, _ in {(line_up, deal) for line_up, deal, _ in played})
    line_ups = [line_up for _, wave in _waves(plan) for line_up in wave]
    turns = {(line_up.wave, line_up.turn) for line_up in line_ups}
    return outline_of(
        plan,
        len(turns) * plan.deals,
        [
            (line_up.labels, begun[line_up.text] if line_up.ends else plan.deals)
            for line_up in line_ups
        ],
    )


def _waves(plan: Plan) -> Iterator[tuple[int, list[LineUp]]]:
    """The line-ups that came with each wave of entrants, and how many turns a deal of all takes."""
    for wave in sorted({entrant.wave for entrant in plan.entrants}):
        tables = [*_tables(plan, wave)]
        yield 1 + max((turn for turn, _ in tables), default=0), _line_ups(plan, tables)


def _tables(plan: Plan, wave: int) -> Iterator[tuple[int, list[Entrant]]]:
    """The line-ups that were complete with the wave, and the turn of each.

    They are the same for ever, whoever leaves the league later: played matches keep their rounds.
    """
    present = sorted(
        (entrant for entrant in plan.entrants if entrant.is_present(wave)),
        key=lambda entrant: (entrant.name, entrant.number),
    )
    rounds: list[Iterable[tuple[int, ...]]]
    if plan.seats == 2:
        rounds = [*circle(len(present))]
    else:
        rounds = [combinations(range(len(present)), plan.seats)]
    for turn, tables in enumerate(rounds):
        for positions in tables:
            if any(present[position].wave == wave for position in positions):
                yield turn, [present[position] for position in positions]


def _line_ups(plan: Plan, tables: Iterable[tuple[int, Sequence[Entrant]]]) -> list[LineUp]:
    """Those of which the matches count, in the order of one cycle of deals."""
    line_ups = [
        _line_up(plan, turn, entrants)
        for turn, entrants in tables
        if all(entrant.counts for entrant in entrants)
    ]
    return sorted(line_ups, key=lambda line_up: (line_up.turn, line_up.text))


def _line_up(plan: Plan, turn: int, entrants: Sequence[Entrant]) -> LineUp:
    if plan.seating == "fixed":
        # A new version sits where the bot has always sat.
        names = [entrant.name for entrant in plan.entrants]
        ordered = sorted(entrants, key=lambda entrant: names.index(entrant.name))
    else:
        ordered = list(entrants)
    return LineUp(
        wave=max(entrant.wave for entrant in entrants),
        turn=turn,
        text=seeds.line_up_text([(entrant.name, entrant.number) for entrant in entrants]),
        labels=[entrant.label for entrant in ordered],
        ends=any(entrant.status == "kept" for entrant in entrants),
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
