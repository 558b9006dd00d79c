"""Replaying records: what could have happened holds, and nothing else does."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from arena.errors import RecordError
from arena.games.ten.game import TEN
from arena.match.places import with_forfeits
from arena.match.replay import check
from arena.records import (
    MAX_MOVES,
    Fault,
    FaultKind,
    MatchRecord,
    Result,
    read_record,
    write_record,
)
from tests.match.recording import random_record

replaced = msgspec.structs.replace


# Seed 11 deals $1, R2, W1, R1. Seat 0 takes the currency (6 tokens). Seat 1 draws R2 and W1, for
# which seat 0 pays 2 tokens, and R1, the last card; all that follows is forced.
MOVES = [
    *[(0, "draw"), (0, "take currency"), (1, "draw"), (1, "draw"), (0, "bid 2t"), (1, "pass")],
    *[(1, "draw"), (1, "take numbers"), (1, "pass"), (0, "pass"), (1, "pass")],
]
RECORD = replaced(
    random_record("11", 2, {"$1": 1, "R1": 1, "R2": 1, "W1": 1}, Random(0)),
    moves=MOVES,
    result=Result(scores=[1, 2], tokens=[4, 5], cards=[1, 2], places=[2, 1]),
)


def changed(at: int, seat: int, text: str) -> dict[str, Any]:
    """The moves with another one in one place."""
    return {"moves": [*MOVES[:at], (seat, text), *MOVES[at + 1 :]]}


def faults(*seats_and_moves: tuple[int, int]) -> dict[str, Any]:
    found = [Fault(seat, move, FaultKind.CRASH, "") for seat, move in seats_and_moves]
    return {"faults": found}


def result(**lists: list[int]) -> dict[str, Any]:
    return {"result": replaced(RECORD.result, **lists)}


# The bot of seat 0 fails when it is to make its offer; the wild is discarded.
FORFEIT = {
    **changed(4, 0, "pass"),
    **faults((0, 4)),
    **result(scores=[0, 2], tokens=[6, 5], cards=[0, 2]),
}


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(RECORD, id="as it was played"),
        pytest.param(replaced(RECORD, **FORFEIT), id="with a forfeit"),
        pytest.param(
            replaced(RECORD, **{**FORFEIT, "faults": []}),
            id="the same without: it came last anyway",
        ),
        pytest.param(
            replaced(RECORD, deck={"R1": 1, "W1": 1, "R2": 1, "$1": 1, "G9": 0}),
            id="the table in another order",
        ),
    ],
)
def test_these_hold(record: MatchRecord) -> None:
    check(record, TEN)


@pytest.mark.parametrize(
    ("where", "what", "changes"),
    [
        pytest.param(where, what, changes, id=f"{where}: {what}")
        for where, what, changes in [
            ("game", "'chess'; replayed by the rules of 'ten-1'", {"game": "chess"}),
            ("players", "6 players, which ten-1 does not allow", {"players": 6}),
            ("deck", "deck.X1: 'X1' is no card of TEN", {"deck": {"X1": 1}}),
            ("deck", "deck has 0 cards", {"deck": {"R1": 0}}),
            ("deck", "deck.$1 is -1", {"deck": {"$1": -1, "R1": 9}}),
            (
                "move 1",
                "seat 1 'take currency': not to move, seat 0 is",
                changed(1, 1, MOVES[1][1]),
            ),
            (
                "move 1",
                "seat 0 'take numbers': the row holds no number",
                changed(1, 0, "take numbers"),
            ),
            ("move 1", "seat 0 'Draw': not an action (ten-1 §10)", changed(1, 0, "Draw")),
            ("move 2", "not to move, seat 1 is", changed(2, -1, "draw")),
            ("move 4", "pays more tokens than held (ten-1 §5.3)", changed(4, 0, "bid 7t")),
            ("move 4", "pays more bust tokens than held (ten-1 §5.3)", changed(4, 0, "bid 1b")),
            ("move 4", "a record writes it 'bid 1t+1b' (protocol §2)", changed(4, 0, "bid 1b+1t")),
            ("move 5", "not above the bid to beat (ten-1 §6.2)", changed(5, 1, "bid 2t")),
            ("move 7", "no currency card to take (ten-1 §4.1)", changed(7, 1, "take currency")),
            (
                "move 8",
                "the market does not hold the card (ten-1 §5.1)",
                changed(8, 1, "buy R1 1t"),
            ),
            ("move 11", "the match is over", {"moves": [*MOVES, (0, "pass")]}),
            ("moves", "ends after 10 moves, seat 1 is to move", {"moves": MOVES[:-1]}),
            ("moves", "ends after 0 moves, seat 0 is to move", {"moves": []}),
            ("faults", "there is no move 11", faults((0, 11))),
            ("faults", "there is no move -1", faults((0, -1))),
            ("faults", "move 4 is not made for seat 1", faults((1, 4))),
            ("faults", "not sorted by move", faults((1, 5), (0, 4))),
            ("faults", "seat 0 has more than one", faults((0, 4), (0, 9))),
            ("move 0", "a fault at an action that the engine makes", faults((0, 0))),
            ("move 7", "a fault at an action that the engine makes", faults((1, 7))),
            ("move 3", "the caretaker would 'take numbers' (protocol §1.2)", faults((1, 3))),
            ("move 4", "the caretaker would 'pass' (protocol §1.2)", faults((0, 1))),
            ("move 6", "the caretaker would 'take numbers' (protocol §1.2)", faults((1, 5))),
            ("result", "the moves give scores [1, 2], not [2, 2]", result(scores=[2, 2])),
            ("result", "the moves give tokens [4, 5], not [4, 6]", result(tokens=[4, 6])),
            ("result", "the moves give cards [1, 2], not [1]", result(cards=[1])),
            ("result", "the moves give places [2, 1], not [1, 1]", result(places=[1, 1])),
        ]
    ],
)
def test_these_do_not(where: str, what: str, changes: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as raised:
        check(replaced(RECORD, **changes), TEN)
    assert raised.value.where == where
    assert what in raised.value.what


@pytest.mark.parametrize(
    ("expected", "places", "forfeits"),
    [
        pytest.param([2, 1, 3], [2, 1, 3], [], id="nobody forfeited"),
        pytest.param([1, 3, 2], [2, 1, 3], [(1, 50)], id="the winner is last"),
        pytest.param([3, 1, 1], [1, 2, 2], [(0, 50)], id="shared places stay shared"),
        pytest.param([3, 2, 1], [1, 2, 3], [(0, 50), (1, 60)], id="the later one ranks higher"),
        pytest.param([1, 2, 2], [3, 2, 1], [(1, 50), (2, 50)], id="equal ones share"),
        pytest.param([2, 1, 3], [1, 1, 1], [(2, 5), (0, 9)], id="all but one"),
        pytest.param([1], [1], [(0, 0)], id="alone"),
    ],
)
def test_places_with_forfeits(
    expected: list[int], places: list[int], forfeits: list[tuple[int, int]]
) -> None:
    found = [Fault(seat, move, FaultKind.CRASH, "") for seat, move in forfeits]
    assert with_forfeits(places, found) == expected


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param({"W#": 999, "R1": 1}, id="auctions"),
        pytest.param({"R1": 500, "$1": 500}, id="two kinds of card"),
        pytest.param({"R1": 300, "B1": 300, "W1": 200, "$5": 200}, id="wealth"),
        pytest.param({"R9": 1000}, id="busts"),
    ],
)
def test_the_longest_matches_end_within_the_bounds_of_a_record(deck: dict[str, int]) -> None:
    record = random_record("0", 5, deck, Random(0))
    assert len(record.moves) < MAX_MOVES
    check(read_record(write_record(record)), TEN)


def test_long_payments_are_refused_before_they_cost_anything() -> None:
    payment = "+".join(["W#"] * 1_300)
    moves = [*MOVES[:4], *[(0, f"bid {payment}")] * 200]
    with pytest.raises(RecordError) as raised:
        check(replaced(RECORD, moves=moves), TEN)
    assert raised.value.where == "move 4"
    assert len(str(raised.value)) < 300
