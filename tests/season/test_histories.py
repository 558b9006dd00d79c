"""Whatever is done in a season, in one go or in pieces: the same bytes, and it adds up.

Some of many; ``python -m bench.histories`` has the others.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.season.histories import STEPS, history, lived_twice

SEEDS = ["4", "16", "17"]


@pytest.mark.parametrize("seed", SEEDS)
def test_in_one_go_and_in_pieces(tmp_path: Path, seed: str) -> None:
    for lived in lived_twice(tmp_path, seed):
        assert lived.whole == lived.pieces, lived.step


def test_every_step_is_in_one_of_them() -> None:
    steps = {step.name for seed in SEEDS for step in history(seed).steps}
    assert steps == {*STEPS}
