"""A match that kills its worker twice is reported with a bundle; all others are played."""

from __future__ import annotations

import json
import os
from pathlib import Path

from arena import seeds
from tests.cli.running import ROOT, arena
from tests.season.making import write_league

DEADLY = """
import sys
if "--multiprocessing-fork" in sys.argv:
    import os, signal
    import arena.workers
    play_block = arena.workers.play_block
    def deadly(order, *others):
        for match in order.matches:
            fixture = match.fixture
            if (fixture.line_up, fixture.deal, fixture.seating) == ("first@1+last@1", 0, 1):
                os.kill(os.getpid(), signal.SIGKILL)
        return play_block(order, *others)
    arena.workers.play_block = deadly
"""
"""What every Python process of a run does first: workers die of one match."""

PLACE = "first@1+last@1/0"


def test_what_kills_its_worker_twice_is_told_and_the_rest_is_played(tmp_path: Path) -> None:
    league = write_league(tmp_path, seats=2)
    (tmp_path / "deadly").mkdir()
    (tmp_path / "deadly/sitecustomize.py").write_text(DEADLY)
    path = os.pathsep.join([str(tmp_path / "deadly"), str(ROOT)])
    done = arena("run", league, "--workers", "2", more={"PYTHONPATH": path})
    assert done.returncode == 1
    assert (
        "Block first@1+last@1, deal 0, was lost: its process was killed; its matches are played "
        "again, each alone." in done.stderr
    )
    assert "first@1+last@1, deal 0, seating 1, was lost again, alone" in done.stderr
    (bundle,) = (tmp_path / "league-failures").iterdir()
    assert f"the platform failed twice at 1 match, nobody's bot is charged; {bundle}" in (
        done.stderr.replace("what is known stands in ", "")
    )
    told = json.loads(bundle.read_text())
    assert ["its process was killed"] * 2 == told["reasons"]
    assert ("first@1+last@1", 0, 1) == (told["line_up"], told["deal"], told["seating"])
    assert {"first@1", "last@1"} == {seat["bot"] for seat in told["seats"]}
    secrets = [seeds.deal_seed("1", PLACE), seeds.seating_seed("1", PLACE)]
    secrets += [seeds.bot_seed("1", PLACE, 1, seat) for seat in range(2)]
    assert not [seed for seed in secrets if seed in bundle.read_text()]
    assert bundle.parent.stat().st_mode & 0o077 == 0

    assert 23 == len(arena("export", "records", league).stdout.splitlines())
    assert arena("run", league, "--workers", "2").returncode == 0
    other = tmp_path / "other"
    other.mkdir()
    unbroken = write_league(other, seats=2)
    assert arena("run", unbroken, "--workers", "1").returncode == 0
    for command in (["export", "records"], ["leaderboard", "--format", "json"]):
        assert arena(*command, unbroken).stdout == arena(*command, league).stdout
