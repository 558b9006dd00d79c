"""A round-robin plays every line-up on every deal, fairly and the same every time."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import combinations, islice, pairwise
from math import comb, factorial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.formats.catalogue import FORMATS, unplayed
from arena.formats.round_robin import MAX_LINE_UPS, blocks, check, circle
from arena.plan import Entrant, Fixture, Plan, Seating
from arena.records import Result

SEED = "2026"
RESULT = Result([], [], [], [])


def plan(
    names: str, seats: int, deals: int = 1, seating: Seating = "rotate", late: str = ""
) -> Plan:
    """A league of bots with one-letter names, of whom the late ones are of wave 1."""
    entrants = [
        Entrant(name=name, number=1, version=name * 64, wave=int(name in late)) for name in names
    ]
    return Plan(name="test", game="g", seats=seats, deals=deals, seating=seating, entrants=entrants)


def fixtures(league: Plan) -> list[Fixture]:
    return [fixture for block in blocks(league, SEED, {}) for fixture in block.fixtures]


def seated(fixture: Fixture) -> str:
    return "".join(label[0] for label in fixture.seats)


NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=5, unique=True).map("".join)
SEATINGS = st.sampled_from(["rotate", "all", "fixed"])
PLANS = st.builds(
    plan,
    NAMES,
    st.integers(1, 5),
    deals=st.integers(0, 3),
    seating=SEATINGS,
    late=st.sampled_from(["", "a", "ad", "bcdefgh"]),
)


@given(PLANS)
def test_each_fixture_comes_once_and_in_schedule_order(league: Plan) -> None:
    found = fixtures(league)
    assert all(one.order < other.order for one, other in pairwise(found))
    assert len({fixture.key for fixture in found}) == len(found)


@given(PLANS)
def test_every_line_up_plays_every_deal(league: Plan) -> None:
    orders = {"rotate": league.seats, "all": factorial(league.seats), "fixed": 1}[league.seating]
    line_ups = comb(len(league.entrants), league.seats)
    found = fixtures(league)
    assert len(found) == line_ups * league.deals * orders
    assert {frozenset(seated(fixture)) for fixture in found} == (
        {
            frozenset(entrant.name for entrant in line_up)
            for line_up in combinations(league.entrants, league.seats)
        }
        if league.deals
        else set()
    )


@given(NAMES, st.integers(1, 5))
def test_rotation_gives_each_bot_each_seat_once(names: str, seats: int) -> None:
    for block in blocks(plan(names, seats, deals=2), SEED, {}):
        tables = [seated(fixture) for fixture in block.fixtures]
        assert len({(seat, bot) for table in tables for seat, bot in enumerate(table)}) == seats**2
        assert all(one[1:] + one[:1] == other for one, other in pairwise(tables))


@given(NAMES, st.integers(2, 5))
def test_each_bot_meets_each_other_equally_often(names: str, seats: int) -> None:
    met = Counter(
        pair
        for fixture in fixtures(plan(names, seats))
        for pair in combinations(sorted(fixture.seats), 2)
    )
    assert len(met) == comb(len(names), 2)
    assert len(set(met.values())) == 1


@given(NAMES, st.integers(1, 5), SEATINGS, st.sampled_from("xyz"))
def test_adding_a_bot_changes_no_other_deal_or_seating(
    names: str, seats: int, seating: Seating, added: str
) -> None:
    before = fixtures(plan(names, seats, 2, seating))
    for late in ("", added):
        after = fixtures(plan(names + added, seats, 2, seating, late))
        others = [fixture for fixture in after if added not in seated(fixture)]
        keep = {fixture.key: (fixture.place, fixture.seats) for fixture in others}
        assert keep == {fixture.key: (fixture.place, fixture.seats) for fixture in before}
        if late:
            assert after[: len(before)] == before, "what has been played keeps its place"


@given(st.integers(2, 12))
def test_in_the_circle_all_pairs_meet_once_and_nobody_plays_twice_a_round(bots: int) -> None:
    rounds = circle(bots)
    assert len(rounds) == bots - 1 + bots % 2
    assert sorted(pair for pairs in rounds for pair in pairs) == [*combinations(range(bots), 2)]
    resting: list[int] = []
    for pairs in rounds:
        playing = {bot for pair in pairs for bot in pair}
        assert len(playing) == 2 * len(pairs)
        resting += set(range(bots)) - playing
    assert sorted(resting) == ([*range(bots)] if bots % 2 else []), "each rests once in its turn"


@given(NAMES, st.sampled_from(["", "a", "abc", "bcdefgh"]))
def test_with_two_seats_a_bot_has_one_opponent_a_round(names: str, late: str) -> None:
    opponents: dict[tuple[int, int, str], set[str]] = {}
    for fixture in fixtures(plan(names, 2, 3, late=late)):
        for bot, other in (fixture.seats, fixture.seats[::-1]):
            opponents.setdefault((fixture.wave, fixture.round, bot), set()).add(other)
    assert all(len(met) == 1 for met in opponents.values())


def test_rounds_of_three_seats_and_more_are_the_deals() -> None:
    assert {(fixture.round, fixture.deal) for fixture in fixtures(plan("abcde", 3, 3))} == {
        (0, 0),
        (1, 1),
        (2, 2),
    }


def test_rounds_of_two_seats_go_round_once_a_deal() -> None:
    found = fixtures(plan("abc", 2, 2))
    assert [(fixture.round, fixture.deal, fixture.line_up) for fixture in found[::2]] == [
        (0, 0, "b@1+c@1"),
        (1, 0, "a@1+c@1"),
        (2, 0, "a@1+b@1"),
        (3, 1, "b@1+c@1"),
        (4, 1, "a@1+c@1"),
        (5, 1, "a@1+b@1"),
    ]


def test_alone_every_bot_plays_the_same_deals() -> None:
    found = fixtures(plan("ba", 1, 2))
    assert [(fixture.place, fixture.line_up, fixture.seats) for fixture in found] == [
        ("0", "a@1", ["a@1"]),
        ("0", "b@1", ["b@1"]),
        ("1", "a@1", ["a@1"]),
        ("1", "b@1", ["b@1"]),
    ]


@pytest.mark.parametrize(
    ("expected", "seating"),
    [
        (["cab"], "fixed"),
        (["abc", "acb", "bac", "bca", "cab", "cba"], "all"),
    ],
)
def test_seatings_that_are_not_drawn(expected: list[str], seating: Seating) -> None:
    assert [seated(fixture) for fixture in fixtures(plan("cab", 3, 1, seating))] == expected


def test_the_circle_of_a_deal_is_drawn_from_its_place() -> None:
    """The draw of design (Seeds) and ten-1 §1.5, computed by hand for four bots."""
    place = "a@1+b@1+c@1+d@1/0"
    key = hmac.new(SEED.encode(), f"seating/{place}".encode(), sha256).hexdigest()[:32]
    digest = sha256(f"{key}:0".encode()).digest()
    order = list("abcd")
    for last, word in ((3, digest[:8]), (2, digest[8:16]), (1, digest[16:24])):
        other = int.from_bytes(word, "big") % (last + 1)
        order[last], order[other] = order[other], order[last]
    found = fixtures(plan("dcba", 4))
    assert [fixture.place for fixture in found] == [place] * 4
    assert [seated(fixture) for fixture in found] == [
        "".join(order[turn:] + order[:turn]) for turn in range(4)
    ]


def test_neighbours_change_from_deal_to_deal() -> None:
    circles = {
        min(seated(fixture) for fixture in block.fixtures)
        for block in blocks(plan("abcd", 4, 50), SEED, {})
    }
    assert len(circles) == factorial(3)


def test_line_ups_stand_in_the_order_of_their_text() -> None:
    """A space sorts before the @ of a label, so the order of names would be another one."""
    league = Plan(
        name="test",
        game="g",
        seats=1,
        deals=1,
        entrants=[Entrant(name=name, number=1, version="") for name in ("a", "a b")],
    )
    assert [fixture.line_up for fixture in fixtures(league)] == ["a b@1", "a@1"]


@pytest.mark.parametrize(
    ("complaints", "bots", "seats"),
    [
        ([], 4, 4),
        ([], 1, 1),
        (["a round-robin needs at least as many bots as seats, and there are 3 for 4"], 3, 4),
        (
            [f"a round-robin has at most {MAX_LINE_UPS:,} line-ups, and there are {comb(60, 5):,}"],
            60,
            5,
        ),
    ],
)
def test_what_cannot_be_played_is_refused(complaints: list[str], bots: int, seats: int) -> None:
    assert check(bots, seats) == complaints


def changed(league: Plan, **by_name: Mapping[str, object]) -> Plan:
    """The league with some entrants of other status, or newer versions after all others."""
    entrants = [
        msgspec.structs.replace(entrant, **by_name.get(entrant.name, {}))
        for entrant in league.entrants
    ]
    return msgspec.structs.replace(league, entrants=entrants)


def with_version(league: Plan, name: str, wave: int) -> Plan:
    """The league in which a bot was replaced by its second version."""
    league = changed(league, **{name: {"status": "replaced", "left": wave}})
    second = Entrant(name=name, number=2, version="2" * 64, wave=wave)
    return msgspec.structs.replace(league, entrants=[*league.entrants, second])


def places(found: Iterable[Fixture]) -> set[str]:
    return {fixture.place for fixture in found}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_new_version_plays_all_its_matches_anew_on_other_deals(seats: int) -> None:
    league = plan("abcdef", seats, deals=3)
    before, after = fixtures(league), fixtures(with_version(league, "b", wave=1))
    stay = [fixture for fixture in before if "b@1" not in fixture.seats]
    new = [fixture for fixture in after if "b@2" in fixture.seats]
    assert stay == [fixture for fixture in after if fixture.wave == 0], "rounds and seats stay"
    assert new == [fixture for fixture in after if fixture.wave == 1]
    assert len(before) == len(after)
    assert places(new).isdisjoint(places(before))


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_a_voided_bot_leaves_no_fixture_and_changes_no_other(seats: int) -> None:
    league = plan("abcdef", seats, deals=3)
    after = fixtures(changed(league, b={"status": "void", "left": 1}))
    assert after == [fixture for fixture in fixtures(league) if "b@1" not in fixture.seats]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_of_a_kept_bot_only_begun_deals_are_left(seats: int) -> None:
    league = plan("abcd", seats, deals=3)
    before = fixtures(league)
    played = {fixture.key: RESULT for fixture in before if fixture.deal == 0}
    one = next(fixture for fixture in before if fixture.deal == 1 and "b@1" in fixture.seats)
    played[one.key] = RESULT
    kept = changed(league, b={"status": "kept", "left": 1})
    after = [fixture for block in blocks(kept, SEED, played) for fixture in block.fixtures]
    assert after == [
        fixture
        for fixture in before
        if "b@1" not in fixture.seats
        or fixture.deal == 0
        or (fixture.line_up, fixture.deal) == (one.line_up, one.deal)
    ]


@pytest.mark.parametrize("status", ["void", "kept"])
def test_who_has_left_meets_nobody_who_comes_later(status: str) -> None:
    league = plan("abcde", 2, late="e")
    after = fixtures(changed(league, b={"status": status, "left": 1}))
    assert not [fixture for fixture in after if {"b@1", "e@1"} == {*fixture.seats}]
    forfeited = fixtures(changed(league, b={"status": "forfeit"}))
    assert forfeited == fixtures(league)


def test_a_league_with_too_few_bots_left_has_nothing_to_play() -> None:
    league = changed(plan("abc", 3, deals=3), b={"status": "void", "left": 1})
    assert [] == fixtures(league)


def test_a_new_version_sits_where_its_bot_sat() -> None:
    league = plan("cab", 3, seating="fixed")
    assert [["c@1", "a@2", "b@1"]] == [
        fixture.seats for fixture in fixtures(with_version(league, "a", wave=1))
    ]


def test_blocks_are_made_as_they_are_needed() -> None:
    endless = plan("abcdefgh", 5, deals=10**12)
    assert len([*islice(blocks(endless, SEED, {}), 100)]) == 100


@given(PLANS, st.sets(st.integers(0, 50)))
def test_what_is_left_is_what_has_not_been_played(league: Plan, positions: set[int]) -> None:
    every = fixtures(league)
    played = {fixture.key for at, fixture in enumerate(every) if at in positions}
    left = [*unplayed(FORMATS["round-robin"].blocks(league, SEED, {}), played)]
    assert all(block.fixtures for block in left)
    assert [fixture for block in left for fixture in block.fixtures] == [
        fixture for fixture in every if fixture.key not in played
    ]
