"""The keys of a league file."""

from __future__ import annotations

from typing import NamedTuple, get_args

from arena.formats.catalogue import FORMATS
from arena.games.catalogue import GAMES
from arena.league import values
from arena.league.values import Check, number, one_of, some_of, whole
from arena.plan import Seating, TieBreak
from arena.ranking.skill import MIN_DRAW_PROBABILITY

MINUTE_MS = 60_000


class Key(NamedTuple):
    """One key of a table."""

    check: Check
    required: bool = False


TABLES: dict[str, dict[str, Key]] = {
    "league": {
        "name": Key(values.is_title, required=True),
        "game": Key(one_of(GAMES), required=True),
        "seed": Key(values.is_seed),
        "commitment": Key(values.is_commitment),
        "seed_file": Key(values.is_file),
    },
    "tables": {
        "seats": Key(values.is_seats, required=True),
        "deals": Key(whole(1, 1_000_000), required=True),
        "seating": Key(one_of(get_args(Seating))),
        "deck": Key(values.is_deck),
    },
    "format": {
        "kind": Key(one_of(FORMATS)),
    },
    "limits": {
        "startup_ms": Key(whole(10, 10 * MINUTE_MS)),
        "decision_ms": Key(whole(1, 10 * MINUTE_MS)),
        "match_ms": Key(whole(1, 60 * MINUTE_MS)),
        "memory_mb": Key(whole(16, 65_536)),
        "log_kb": Key(whole(0, 10_240)),
    },
    "bots_may": {
        "packages": Key(values.is_package_list),
        "reveal_names": Key(values.is_flag),
    },
    "points": {
        "places": Key(values.is_points_list),
        "tie_breaks": Key(some_of(get_args(TieBreak))),
    },
    "ratings": {
        "draw_probability": Key(number(MIN_DRAW_PROBABILITY, 0.99)),
    },
}
"""The tables of a league file, each with its keys."""

BOT: dict[str, Key] = {
    "name": Key(values.is_name, required=True),
    "path": Key(values.is_path, required=True),
    "author": Key(values.is_title),
}
"""The keys of one of the ``[[bots]]``."""
