"""A bot that is silent once may have had to wait: its match is void and is played again alone."""

from __future__ import annotations

from pathlib import Path

from arena.records import FaultKind
from arena.season.loop import Progress
from arena.store.reader import open_reader
from tests.cli.running import called
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league, processes

SLEEPS = """
import time

def decide(view):
    time.sleep(60)
"""


def test_the_first_silence_is_void_the_later_ones_are_faults(tmp_path: Path) -> None:
    league = write_league(
        tmp_path,
        {"sleeper": SLEEPS, "first": BOTS["first"]},
        seats=2,
        deals=3,
        more="[limits]\ndecision_ms = 10",
    )
    told: list[Progress] = []
    assert [] == play_league(league, processes(1), tell=told.append)
    (void,) = [progress.void for progress in told if progress.void]
    assert ["sleeper@1"] == void.silent
    with open_reader(league.with_suffix(".db")) as reader:
        played = list(reader.stored_results())
        ratings = reader.ratings()
        acts = list(reader.acts())
    assert 6 == len(played) == ratings.rated
    ((act, bot, detail),) = [(act.act, act.bot, act.detail) for act in acts]
    assert (act, bot) == ("void", "sleeper")
    assert "silent or killed in first@1+sleeper@1, deal 0, seating 0" in detail
    assert 0 == called("audit", league).returncode
    for match in played:
        seat = match.fixture.seats.index("sleeper@1")
        assert [(seat, FaultKind.STALL)] == [(fault.seat, fault.fault) for fault in match.faults]
