"""Rows as texts in every style."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.reports.columns import Column, Row, number, text
from arena.reports.text import EXPORT_STYLES, TABLE_STYLES
from arena.reports.widths import width

COLUMNS = [text("bot"), number("rank"), number("mu", digits=2)]


def table(style: str, *rows: Row, columns: list[Column] = COLUMNS, wide: int = 80) -> str:
    return TABLE_STYLES[style](columns, rows, wide)


@pytest.mark.parametrize(
    ("lines", "style"),
    [
        (["bot    rank     mu", "ant 2     1  25.00", "1e5      12  -0.12"], "table"),
        (
            [
                "| bot | rank | mu |",
                "| --- | --: | --: |",
                "| ant 2 | 1 | 25.00 |",
                "| 1e5 | 12 | -0.12 |",
            ],
            "md",
        ),
        (["bot,rank,mu", "ant 2,1,25.0", "1e5,12,-0.123456789"], "csv"),
        (
            [
                "[",
                '{"bot": "ant 2", "rank": 1, "mu": 25.0},',
                '{"bot": "1e5", "rank": 12, "mu": -0.123456789}',
                "]",
            ],
            "json",
        ),
    ],
)
def test_a_table(lines: list[str], style: str) -> None:
    rows: list[Row] = [
        {"bot": "ant 2", "rank": 1, "mu": 25.0},
        {"bot": "1e5", "rank": 12, "mu": -0.123456789},
    ]
    assert table(style, *rows) == "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("style", EXPORT_STYLES)
def test_a_long_table_is_written_row_by_row(style: str) -> None:
    taken = []

    def rows() -> Iterator[Row]:
        for rank in range(1, 4):
            taken.append(rank)
            yield {"bot": "ant", "rank": rank, "mu": 25.0}

    texts = EXPORT_STYLES[style](COLUMNS, rows())
    first = next(texts)
    assert len(taken) == 1
    assert first + "".join(texts) == table(style, *rows())


@pytest.mark.parametrize(
    ("expected", "style"),
    [
        ("bot  rank  mu\n", "table"),
        ("| bot | rank | mu |\n| --- | --: | --: |\n", "md"),
        ("bot,rank,mu\n", "csv"),
        ("[]\n", "json"),
    ],
)
def test_a_table_without_rows(expected: str, style: str) -> None:
    assert table(style) == expected


@pytest.mark.parametrize("name", ["1e5", "007", "12", "0x1F", "1_000", "nan", "inf", "-1", "1.50"])
def test_a_name_that_looks_like_a_number_stays_as_it_is(name: str) -> None:
    row: Row = {"bot": name, "rank": 1, "mu": 1.0}
    assert table("table", row).splitlines()[1].split() == [name, "1", "1.00"]
    assert f"| {name} | 1 | 1.00 |" in table("md", row)
    assert json.loads(table("json", row))[0]["bot"] == name


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("ant\\x1b[2J", "ant\x1b[2J"),
        ("a\\u202eb", "a\u202eb"),
        ("a\\nb\\tc", "a\nb\tc"),
        ("a\\x01b", "a\x01b"),
        ("a\\u2028b", "a\u2028b"),
        ("मराठी 漢字", "मराठी 漢字"),
    ],
)
def test_nothing_in_a_cell_commands_a_terminal(cell: str, name: str) -> None:
    row: Row = {"bot": name, "rank": 1, "mu": 1.0}
    assert cell in table("table", row)
    assert cell in table("csv", row)
    assert re.sub(r"([\\\[])", r"\\\1", cell) in table("md", row)
    as_json = table("json", row)
    assert json.loads(as_json)[0]["bot"] == name
    assert as_json.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("a\\|b", "a|b"),
        ("\\`a\\`", "`a`"),
        ("\\<b>", "<b>"),
        ("\\[a\\](u)", "[a](u)"),
        ("a_b", "a_b"),
    ],
)
def test_a_cell_is_no_markdown(cell: str, name: str) -> None:
    assert f"| {cell} | 1 | 1.00 |" in table("md", {"bot": name, "rank": 1, "mu": 1.0})


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_spreadsheet_computes_no_text(name: str) -> None:
    read = list(csv.reader(StringIO(table("csv", {"bot": name, "rank": -1, "mu": -1.5}))))
    assert read[1] == [f"'{name}", "-1", "-1.5"]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_json_has_no_number_that_is_none(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        table("json", {"bot": "ant", "rank": 1, "mu": value})


def test_no_number_is_less_than_nothing_after_rounding() -> None:
    assert "-" not in table("table", {"bot": "ant", "rank": 1, "mu": -0.001})


SEATS = [
    number("match"),
    Column(key="seats", per_seat=True),
    Column(key="places", per_seat=True, is_number=True),
    Column(key="faults", per_seat=True),
]
MATCH: Row = {
    "match": 7,
    "seats": ["ant@1", "bee@1", "漢字@1"],
    "places": [2, 3, 1],
    "faults": [None, "crash", None],
}


@pytest.mark.parametrize(
    ("lines", "wide"),
    [
        (
            [
                "match  seats                 places  faults",
                "    7  ant@1, bee@1, 漢字@1   2 3 1  1: crash",
            ],
            80,
        ),
        (
            [
                "match  seats   places  faults",
                "    7  ant@1        2",
                "       bee@1        3  crash",
                "       漢字@1       1",
            ],
            40,
        ),
    ],
)
def test_each_seat_gets_a_line_where_one_line_is_too_narrow(lines: list[str], wide: int) -> None:
    assert table("table", MATCH, columns=SEATS, wide=wide).splitlines() == lines


def test_lists_of_programs() -> None:
    assert table("csv", MATCH, columns=SEATS) == (
        'match,seats,places,faults\n7,"ant@1, bee@1, 漢字@1",2 3 1,1: crash\n'
    )
    assert json.loads(table("json", MATCH, columns=SEATS)) == [MATCH]


def test_counts_stand_beneath_each_other() -> None:
    rows: list[Row] = [{"places": [10, 2]}, {"places": [3, 100]}]
    assert table("table", *rows, columns=[number("places")]) == "places\n10   2\n 3 100\n"


def test_a_column_without_anything_is_left_out_for_people() -> None:
    columns = [text("bot"), number("head_to_head", digits=3)]
    rows: list[Row] = [{"bot": "ant", "head_to_head": None}, {"bot": "bee", "head_to_head": None}]
    assert table("table", *rows, columns=columns) == "bot\nant\nbee\n"
    assert table("csv", *rows, columns=columns) == "bot,head_to_head\nant,\nbee,\n"


def test_several_sentences_of_a_row_stand_beneath_each_other_after_its_first_text() -> None:
    columns = [number("rank"), text("check"), Column(key="findings", beneath=True)]
    rows: list[Row] = [
        {"rank": 1, "check": "seats", "findings": ["one\x1b", "another"]},
        {"rank": 2, "check": "logs", "findings": []},
    ]
    _, _, notes = table("table", *rows, columns=columns).partition("\n\n")
    assert notes == "seats: one\\x1b\nseats: another\n"


def test_sentences_stand_beneath_the_table() -> None:
    columns = [text("bot"), Column(key="decided_by", beneath=True)]
    rows: list[Row] = [
        {"bot": "ant", "decided_by": "wins 3 to 2"},
        {"bot": "bee", "decided_by": ""},
    ]
    assert table("table", *rows, columns=columns) == "bot\nant\nbee\n\nant: wins 3 to 2\n"
    assert "| ant | wins 3 to 2 |" in table("md", *rows, columns=columns)


NAMES = st.text(min_size=1, max_size=32)


@given(st.lists(NAMES, min_size=1, max_size=5), st.integers(30, 200))
def test_names_are_shortened_until_they_fit(names: list[str], wide: int) -> None:
    rows: list[Row] = [{"bot": name, "rank": 1, "mu": 1.0} for name in names]
    lines = table("table", *rows, wide=wide).splitlines()
    assert len(lines) == 1 + len(names)
    assert max(map(width, lines)) <= wide


@given(st.lists(NAMES, max_size=3))
def test_programs_read_what_was_written(names: list[str]) -> None:
    rows: list[Row] = [{"bot": name, "rank": 1, "mu": 0.1} for name in names]
    assert json.loads(table("json", *rows)) == rows
    assert len(list(csv.reader(StringIO(table("csv", *rows))))) == 1 + len(names)


def test_a_table_leaves_the_interpreter_as_it_was() -> None:
    """Also after tabulate was imported without the module that tells versions."""
    TABLE_STYLES["table"]([number("a")], [{"a": 1}], 80)
    assert version("tabulate") != "unknown"
