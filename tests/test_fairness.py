"""What docs/fairness.md tells people to type works, and finds what it should."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena import seeds
from tests.cli.leagues import SEED, keep_seed, make_league
from tests.cli.running import ROOT, environment

FAIRNESS = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
DIGEST = seeds.commitment_to(SEED).removeprefix("sha256:")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", FAIRNESS, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished season, the program of the page, and an `arena` and a `python3` to call."""
    keep_seed(make_league(tmp_path, seed=None))
    (program,) = blocks("python")
    (tmp_path / "check.py").write_text(program)
    (tmp_path / "bin").mkdir()
    for name, words in {"arena": "-m arena", "python3": ""}.items():
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def typed(folder: Path, lines: str) -> subprocess.CompletedProcess[str]:
    more = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    return subprocess.run(
        ["sh", "-e", "-c", lines],
        cwd=folder,
        env=environment(more),
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_line_can_be_typed(folder: Path) -> None:
    by_hand, verify = blocks("sh")
    done = typed(folder, by_hand)
    assert 0 == done.returncode, done.stderr
    assert [f"{DIGEST}  -", "6 of 6 deals come from the seed"] == done.stdout.splitlines()
    done = typed(folder, verify)
    assert (0, "") == (done.returncode, done.stdout)
    assert "6 records checked, all hold." in done.stderr


def test_a_deal_that_was_chosen_is_found_by_hand(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "house.db")) as database, database:
        database.execute(
            "UPDATE records SET record = json_set(record, '$.seed', 'mine') WHERE match_id = 1"
        )
    assert "5 of 6 deals come from the seed" in typed(folder, blocks("sh")[0]).stdout


def test_the_place_that_is_told_is_one() -> None:
    (place,) = re.findall(r'message: "(deal/[^"]+)"', FAIRNESS)
    line_up = seeds.line_up_text([("random", 1), ("greedy", 1), ("cautious", 1)])
    assert f"deal/{line_up}/3" == place
    assert seeds.seed_at(SEED, place) == seeds.deal_seed(SEED, f"{line_up}/3")


def test_what_it_points_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", FAIRNESS)
    assert links
    assert all((ROOT / "docs" / link).exists() for link in links)
