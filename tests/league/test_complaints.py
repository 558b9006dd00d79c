"""Every mistake in a league file is complained about, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.league.complaints import complaint
from tests.league.files import FULL, SMALL, complaints

WHOLE = "allowed are whole numbers from"
TITLE = (
    "a text of 1 to 100 characters in Unicode's form NFC, without spaces at its ends or "
    "characters that cannot be seen"
)
LISTED_POINTS = (
    "a list of whole numbers from 0 to 1000000, best place first, none more than the one before, "
    "the first above 0"
)
TIE_BREAKS = 'a list of "head-to-head", "wins", "score", "faults", each at most once'

VALUES: list[tuple[str, str, str]] = [
    ("name", "7", "bots.name is 7; a name is a text in quotes"),
    ("game", '"chess"', 'league.game is "chess"; allowed is "ten-1"'),
    ("seed", "2026", 'league.seed is 2026; a seed is a text in quotes, such as "2026"'),
    ("seats", "6", "tables.seats is 6; ten-1 has 1 to 5 seats"),
    ("seats", "0", "tables.seats is 0; ten-1 has 1 to 5 seats"),
    ("seats", "true", "tables.seats is true; a number of seats is a whole number"),
    ("deals", "0", f"tables.deals is 0; {WHOLE} 1 to 1000000"),
    ("deals", "2.0", f"tables.deals is 2.0; {WHOLE} 1 to 1000000"),
    ("deals", "0x" + "f" * 9999, f"tables.deals is a huge number; {WHOLE} 1 to 1000000"),
    ("seating", '"all "', 'tables.seating is "all "; allowed are "rotate", "all", "fixed"'),
    ("seating", '["all"]', 'tables.seating is ["all"]; allowed are "rotate", "all", "fixed"'),
    ("deck", "3", "tables.deck is 3; a deck is a table of cards with whole numbers"),
    (
        "deck",
        "{ R1 = true }",
        "tables.deck is a table; a deck is a table of cards with whole numbers",
    ),
    ("deck", "{ R1 = 1, X1 = 1 }", "tables.deck.X1: 'X1' is no card of TEN"),
    ("deck", "{ R1 = -1 }", "tables.deck.R1 is -1; a count is 0 or more"),
    ("deck", "{}", "tables.deck has 0 cards; it needs 1 to 1,000"),
    ("kind", '"swiss"', 'format.kind is "swiss"; allowed is "round-robin"'),
    ("startup_ms", '"5 s"', f'limits.startup_ms is "5 s"; {WHOLE} 10 to 600000'),
    ("decision_ms", "0", f"limits.decision_ms is 0; {WHOLE} 1 to 600000"),
    ("match_ms", "-5", f"limits.match_ms is -5; {WHOLE} 1 to 3600000"),
    ("memory_mb", "8", f"limits.memory_mb is 8; {WHOLE} 16 to 65536"),
    ("log_kb", "1e3", f"limits.log_kb is 1000.0; {WHOLE} 0 to 10240"),
    (
        "packages",
        '"numpy"',
        (
            'bots_may.packages is "numpy"; a list of packages as they are imported, such as '
            '["numpy"]'
        ),
    ),
    ("reveal_names", "1", "bots_may.reveal_names is 1; allowed are true and false"),
    (
        "places",
        "[3, 2, 0]",
        "points.places is [3, 2, 0]; a table has 2 places, and each has its points",
    ),
    ("places", "[0, 0]", f"points.places is [0, 0]; allowed is {LISTED_POINTS}"),
    ("places", "[1, 2]", f"points.places is [1, 2]; allowed is {LISTED_POINTS}"),
    ("places", "[1, 0.5]", f"points.places is [1, 0.5]; allowed is {LISTED_POINTS}"),
    ("places", "[]", f"points.places is []; allowed is {LISTED_POINTS}"),
    ("tie_breaks", '["win"]', f'points.tie_breaks is ["win"]; allowed is {TIE_BREAKS}'),
    ("tie_breaks", "[{}, {}]", f"points.tie_breaks is [a table, a table]; allowed is {TIE_BREAKS}"),
    (
        "tie_breaks",
        '["wins", "wins"]',
        f'points.tie_breaks is ["wins", "wins"]; allowed is {TIE_BREAKS}',
    ),
    (
        "draw_probability",
        "0",
        "ratings.draw_probability is 0; allowed are numbers from 0.0001 to 0.99",
    ),
    (
        "draw_probability",
        "nan",
        "ratings.draw_probability is nan; allowed are numbers from 0.0001 to 0.99",
    ),
    ("name", '"Greedy"', 'bots.name is "Greedy"; line 27 has "greedy", and names are unique'),
    ("name", '".x"', 'bots.name is ".x"; a name begins with a letter or a digit'),
    ("path", '"none.py"', 'bots.path is "none.py"; there is no file or folder none.py'),
    ("path", '""', 'bots.path is ""; a path leads from the league file to a bot\'s file or folder'),
    ("author", '" x"', f'bots.author is " x"; allowed is {TITLE}'),
    (
        "name",
        '"\\u001b[2J\\u202e"',
        (
            'bots.name is "\\x1b[2J\\u202e"; a name has letters, marks and digits of any script, '
            "space, and ._- only"
        ),
    ),
    ("name", '"' + "x" * 99 + '"', f'bots.name is "{"x" * 59}…; a name has 1 to 32 characters'),
]
"""A key of the full file (the last one of that name), a value, and what is said of it."""


@pytest.mark.parametrize(("key", "value", "expected"), VALUES)
def test_a_wrong_value_is_one_complaint(folder: Path, key: str, value: str, expected: str) -> None:
    lines = FULL.splitlines()
    number = max(at for at, line in enumerate(lines) if line.startswith(f"{key} = "))
    lines[number] = f"{key} = {value}"
    assert complaints(folder, "\n".join(lines)) == [f"house.toml:{number + 1}: {expected}."]


KEYS: list[tuple[str, str]] = [
    (
        "[tables]\nseeting = 1",
        "tables.seeting is unknown; did you mean seating? Keys here: seats, deals, seating, deck",
    ),
    ("[format]\nrounds = 7", "format.rounds is unknown; keys here: kind"),
    ("[[bots]]\ndivision = 1", "bots.division is unknown; keys here: name, path, author"),
    (
        "[league]\n'\\u001b' = 1",
        "league.\\u001b is unknown; keys here: name, game, seed, commitment, seed_file",
    ),
    (
        '[league]\n"\\u001b" = 1',
        "league.\\x1b is unknown; keys here: name, game, seed, commitment, seed_file",
    ),
]
"""What stands in place of a table's header, and what is said of its second line."""


