"""League files to start from, and what is said of those with mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.league.reading import read_league

SMALL = """\
[league]
name = "House league"
game = "ten-1"
[tables]
seats = 2
deals = 10
[[bots]]
name = "greedy"
path = "bots/greedy.py"
[[bots]]
name = "random"
path = "bots/random"
"""

FULL = """\
[league]
name = "मराठी league"
game = "ten-1"
seed = "2026"
[tables]
seats = 2
deals = 3
seating = "fixed"
deck = { "$1" = 4, R1 = 3, "B#" = 0 }
[format]
kind = "round-robin"
[limits]
startup_ms = 4000
decision_ms = 50
match_ms = 2000
memory_mb = 128
log_kb = 0
[bots_may]
packages = []
reveal_names = true
[points]
places = [2, 0]
tie_breaks = ["wins"]
[ratings]
draw_probability = 0.1
[[bots]]
name = "greedy"
path = "bots/greedy.py"
author = "house"
[[bots]]
name = "random"
path = "bots/random"
"""


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "house.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def complaints(folder: Path, content: str | bytes) -> list[str]:
    """The complaints without the folder's name."""
    path = write(folder, content)
    with pytest.raises(LeagueError) as caught:
        read_league(path)
    assert str(caught.value) == "\n".join(caught.value.complaints)
    return [complaint.replace(f"{folder}/", "") for complaint in caught.value.complaints]
