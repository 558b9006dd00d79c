"""The games that the arena knows."""

from __future__ import annotations

from typing import Any

from arena.game import Game
from arena.games.ten.game import TEN
from arena.records import Result

GAMES: dict[str, Game[Any, Any, Any, Result]] = {TEN.name: TEN}
"""By the name of the ruleset, as league files and records write it."""
