"""What a plan comes to: its facts, and the words that say what they rest on."""

from __future__ import annotations

import pytest

from arena.formats.forecast import Forecast, Pace, forecast
from arena.formats.timing import season_s
from arena.plan import Limits, Plan, Points
from arena.ranking.expected import expected_error
from tests.formats.test_round_robin import plan

NOTHING_YET = Pace(played=0, seconds=0.0)


def of(league: Plan, workers: int = 2, so_far: Pace = NOTHING_YET) -> Forecast:
    return forecast(league, workers, so_far)


@pytest.mark.parametrize(
    ("seconds", "matches", "workers"),
    [
        pytest.param(0.0, 0, 2, id="nothing left"),
        pytest.param(40.0, 4, 1, id="one block"),
        pytest.param(40.0, 4, 8, id="a block is not divided"),
        pytest.param(40.0, 8, 2, id="side by side"),
        pytest.param(80.0, 12, 2, id="a worker waits for the other"),
        pytest.param(40.0, 3, 1, id="a block that has begun counts as a whole one"),
    ],
)
def test_workers_play_whole_blocks(seconds: float, matches: int, workers: int) -> None:
    assert seconds == season_s(matches, 4, workers, match_s=10.0)


def test_before_a_season_its_time_follows_from_limits_and_workers() -> None:
    league = plan("abcde", 4, deals=2)
    assert league.limits == Limits(startup_ms=5000, match_ms=5000)
    assert (40, 40 * 25 / 2) == (of(league).matches, of(league).worst_s)
    assert 40 * 25 == of(league, workers=1).worst_s
    assert 40 * 0.24 / 2 == pytest.approx(of(league).likely_s)
    assert "1 worker," in of(league, workers=1).worst_from
    assert "with 2 workers, if a bot uses 1 % of match_ms" in of(league).likely_from


def test_during_a_season_its_pace_is_taken_and_the_rest_is_told() -> None:
    found = of(plan("abcde", 4, deals=2), so_far=Pace(played=10, seconds=50.0))
    assert (10, 30 * 5.0) == (found.played, found.likely_s)
    assert "at the pace of the 10 matches played so far" in found.likely_from
    assert 30 / 2 * 25 < found.worst_s <= 40 / 2 * 25


def test_after_a_season_nothing_is_left() -> None:
    found = of(plan("abcde", 4, deals=2), so_far=Pace(played=40, seconds=50.0))
    assert (0.0, 0.0) == (found.likely_s, found.worst_s)


def test_the_error_is_of_the_bot_with_the_fewest_deals() -> None:
    league = plan("abcde", 4, deals=2, late="a")
    found = of(league)
    assert found.deals_per_bot_least == 8
    assert expected_error(8, 4, 4, Points()) == found.error


def test_alone_at_their_tables_bots_are_compared_with_all_others() -> None:
    found = of(plan("abcde", 1, deals=20))
    assert (20, 20) == (found.matches_per_pair_least, found.matches_per_pair_most)
    assert expected_error(20, 1, 5, Points()) == found.error
