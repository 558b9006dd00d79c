"""Leagues that were really played, one of them with a field that changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from arena.league.reading import read_league
from arena.plan import Entrant
from arena.players.files import keep, read_bot
from arena.season.opening import known_paths
from arena.season.rating import rebuilt
from arena.season.registration import snapshots_path
from arena.store.writer import open_writer
from tests.cli.running import called
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league

CHECKS = [
    *["database", "bots", "files", "seeds", "counts", "fixtures", "seats", "neighbours"],
    *["tables", "records", "places", "faults", "totals", "ratings", "logs"],
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


def play_changing_league(folder: Path) -> Path:
    """A league in which, after half of it, one bot was replaced and three were withdrawn."""
    league = write_league(folder, LARGE_FIELD | {"late": BOTS["last"] + "\n"}, seats=3, deals=1)
    play_league(league, most=40)
    (folder / "first.py").write_text(BOTS["first"] + "\n")
    files = read_bot(folder / "first.py")
    database = league.with_suffix(".db")
    keep(files, snapshots_path(database))
    with open_writer(database) as writer:
        season = writer.season()
        left: dict[str, dict[str, Any]] = {
            "first": {"status": "replaced", "left": 1},
            "late": {"status": "void", "left": 2},
            "last": {"status": "kept", "left": 3, "remark": "withdrawn"},
            "middle": {"status": "forfeit", "left": 4, "remark": "withdrawn"},
        }
        entrants = [
            msgspec.structs.replace(entrant, **left.get(entrant.name, {}))
            for entrant in season.plan.entrants
        ]
        second = Entrant(name="first", number=2, version=files.version, wave=1)
        plan = msgspec.structs.replace(season.plan, entrants=[*entrants, second])
        paths = known_paths(read_league(league), writer, plan)
        writer.change_season(
            msgspec.structs.replace(season, plan=plan),
            paths,
            ratings=rebuilt(writer, plan, season.seed or ""),
        )
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
