"""Bot against bot, from tables written down by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.plan import Entrant, Points
from arena.ranking.crosstable import Crosstable, crosstable
from arena.ranking.played import Played, tables
from tests.ranking.tables import plan, table


def points(found: Crosstable) -> dict[str, float | None]:
    return {f"{one.bot}{one.opponent}": one.points for one in found.meetings}


THREE = [table("abc", [1, 2, 3]), table("abc", [3, 1, 1], deal=1)]


@pytest.mark.parametrize(
    ("expected", "bots", "seats", "played"),
    [
        pytest.param({"ab": None, "ba": None}, "ab", 2, [], id="never met"),
        pytest.param(
            {"ab": 0.75, "ba": 0.25},
            "ab",
            2,
            [table("ab", [1, 2]), table("ba", [1, 1], deal=1)],
            id="won and drawn",
        ),
        pytest.param(
            {"ab": 0.5, "ac": 0.5, "ba": 0.625, "bc": 0.625, "ca": 0.375, "cb": 0.375},
            "abc",
            3,
            THREE,
            id="points of the table count, not of the pair",
        ),
        pytest.param(
            {"ab": 1.0, "ac": None, "ba": 0.0, "bc": None, "ca": None, "cb": None},
            "abc",
            2,
            [table("ab", [1, 2])],
            id="one has met nobody",
        ),
    ],
)
def test_points_of_the_matches_in_which_two_met(
    expected: dict[str, float | None], bots: str, seats: int, played: Sequence[Played]
) -> None:
    assert expected == points(crosstable(plan(bots, seats), played))


def test_points_are_a_share_of_a_first_place() -> None:
    league = plan("abc", 3, Points(places=[10, 4, 1]))
    assert 0.4 == points(crosstable(league, THREE[:1]))["ba"]


def test_bots_stand_in_the_order_of_the_standings() -> None:
    assert ["b", "a", "c"] == crosstable(plan("abc", 3), THREE).bots


def test_rows_have_a_gap_where_a_bot_meets_itself() -> None:
    assert [[None, 1.0], [0.0, None]] == crosstable(plan("ab", 2), [table("ab", [1, 2])]).rows()


def test_matches_are_counted() -> None:
    found = crosstable(plan("abc", 3), THREE)
    assert {2} == {one.matches for one in found.meetings}


def test_all_versions_of_a_bot_count() -> None:
    league = plan("ab", 2)
    league.entrants[0] = Entrant(name="a", number=2, version="")
    later = table("ab", [2, 1], deal=1)
    later.seats[0] = "a@2"
    assert {"ab": 0.5, "ba": 0.5} == points(crosstable(league, [table("ab", [1, 2]), later]))


def test_bots_alone_at_their_tables_meet_on_every_deal() -> None:
    alone = [table(bot, [1], scores=[score]) for bot, score in zip("abc", (9, 5, 7), strict=True)]
    found = crosstable(plan("abc", 1), tables(alone, 1))
    assert ["a", "c", "b"] == found.bots
    assert {"ab": 1.0, "ac": 1.0, "ba": 0.0, "bc": 0.0, "ca": 0.5, "cb": 0.5} == points(found)


def test_a_bot_alone_in_its_league_has_an_empty_table() -> None:
    assert Crosstable(bots=["a"], meetings=[]) == crosstable(plan("a", 1), [])
