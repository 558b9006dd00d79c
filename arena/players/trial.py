"""A bot's first start, to see whether it starts at all."""

from __future__ import annotations

from pathlib import Path

from arena.bot.messages import Match
from arena.plan import Limits
from arena.players.nursery import Nursery
from arena.players.sandboxed import SandboxedPlayer, loading_problem


def start_problem(nursery: Nursery, entry: Path, match: Match, limits: Limits) -> str | None:
    """Why a bot cannot be started, with its line where there is one; None if it can be."""
    player = SandboxedPlayer(nursery, entry, match, limits)
    try:
        failed = player.start()
    finally:
        player.close()
    if failed is None:
        return None
    if player.readiness is not None:
        return loading_problem(player.readiness)
    return f"{entry.name}: {failed.measured}; it {failed.detail}"
