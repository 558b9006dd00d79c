"""A crosstable stays readable with many bots and long names."""

from __future__ import annotations

import pytest

from arena.reports.crosstable_page import crosstable_page
from arena.reports.widths import width


def page(bots: list[str], columns_wide: int = 80) -> str:
    points = [
        [None if one == other else (one + 1) / len(bots) for other in range(len(bots))]
        for one in range(len(bots))
    ]
    return crosstable_page(bots, points, columns_wide)


def test_columns_have_the_numbers_of_rows() -> None:
    assert (
        "#  bot     1     2     3\n"
        "1  ant        0.33  0.33\n"
        "2  bee  0.67        0.67\n"
        "3  cat  1.00  1.00\n"
    ) == page(["ant", "bee", "cat"]).replace(" \n", "\n").replace("      \n", "\n")


@pytest.mark.parametrize("count", [1, 2, 10, 11, 12, 40, 120])
@pytest.mark.parametrize("name", ["b", "a bot with a name of 32 columns", "漢字のボットの長い名前"])
@pytest.mark.parametrize("columns_wide", [80, 60, 200])
def test_it_is_within_the_terminal_in_parts_of_one_size(
    count: int, name: str, columns_wide: int
) -> None:
    bots = [f"{name}{number}" for number in range(count)]
    parts = page(bots, columns_wide).split("\n\n")
    assert all(width(line) <= columns_wide for part in parts for line in part.splitlines())
    headings = [part.splitlines()[0].split()[2:] for part in parts]
    shown = [heading for numbers in headings for heading in numbers]
    assert [str(number) for number in range(1, count + 1)] == shown or count == 1
    sizes = {len(numbers) for numbers in headings[:-1]}
    assert len(sizes) <= 1
    assert all(len(part.splitlines()) == count + 1 for part in parts)


def test_a_terminal_of_no_width_has_a_column_at_a_time() -> None:
    assert 3 == len(page(["ant", "bee", "cat"], 1).split("\n\n"))
