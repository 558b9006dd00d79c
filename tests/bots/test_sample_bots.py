"""The sample bots play any table without a fault, and a match of theirs can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.ten.game import TEN
from arena.league.reading import read_league
from arena.match.replay import check
from arena.match.single import Conditions, Contestant, in_process, own_seeds, play_single
from arena.plan import Limits
from arena.players.samples import sample_bots
from arena.records import MatchRecord
from tests.games.ten.playing import tables

ROOT = Path(__file__).parents[2]
BOTS = sample_bots()
ORDER = ["random", "cautious", "greedy", "collector", "bidder", "counter", "searcher"]
MOST_LINES = 155


def played(names: list[str], seed: str, deck: dict[str, int] | None = None) -> MatchRecord:
    """The record of one match of sample bots, in this process."""
    seats = [Contestant(name=name, version="", entry=BOTS[name].path) for name in names]
    conditions = Conditions(game=TEN.name, deck=deck)
    own = own_seeds(seed, len(seats))
    return play_single(conditions, seed, own, seats, in_process(Limits())).record


@pytest.mark.parametrize("name", ORDER)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_bot_plays_at_every_number_of_seats(name: str, players: int) -> None:
    record = played([name] * players, "1")
    assert [] == record.faults
    check(record, TEN)


@given(
    st.lists(st.sampled_from(ORDER), min_size=1, max_size=5),
    st.integers(0, 999).map(str),
    tables,
)
@settings(max_examples=40)
def test_bots_play_any_deck(names: list[str], seed: str, deck: dict[str, int] | None) -> None:
    record = played(names, seed, deck and TEN.normal_deck(deck))
    assert [] == record.faults
    check(record, TEN)


@pytest.mark.parametrize("name", ORDER)
def test_a_match_can_be_repeated(name: str) -> None:
    seats = [name, "random", "searcher", name]
    assert played(seats, "2") == played(seats, "2")


def test_the_house_league_is_of_all_sample_bots_at_tables_of_four() -> None:
    league = read_league(ROOT / "leagues" / "house.toml")
    named = {bot.name: bot.path.resolve() for bot in league.bots}
    assert {name: BOTS[name].path.resolve() for name in ORDER} == named
    draft = league.draft
    assert ("House league", 4, 2, "rotate") == (
        draft.name,
        draft.seats,
        draft.deals,
        draft.seating,
    )
    assert Limits() == draft.limits


@pytest.mark.parametrize("name", ORDER)
def test_a_bot_is_one_short_file(name: str) -> None:
    assert len(BOTS[name].path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
