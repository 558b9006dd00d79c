"""Bots and matches for the tests of players."""

from __future__ import annotations

from pathlib import Path

from arena.games.ten.game import TEN
from arena.match.block import start_message
from arena.match.referee import PlayedMatch, Table, play
from arena.plan import Limits
from arena.players.in_process import InProcessPlayer
from arena.players.nursery import Nursery
from arena.players.player import Player
from arena.players.sandboxed import SandboxedPlayer
from arena.records import SeatRecord

ROGUE = Path(__file__).with_name("rogue.py").read_text()
ROOMY = Limits(startup_ms=20_000, decision_ms=3000, match_ms=20_000, memory_mb=256)
QUICK = Limits(startup_ms=1500, decision_ms=150, match_ms=600, memory_mb=128, log_kb=8)


def write_rogue(folder: Path, flag: str) -> Path:
    """A rogue's file with its flag in front."""
    file = folder / "rogue.py"
    file.write_text(f"FLAG = {flag!r}\n{ROGUE}")
    return file


def write_bot(folder: Path, name: str, source: str) -> Path:
    """A bot's file."""
    file = folder / f"{name}.py"
    file.write_text(source)
    return file


def play_files(
    nursery: Nursery | None, files: list[Path], seed: str = "0", limits: Limits = QUICK
) -> PlayedMatch:
    """One match of TEN; in process without a nursery."""
    names = [f"seat {seat}" for seat in range(len(files))]
    players: list[Player] = []
    for seat, file in enumerate(files):
        match = start_message("ten-1", None, limits, seat=seat, seed=f"{seat}" * 32, names=names)
        players.append(
            InProcessPlayer(file, match, limits)
            if nursery is None
            else SandboxedPlayer(nursery, file, match, limits)
        )
    seats = [SeatRecord(file.stem, "0" * 64) for file in files]
    return play(TEN, Table(seed=seed, deck=None, seats=seats), players)
