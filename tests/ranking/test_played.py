"""What ranking sees of a match, and how one-seat matches are put on one table."""

from __future__ import annotations

import msgspec
import pytest

from arena.plan import Fixture
from arena.ranking.played import Played, competition, from_record, tables
from arena.records import FORMAT, Fault, FaultKind, MatchRecord, Result, SeatRecord
from tests.ranking.tables import table

RESULT = Result(scores=[11, 9], tokens=[3, 0], cards=[17, 14], places=[1, 2])


def test_a_record_is_seen_with_its_fixture() -> None:
    fixture = Fixture(
        wave=0,
        round=3,
        line_up="a@1+b@2",
        deal=3,
        seating=1,
        seats=["b@2", "a@1"],
        place="a@1+b@2/3",
    )
    record = MatchRecord(
        format=FORMAT,
        game="g",
        seed="5b0c",
        players=2,
        deck=None,
        seats=[SeatRecord("b", "2"), SeatRecord("a", "1")],
        moves=[],
        faults=[Fault(1, 57, FaultKind.TIMEOUT, "decision over 100 ms")],
        result=RESULT,
    )
    assert from_record(fixture, record) == Played(
        order=(0, 3, "a@1+b@2", 3, 1),
        seed="5b0c",
        seats=["b@2", "a@1"],
        result=RESULT,
        faults=[None, 57],
    )


def test_matches_of_several_seats_are_ranked_as_they_are() -> None:
    played = [table("ab", [1, 2]), table("ac", [2, 1])]
    assert [*tables(played, seats=2)] == played


Alone = tuple[int, int, int, int | None]
"""Score, tokens, cards and the move of the fault."""


def alone(bot: str, deal: int, result: Alone) -> Played:
    score, tokens, cards, fault = result
    return table(
        bot,
        [1],
        deal=deal,
        seed=f"seed {deal}",
        scores=[score],
        tokens=[tokens],
        cards=[cards],
        faults=[fault],
    )


CASES: list[tuple[str, list[int], list[Alone]]] = [
    ("by score", [2, 1, 3], [(9, 0, 9, None), (12, 0, 9, None), (7, 9, 1, None)]),
    ("then by tokens", [2, 1], [(9, 3, 1, None), (9, 4, 9, None)]),
    ("then by fewer cards", [2, 1], [(9, 3, 5, None), (9, 3, 4, None)]),
    ("else shared", [1, 1, 3], [(9, 3, 5, None), (9, 3, 5, None), (8, 3, 5, None)]),
    ("a fault is below the worst without", [2, 1], [(40, 9, 1, 90), (0, 0, 30, None)]),
    ("the later fault is better", [3, 2, 1], [(40, 9, 1, 7), (0, 0, 9, 8), (5, 0, 1, None)]),
    ("faults at one move share", [1, 1], [(40, 9, 1, 0), (0, 0, 9, 0)]),
]


@pytest.mark.parametrize(
    ("places", "results"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_one_seat_matches_are_placed_on_a_virtual_table(
    places: list[int], results: list[Alone]
) -> None:
    """ten-1 §8.4 and §9.3."""
    bots = "abc"[: len(results)]
    played = [alone(bot, 0, result) for bot, result in zip(bots, results, strict=True)]
    (virtual,) = tables(played, seats=1)
    assert virtual.result.places == places
    assert virtual.seats == [f"{bot}@1" for bot in bots]
    assert virtual.seed == "seed 0"
    assert virtual.result.scores == [result[0] for result in results]
    assert virtual.faults == [result[3] for result in results]


def test_a_deal_is_a_table_of_those_that_have_played_it() -> None:
    played = [alone(bot, deal, (9, 0, 9, None)) for deal in range(2) for bot in "abc"]
    assert [len(virtual.seats) for virtual in tables(played, seats=1)] == [3, 3]
    assert [len(virtual.seats) for virtual in tables(played[:-1], seats=1)] == [3, 2]


def test_equal_keys_share_a_place() -> None:
    assert competition([]) == []
    assert competition([(3,), (1,), (3,), (2,), (4,)]) == [3, 1, 3, 2, 5]


def test_what_is_seen_can_be_kept() -> None:
    played = table("ab", [1, 2], faults=[None, 3])
    assert msgspec.json.decode(msgspec.json.encode(played), type=Played) == played
