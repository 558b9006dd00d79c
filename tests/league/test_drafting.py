"""New league files: every text in them is read as it was given."""

from __future__ import annotations

import tomllib
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.complaints import complaint, without_place
from arena.league.drafting import Commitment, Draft, NewBot, league_text, toml_text
from arena.plan import Seating

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SEEDS = st.none() | TEXTS | st.builds(Commitment, TEXTS, TEXTS)
DRAFTS = st.builds(
    Draft,
    name=TEXTS,
    bots=st.lists(st.builds(NewBot, TEXTS, TEXTS, TEXTS), min_size=1, max_size=3),
    seats=st.integers(1, 5),
    deals=st.integers(1, 1_000_000),
    seating=st.sampled_from(get_args(Seating)),
    seed=SEEDS,
)


@given(TEXTS)
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    written = toml_text(text)
    assert written.isprintable()
    assert {"key": text} == tomllib.loads(f"key = {written}")


@given(DRAFTS)
def test_a_league_file_says_what_was_drafted(draft: Draft) -> None:
    read = tomllib.loads(league_text(draft))
    match draft.seed:
        case Commitment(digest, seed_file):
            seed = {"commitment": digest, "seed_file": seed_file}
        case None:
            seed = {}
        case text:
            seed = {"seed": text}
    assert {"name": draft.name, "game": "ten-1", **seed} == read["league"]
    tables = {"seats": draft.seats, "deals": draft.deals, "seating": draft.seating}
    assert tables == read["tables"]
    listed = [
        {key: text for key, text in bot._asdict().items() if text or key != "author"}
        for bot in draft.bots
    ]
    assert listed == read["bots"]


@given(
    st.sampled_from(["house.toml", "a: b/house: 1.toml", "house.toml:3: x.toml"]), st.integers(1)
)
def test_a_complaint_without_its_place(file: str, line: int) -> None:
    assert without_place(file, complaint(file, line, "a: b is 1: no")) == "a: b is 1: no."


@pytest.mark.parametrize("character", ["\u202e", "\x7f", "\x1b", "\u2028", "\U000e0001"])
def test_what_cannot_be_seen_is_seen(character: str) -> None:
    assert toml_text(character).startswith(('"\\u', '"\\U'))
