"""The league table and its tie-breaks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.plan import Points, TieBreak
from arena.ranking.played import Played, competition
from arena.ranking.standings import StandingsRow, standings
from arena.ranking.tie_breaks import in_words
from tests.ranking.tables import plan, table


def by(*tie_breaks: TieBreak) -> Points:
    return Points(tie_breaks=list(tie_breaks))


def test_a_row_has_all_its_columns() -> None:
    played = [
        table("abc", [1, 2, 2], scores=[12, 7, 7]),
        table("cba", [1, 2, 3], scores=[20, 9, 1], faults=[None, None, 4]),
    ]
    assert standings(plan("abc", 3), played) == [
        StandingsRow(
            rank=1,
            bot="c",
            points=1.25,
            matches=2,
            places=[1, 1, 0],
            score=13.5,
            head_to_head=None,
            wins=1,
            faults=0,
            decided_by="",
        ),
        StandingsRow(
            rank=2,
            bot="a",
            points=1.0,
            matches=2,
            places=[1, 0, 1],
            score=6.5,
            head_to_head=None,
            wins=1,
            faults=1,
            decided_by="",
        ),
        StandingsRow(
            rank=3,
            bot="b",
            points=0.75,
            matches=2,
            places=[0, 2, 0],
            score=8.0,
            head_to_head=None,
            wins=0,
            faults=0,
            decided_by="",
        ),
    ]


def rows(played: list[Played], points: Points, bots: str, seats: int = 2) -> list[object]:
    return [
        (row.rank, row.bot, row.decided_by) for row in standings(plan(bots, seats, points), played)
    ]


TWO = [
    table("ab", [1, 2], scores=[9, 5]),
    table("ab", [2, 1], scores=[4, 5], faults=[3, None]),
    table("ac", [2, 1], scores=[1, 5]),
    table("bc", [2, 1], scores=[1, 5]),
]
"""a and b are level in points, head to head and wins."""

THREE = [
    table("ab", [1, 2]),
    table("bc", [1, 2]),
    table("ca", [1, 2]),
    table("ad", [1, 2]),
    table("bd", [1, 2]),
    table("cd", [1, 2], faults=[None, 1]),
]
"""a, b and c beat each other in a ring, and d."""


def test_without_tie_breaks_level_bots_share_the_rank() -> None:
    assert rows(TWO, by(), "abc") == [(1, "c", ""), (2, "a", ""), (2, "b", "")]


def test_a_tie_break_that_splits_nothing_passes_on() -> None:
    assert rows(TWO, by("head-to-head", "wins", "score", "faults"), "abc") == [
        (1, "c", ""),
        (2, "a", "mean score 4.7 to 3.7"),
        (3, "b", "mean score 3.7 to 4.7"),
    ]


def test_fewer_faults_are_better() -> None:
    assert rows(TWO, by("faults", "score"), "abc") == [
        (1, "c", ""),
        (2, "b", "faults 0 to 1"),
        (3, "a", "faults 1 to 0"),
    ]


def test_a_ring_is_not_split_head_to_head() -> None:
    assert rows(THREE, by("head-to-head"), "abcd") == [
        (1, "a", ""),
        (1, "b", ""),
        (1, "c", ""),
        (4, "d", ""),
    ]


def test_head_to_head_counts_only_matches_in_which_level_bots_met() -> None:
    """Both have a point; b lost to a and beat c, whom a never beat."""
    played = [table("ab", [1, 2]), table("bc", [1, 2]), table("ac", [2, 1])]
    assert [row.points for row in standings(plan("abc", 2), played)] == [1, 1, 1]
    played += [table("cd", [1, 2])]
    assert rows(played, by("head-to-head"), "abcd") == [
        (1, "c", ""),
        (2, "a", "points a match head to head 1.0 to 0.0"),
        (3, "b", "points a match head to head 0.0 to 1.0"),
        (4, "d", ""),
    ]


def test_part_of_a_tie_may_need_a_second_tie_break() -> None:
    played = [
        table("abcd", [1, 2, 2, 4], scores=[9, 5, 6, 0]),
        table("bd", [1, 2], scores=[5, 0]),
        table("cd", [1, 2], scores=[5, 0]),
        table("ad", [1, 2], scores=[9, 0]),
        table("bd", [1, 2], scores=[5, 0]),
        table("cd", [1, 2], scores=[5, 0]),
        table("ad", [1, 1], scores=[9, 9]),
    ]
    assert rows(played, by("head-to-head", "score"), "abcd", seats=4) == [
        (1, "a", "points a match head to head 1.0 to 0.5"),
        (2, "c", "points a match head to head 0.5 to 1.0; mean score 5.3 to 5.0"),
        (3, "b", "points a match head to head 0.5 to 1.0; mean score 5.0 to 5.3"),
        (4, "d", ""),
    ]


def test_head_to_head_waits_until_all_level_bots_have_met() -> None:
    played = [table("ac", [1, 2], scores=[5, 1]), table("bd", [1, 2], scores=[6, 1])]
    assert rows(played, by("head-to-head", "score"), "abcd")[:2] == [
        (1, "b", "mean score 6.0 to 5.0"),
        (2, "a", "mean score 5.0 to 6.0"),
    ]
    assert standings(plan("abcd", 2), played)[0].head_to_head is None


def test_the_column_tells_what_head_to_head_found() -> None:
    played = [table("ab", [1, 2]), table("bc", [1, 2])]
    found = {row.bot: row.head_to_head for row in standings(plan("abc", 2), played)}
    assert found == {"a": 1.0, "b": 0.0, "c": None}


def test_all_versions_of_a_bot_count() -> None:
    again = msgspec.structs.replace(table("ab", [1, 2]), seats=["a@2", "b@1"])
    (first, second) = standings(plan("ab", 2), [table("ab", [1, 2]), again])
    assert (first.bot, first.points, first.matches) == ("a", 2.0, 2)
    assert (second.bot, second.points, second.matches) == ("b", 0.0, 2)


def test_alone_there_are_as_many_places_as_bots() -> None:
    (first, *_) = standings(plan("abc", 1), [table("abc", [2, 1, 3])])
    assert (first.bot, first.places) == ("b", [1, 0, 0])


def test_before_the_first_match_all_share_the_first_rank() -> None:
    assert rows([], Points(), "ba") == [(1, "a", ""), (1, "b", "")]


@pytest.mark.parametrize(
    ("expected", "tie_break", "value", "rival"),
    [
        ("wins 12 to 10", "wins", Fraction(12), Fraction(10)),
        ("faults 0 to 2", "faults", Fraction(0), Fraction(-2)),
        ("mean score 20.0 to 19.5", "score", Fraction(20), Fraction(39, 2)),
        ("mean score 20.0000 to 20.0001", "score", Fraction(20), Fraction(200001, 10000)),
        (
            "points a match head to head 0.67 to 0.68",
            "head-to-head",
            Fraction(2, 3),
            Fraction(68, 100),
        ),
    ],
)
def test_words_show_the_difference(
    expected: str, tie_break: TieBreak, value: Fraction, rival: Fraction
) -> None:
    assert in_words(tie_break, value, rival) == expected


@st.composite
def seasons(draw: st.DrawFn) -> list[Played]:
    played = []
    for _ in range(draw(st.integers(0, 8))):
        bots = draw(st.lists(st.sampled_from("abcde"), min_size=3, max_size=3, unique=True))
        keys = draw(st.lists(st.integers(0, 2), min_size=3, max_size=3))
        places = competition([(key,) for key in keys])
        played.append(table("".join(bots), places, scores=keys))
    return played


@given(seasons())
def test_the_order_of_matches_makes_no_difference(played: list[Played]) -> None:
    league = plan("abcde", 3)
    assert standings(league, played) == standings(league, played[::-1])


@given(seasons())
def test_rows_add_up(played: list[Played]) -> None:
    found = standings(plan("abcde", 3), played)
    assert sum(row.points for row in found) == pytest.approx(len(played) * 1.5)
    assert sum(row.matches for row in found) == len(played) * 3
    for row in found:
        assert sum(row.places) == row.matches
        assert row.wins == row.places[0]
    assert [row.rank for row in found] == competition([(row.rank or 0,) for row in found])
    assert all(one.points >= other.points for one, other in pairwise(found))
