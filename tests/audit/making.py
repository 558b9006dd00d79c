"""Leagues that were really played, one of them with a field that changed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import called
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league

CHECKS = [
    *["database", "season", "bots", "acts", "files", "seeds", "counts", "fixtures", "seats"],
    *["neighbours", "tables", "records", "places", "faults", "totals", "ratings", "logs"],
]

CLUMSY = """
import random

def decide(view):
    if random.random() < 0.04:
        raise ValueError("tired")
    return view.legal[0]
"""
FIELD = {name: BOTS[name] for name in ("chance", "last", "middle")} | {"clumsy": CLUMSY}
LARGE_FIELD = {**FIELD, "first": BOTS["first"]}
CHANGES = [
    ["accept", "first"],
    ["withdraw", "late", "--policy", "void"],
    ["withdraw", "last", "--policy", "keep"],
    ["withdraw", "middle", "--policy", "forfeit"],
]


def play_changing_league(folder: Path) -> Path:
    """A league in which, after half of it, one bot was replaced and three were withdrawn."""
    league = write_league(folder, LARGE_FIELD | {"late": BOTS["last"] + "\n"}, seats=3, deals=1)
    play_league(league, most=40)
    (folder / "first.py").write_text(BOTS["first"] + "\n")
    for act in CHANGES:
        done = called("league", act[0], league, *act[1:])
        assert done.returncode == 0, done.stderr
    play_league(league)
    return league


def audited(league: Path, *options: str) -> tuple[int, dict[str, str], dict[str, list[str]]]:
    """The exit status, each check's result, and the findings of those that are wrong."""
    done = called("audit", league, *options, "--format", "json")
    rows = json.loads(done.stdout)
    return (
        done.returncode,
        {row["check"]: row["result"] for row in rows},
        {row["check"]: row["findings"] for row in rows if row["findings"]},
    )
