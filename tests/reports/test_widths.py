"""Texts cut to so many columns of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.reports.widths import shortened, width


@pytest.mark.parametrize(
    ("columns", "text"),
    [(0, ""), (6, "greedy"), (4, "漢字"), (4, "한국"), (1, "e\u0301"), (3, "ÀÉÎ")],
)
def test_columns_of_a_text(columns: int, text: str) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("expected", "text", "columns"),
    [
        ("greedy", "greedy", 6),
        ("gr…dy", "greedy", 5),
        ("coll…-two", "collector-two", 9),
        ("漢…字", "漢字漢字漢字", 6),
        ("e\u0301a…a", "e\u0301aaaaaa", 4),
        ("…", "greedy", 1),
    ],
)
def test_beginning_and_end_are_kept(expected: str, text: str, columns: int) -> None:
    assert shortened(text, columns) == expected


@given(st.text(), st.integers(1, 40))
@example("000\x1f0000\u2028", 8)
def test_a_text_fits_and_is_changed_only_if_it_must_be(text: str, columns: int) -> None:
    cut = shortened(text, columns)
    assert width(cut) <= columns
    assert (cut == text) == (width(text) <= columns) or cut == "…"
