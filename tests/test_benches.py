"""What is measured can be measured: every bench comes to its end. No time is asked for.

The strength of bots takes minutes at least, and the peers are not installed.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import ROOT, environment


@pytest.mark.parametrize(
    "words",
    [
        ["tests.bench"],
        ["bench.endurance", "10"],
        ["bench.season", "300"],
        ["bench.kills", "1"],
        ["bench.histories", "1"],
    ],
    ids=" ".join,
)
def test_comes_to_its_end(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) > 1
    assert "WRONG" not in done.stdout