@pytest.mark.parametrize(("text", "expected"), KEYS)
def test_an_unknown_key_is_one_complaint(folder: Path, text: str, expected: str) -> None:
    header = text.partition("\n")[0]
    spoilt = text.join(FULL.partition(header)[::2])
    line = spoilt[: spoilt.index(text)].count("\n") + 2
    assert complaints(folder, spoilt) == [f"house.toml:{line}: {expected}."]


TOP = "league, tables, format, limits, bots_may, points, ratings, bots"

TABLES: list[tuple[list[str], str]] = [
    ([f"13: divisions is unknown; keys here: {TOP}"], "[[divisions]]\nname = 'first'"),
    ([f"13: calendar is unknown; keys here: {TOP}"], "[calendar]"),
    ([f"13: point is unknown; did you mean points? Keys here: {TOP}"], "[point]"),
    (["13: format is [a table]; allowed is a table with kind"], "[[format]]\nkind = 'swiss'"),
    (
        [
            "13: bots.name is missing; a name is a text in quotes",
            "13: bots.path is missing; a path leads from the league file to a bot's file or folder",
        ],
        "[[bots]]",
    ),
]


@pytest.mark.parametrize(("expected", "text"), TABLES)
def test_a_wrong_table_is_complained_about(folder: Path, expected: list[str], text: str) -> None:
    """The small file has twelve lines."""
    found = complaints(folder, SMALL + text)
    assert found == [f"house.toml:{complaint}." for complaint in expected]


def test_bots_in_one_table_are_none(folder: Path) -> None:
    text = SMALL.partition("[[bots]]")[0] + "[bots]\nname = 'greedy'"
    assert complaints(folder, text) == [
        "house.toml:7: each bot has a table [[bots]] of its own, and there is none."
    ]


def test_bots_that_are_no_tables_are_complained_about_one_by_one(folder: Path) -> None:
    text = "bots = [\n7,\n'greedy']\n" + SMALL.partition("[[bots]]")[0].replace(
        "seats = 2", "seats = 1"
    )
    assert complaints(folder, text) == [
        "house.toml:2: bots is 7; allowed is a table with name, path, author.",
        'house.toml:3: bots is "greedy"; allowed is a table with name, path, author.',
    ]


def test_a_table_of_cards_is_complained_about_card_by_card(folder: Path) -> None:
    text = SMALL.replace("deals = 10", "deals = 10\n[tables.deck]\nX1 = 1\nR1 = -1\nX10 = 2")
    assert complaints(folder, text) == [
        "house.toml:8: tables.deck.X1: 'X1' is no card of TEN.",
        "house.toml:9: tables.deck.R1 is -1; a count is 0 or more.",
        "house.toml:10: tables.deck.X10: 'X10' is no card of TEN.",
    ]


def test_fewer_bots_than_seats_are_refused(folder: Path) -> None:
    assert complaints(folder, SMALL.replace("seats = 2", "seats = 3")) == [
        (
            "house.toml:5: tables.seats is 3; a round-robin needs at least as many bots as seats, "
            "and there are 2 for 3."
        )
    ]


def test_alone_points_are_for_as_many_places_as_bots(folder: Path) -> None:
    text = SMALL.replace("seats = 2", "seats = 1") + "[points]\nplaces = [1]\n"
    assert complaints(folder, text) == [
        "house.toml:14: points.places is [1]; a table has 2 places, and each has its points."
    ]


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines(folder: Path) -> None:
    text = """\
# a league with a mistake on every line that has a key
[league]
name = 7
game = "chess"
sead = "2026"
[tables]
seats = "four"
deals = [1]
[[bots]]
name = "greedy\\u202e"
path = 'none.py'
[[bots]]
path = "../none.py"
[calendar]
"""
    assert [complaint.split(":")[1] for complaint in complaints(folder, text)] == [
        *["3", "4", "5", "7", "8", "10", "11", "12", "13", "14"]
    ]


def test_an_empty_file_lacks_what_a_league_needs(folder: Path) -> None:
    assert complaints(folder, "") == [
        f"house.toml:1: league.name is missing; allowed is {TITLE}.",
        'house.toml:1: league.game is missing; allowed is "ten-1".',
        "house.toml:1: tables.seats is missing; a number of seats is a whole number.",
        f"house.toml:1: tables.deals is missing; {WHOLE} 1 to 1000000.",
        "house.toml:1: each bot has a table [[bots]] of its own, and there is none.",
    ]


def test_a_sentence_ends_once() -> None:
    assert complaint("a.toml", 1, "it is empty.") == complaint("a.toml", 1, "it is empty")
