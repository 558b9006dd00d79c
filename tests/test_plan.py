"""What a league file may change in mid-season, and what it may not."""

from __future__ import annotations

import msgspec
import pytest

from arena.plan import Entrant, FormatPlan, Limits, Plan, Points, changes

ANT = Entrant(name="ant", number=1, version="aa", author="Emma")
BEE = Entrant(name="bee", number=1, version="bb")
PLAN = Plan(name="House", game="ten-1", seats=2, deals=10, entrants=[ANT, BEE])


def changed(**values: object) -> Plan:
    return msgspec.structs.replace(PLAN, **values)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(PLAN, id="nothing"),
        pytest.param(changed(name="Palace"), id="the league's name"),
        pytest.param(changed(deals=11), id="more deals"),
    ],
)
def test_a_season_goes_on(plan: Plan) -> None:
    assert changes(PLAN, plan) == []


@pytest.mark.parametrize(
    ("sentence", "plan"),
    [
        ('league.game was "ten-1", is "ten-2"', changed(game="ten-2")),
        ("tables.seats was 2, is 1", changed(seats=1)),
        ("tables.deals was 10, is 9; deals can only be added", changed(deals=9)),
        ('tables.seating was "rotate", is "all"', changed(seating="all")),
        ('tables.deck was not given, is {"R1":9}', changed(deck={"R1": 9})),
        ('format.kind was "round-robin", is "swiss"', changed(format=FormatPlan(kind="swiss"))),
        ("limits.decision_ms was 100, is 200", changed(limits=Limits(decision_ms=200))),
        ("bots_may.reveal_names was false, is true", changed(reveal_names=True)),
        ("points.places was not given, is [1,0]", changed(points=Points(places=[1, 0]))),
        (
            'points.tie_breaks was ["head-to-head","wins","score","faults"], is ["wins"]',
            changed(points=Points(tie_breaks=["wins"])),
        ),
        ("ratings.draw_probability was 0.02, is 0.1", changed(draw_probability=0.1)),
    ],
)
def test_a_season_does_not_go_on(sentence: str, plan: Plan) -> None:
    assert changes(PLAN, plan) == [sentence]


def test_every_change_is_told_at_once() -> None:
    plan = changed(seats=1, name="Palace", limits=Limits(log_kb=1, memory_mb=2))
    assert changes(PLAN, plan) == [
        "tables.seats was 2, is 1",
        "limits.memory_mb was 256, is 2",
        "limits.log_kb was 64, is 1",
    ]
