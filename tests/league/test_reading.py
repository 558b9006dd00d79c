"""A league file becomes a plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.league.reading import ListedBot, read_league
from arena.plan import Entrant, Limits, Plan, Points
from tests.league.files import FULL, SMALL, complaints, write


def test_what_is_left_out_has_its_default(folder: Path) -> None:
    league = read_league(write(folder, SMALL))
    assert league.seed is None
    assert league.path == folder / "house.toml"
    assert league.bots == [
        ListedBot(
            name="greedy",
            given="bots/greedy.py",
            path=folder / "bots" / "greedy.py",
            author="",
            line=9,
        ),
        ListedBot(
            name="random",
            given="bots/random",
            path=folder / "bots" / "random",
            author="",
            line=12,
        ),
    ]
    entrants = [Entrant(name="greedy", number=1, version="3f9a")]
    assert league.plan(entrants) == Plan(
        name="House league", game="ten-1", seats=2, deals=10, entrants=entrants
    )


def test_every_key_is_read(folder: Path) -> None:
    league = read_league(write(folder, FULL))
    assert league.seed == "2026"
    assert league.bots[0].author == "house"
    assert league.plan([]) == Plan(
        name="मराठी league",
        game="ten-1",
        seats=2,
        deals=3,
        seating="fixed",
        deck={"R1": 3, "B#": 0, "$1": 4},
        limits=Limits(startup_ms=4000, decision_ms=50, match_ms=2000, memory_mb=128, log_kb=0),
        reveal_names=True,
        points=Points(places=[2, 0], tie_breaks=["wins"]),
        draw_probability=0.1,
        entrants=[],
    )


@pytest.mark.parametrize("seed", ["0", "", "2026", "ten and two"])
def test_every_text_is_a_seed(folder: Path, seed: str) -> None:
    text = SMALL.replace("[tables]", f'seed = "{seed}"\n[tables]')
    assert read_league(write(folder, text)).seed == seed


def test_a_byte_order_mark_and_other_line_ends_do_no_harm(folder: Path) -> None:
    text = SMALL.replace("\n", "\r\n").encode("utf-8-sig")
    assert read_league(write(folder, text)).draft == read_league(write(folder, SMALL)).draft


def test_a_path_starts_at_the_league_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "leagues").mkdir()
    write(folder / "leagues", SMALL.replace('"bots/', '"../bots/'))
    monkeypatch.chdir(folder)
    league = read_league(Path("leagues/house.toml"))
    assert league.bots[0].path == folder / "bots" / "greedy.py"


UNREADABLE: list[tuple[str, list[str], str | bytes]] = [
    (
        "no TOML",
        ["house.toml:2: this is not TOML: Expected '=' after a key in a key/value pair."],
        "[league]\nname House\n",
    ),
    (
        "an unfinished line",
        ["house.toml:2: this is not TOML: Invalid value."],
        "[league]\nname = ",
    ),
    (
        "a key that stands there twice",
        ["house.toml:3: this is not TOML: Cannot overwrite a value."],
        "[league]\nname = 'a'\nname = 'b'\n",
    ),
    (
        "other bytes",
        ["house.toml:2: byte 0xe9 is not UTF-8; a league file is."],
        b"[league]\nname = 'caf\xe9'\n",
    ),
    (
        "endless brackets",
        ["house.toml:1: brackets are nested too deeply."],
        "a = " + "[" * 100_000,
    ),
    (
        "a huge file",
        ["house.toml: a league file has at most 1,048,576 bytes."],
        b"#" * (1 << 20) + b"\n",
    ),
]


@pytest.mark.parametrize(
    ("expected", "content"), [pytest.param(*case[1:], id=case[0]) for case in UNREADABLE]
)
def test_what_cannot_be_read_is_one_complaint(
    folder: Path, expected: list[str], content: str | bytes
) -> None:
    assert complaints(folder, content) == expected


def test_a_file_that_is_not_there_is_a_complaint(folder: Path) -> None:
    for path, reason in ((folder / "none.toml", "No such file"), (folder, "Is a directory")):
        with pytest.raises(LeagueError, match=reason):
            read_league(path)


def test_alone_points_are_for_as_many_places_as_bots(folder: Path) -> None:
    alone = SMALL.replace("seats = 2", "seats = 1") + "[points]\nplaces = [2, 1]\n"
    assert read_league(write(folder, alone)).draft.points.places == [2, 1]


def test_a_deck_stands_in_the_order_of_the_rules(folder: Path) -> None:
    """ten-1 §1.4: so that equal decks are equal bytes in records."""
    deck = read_league(write(folder, FULL)).draft.deck
    assert deck is not None
    assert [*deck] == ["R1", "B#", "$1"]
