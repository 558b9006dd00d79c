"""The leaderboard's rows."""

from __future__ import annotations

import msgspec
import pytest

from arena.plan import Entrant, Points
from arena.ranking.leaderboard import LeaderboardRow, leaderboard
from arena.ranking.skill import Rating
from tests.ranking.tables import plan, table

RATINGS = {
    "a@1": Rating(25.0, 2.0, 2),
    "b@1": Rating(30.0, 4.0, 2),
    "c@1": Rating(22.0, 1.0, 2),
}
PLAYED = [
    table("abc", [1, 2, 2], faults=[None, None, 7]),
    table("cba", [1, 1, 3], faults=[None, None, 3]),
]


def test_the_best_rating_comes_first_and_not_the_best_mean() -> None:
    assert leaderboard(plan("abc", 3), RATINGS, PLAYED) == [
        LeaderboardRow(
            rank=1,
            bot="a",
            version=1,
            rating=19.0,
            mu=25.0,
            sigma=2.0,
            matches=2,
            points=0.5,
            wins=1,
            faults=1,
        ),
        LeaderboardRow(
            rank=1,
            bot="c",
            version=1,
            rating=19.0,
            mu=22.0,
            sigma=1.0,
            matches=2,
            points=0.5,
            wins=1,
            faults=1,
        ),
        LeaderboardRow(
            rank=3,
            bot="b",
            version=1,
            rating=18.0,
            mu=30.0,
            sigma=4.0,
            matches=2,
            points=0.5,
            wins=1,
            faults=0,
        ),
    ]


def test_points_of_a_league_file_are_shares_of_the_first_place() -> None:
    rows = leaderboard(plan("abc", 3, Points(places=[4, 2, 0])), RATINGS, PLAYED)
    assert {row.bot: row.points for row in rows} == {
        "a": pytest.approx((4 + 0) / 8),
        "b": pytest.approx((1 + 3) / 8),
        "c": pytest.approx((1 + 3) / 8),
    }


def test_before_the_first_match_all_share_the_first_rank_in_alphabetical_order() -> None:
    rows = leaderboard(plan("cab", 3), {}, [])
    assert [(row.rank, row.bot, row.matches, row.points) for row in rows] == [
        (1, "a", 0, 0.0),
        (1, "b", 0, 0.0),
        (1, "c", 0, 0.0),
    ]
    assert rows[0].rating == pytest.approx(0)


def test_a_row_shows_the_current_version_alone() -> None:
    league = msgspec.structs.replace(
        plan("b", 2), entrants=[Entrant(name="a", number=2, version=""), *plan("b", 2).entrants]
    )
    again = msgspec.structs.replace(table("ab", [2, 1]), seats=["a@2", "b@1"])
    rows = leaderboard(league, RATINGS, [table("ab", [1, 2]), again])
    assert [(row.bot, row.version, row.matches, row.wins) for row in rows] == [
        ("b", 1, 2, 1),
        ("a", 2, 1, 0),
    ]
