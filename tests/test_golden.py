"""How generated text gets into documents."""

from __future__ import annotations

import pytest

from tests.golden import with_blocks

BLOCKS = {"one": lambda: "1\n", "two": lambda: "2 \\1\n"}


@pytest.mark.parametrize(
    ("expected", "document"),
    [
        ("plain", "plain"),
        (
            "a\n<!-- generated: one -->\n1\n<!-- end -->\nb\n",
            "a\n<!-- generated: one -->\n<!-- end -->\nb\n",
        ),
        (
            "<!-- generated: two -->\n2 \\1\n<!-- end --><!-- generated: one -->\n1\n<!-- end -->",
            "<!-- generated: two -->\nold\n<!-- end --><!-- generated: one -->\n<!-- end -->",
        ),
    ],
)
def test_blocks_are_made_anew_between_their_marks(expected: str, document: str) -> None:
    made = with_blocks(document, BLOCKS)
    assert made == expected
    assert with_blocks(made, BLOCKS) == made


def test_a_block_that_nobody_makes_is_named() -> None:
    with pytest.raises(KeyError, match="three"):
        with_blocks("<!-- generated: three -->\n<!-- end -->", BLOCKS)
