"""Protocol §1.2: what the caretaker does in place of a bot."""

from __future__ import annotations

import pytest

from arena.games.ten.game import TEN
from arena.games.ten.state import Phase, State
from tests.games.ten.building import auction, buying, case, drawing, position


@pytest.mark.parametrize(
    ("expected", "state"),
    [
        case("draws while its row is empty", "draw", drawing(row="")),
        case("takes currency if the row has any", "take currency", drawing(row="R9 $1")),
        case("else takes numbers", "take numbers", drawing(row="R1")),
        case("passes every auction", "pass", auction("W#", hands=("", "R1 R1"), tokens=(10, 10))),
        case("passes every buy phase", "pass", buying(market="R1")),
        case("passes the final one", "pass", position(Phase.FINAL, market="R1")),
    ],
)
def test_the_caretaker(expected: str, state: State) -> None:
    assert TEN.write(TEN.caretaker(state)) == expected
