"""How long a season may take, from what is known before it is played."""

from __future__ import annotations

import math

from arena.plan import Limits

START_MS = 10
"""Of processor time that a seat costs before and beside a bot's thinking (docs/performance.md)."""

USED_SHARE = 0.01
"""Of its ``match_ms`` that a bot is taken to use: what the sample bots use of 5,000 ms."""


def likely_match_s(limits: Limits, seats: int) -> float:
    """The seconds of a match if every bot uses ``USED_SHARE`` of its processor time.

    >>> likely_match_s(Limits(match_ms=5000), seats=4)
    0.24
    """
    return seats * (START_MS + USED_SHARE * limits.match_ms) / 1000


def worst_match_s(limits: Limits, seats: int) -> float:
    """The seconds of a match if every bot uses up all its limits.

    Bots of a match start side by side, each within ``startup_ms`` of wall clock, and think one
    after another. Not counted are bots that wait instead of computing, which may take longer.

    >>> worst_match_s(Limits(startup_ms=5000, match_ms=5000), seats=4)
    25.0
    """
    return (limits.startup_ms + seats * limits.match_ms) / 1000


def season_s(matches: int, matches_of_block: int, workers: int, match_s: float) -> float:
    """The seconds of so many matches of equal length, of which workers play whole blocks.

    >>> season_s(280, 4, 4, 25.0)
    1800.0
    """
    blocks = math.ceil(matches / matches_of_block)
    return math.ceil(blocks / workers) * matches_of_block * match_s
