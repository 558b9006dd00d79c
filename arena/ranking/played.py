"""Finished matches as ranking sees them, and the virtual tables of one-seat leagues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from arena.plan import Fixture
from arena.records import MatchRecord, Result


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match, one entry a seat in each list.

    ``order`` is the fixture's; ``seed`` is the deal's; ``seats`` holds entrants' labels;
    ``faults`` holds the move of the seat's fault, None for a seat without one.
    """

    order: tuple[int, int, str, int, int]
    seed: str
    seats: list[str]
    result: Result
    faults: list[int | None]


def from_record(fixture: Fixture, record: MatchRecord) -> Played:
    """The record of a fixture as ranking sees it."""
    moves = {fault.seat: fault.move for fault in record.faults}
    return Played(
        order=fixture.order,
        seed=record.seed,
        seats=fixture.seats,
        result=record.result,
        faults=[moves.get(seat) for seat in range(record.players)],
    )


def tables(matches: Iterable[Played], seats: int) -> Iterator[Played]:
    """What is ranked: each match, or in one-seat leagues one virtual table per deal.

    ``matches`` come in schedule order, in one-seat leagues all that belong to a deal.
    """
    if seats > 1:
        yield from matches
        return
    for _, deal in groupby(matches, key=lambda match: match.order[3]):
        yield _virtual_table(list(deal))


def _virtual_table(alone: Sequence[Played]) -> Played:
    """All bots' results on one deal, placed as if they had sat together (ten-1 §8.4, §9.3)."""
    scores = [match.result.scores[0] for match in alone]
    tokens = [match.result.tokens[0] for match in alone]
    cards = [match.result.cards[0] for match in alone]
    faults = [match.faults[0] for match in alone]
    return Played(
        order=alone[0].order,
        seed=alone[0].seed,
        seats=[match.seats[0] for match in alone],
        result=Result(
            scores=scores,
            tokens=tokens,
            cards=cards,
            places=placed(scores, tokens, cards, faults),
        ),
        faults=faults,
    )


def placed(
    scores: Sequence[int],
    tokens: Sequence[int],
    cards: Sequence[int],
    faults: Sequence[int | None],
) -> list[int]:
    """The places that results give (ten-1 §8.4, protocol §1.2); ``faults`` are moves of faults.

    >>> placed([9, 12, 9, 15], [3, 0, 5, 0], [14, 17, 12, 9], [None, None, None, 57])
    [3, 1, 2, 4]
    """
    return competition(
        [
            (1, -move, 0, 0) if move is not None else (0, -score, -kept, held)
            for move, score, kept, held in zip(faults, scores, tokens, cards, strict=True)
        ]
    )


def competition(keys: Sequence[tuple[float, ...]]) -> list[int]:
    """The place of each key, the smallest first; equal keys share (1, 2, 2, 4).

    >>> competition([(-9,), (-7,), (-9,), (-12,)])
    [2, 4, 2, 1]
    """
    ordered = sorted(keys)
    first = {key: place for place, key in reversed(list(enumerate(ordered, start=1)))}
    return [first[key] for key in keys]
