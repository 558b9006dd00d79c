"""A season comes to the same, however it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.records import read_record
from arena.season.loop import Progress
from arena.workers import Stop
from tests.season.making import write_league
from tests.season.playing import MakeWorkers, outcome, play_league, processes, serial

WAYS: dict[str, MakeWorkers] = {
    "serial": serial,
    "1 process": processes(1),
    "2 processes": processes(2),
    "4 processes": processes(4),
}


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_same_whoever_plays_it(tmp_path: Path, seats: int) -> None:
    outcomes = []
    for way, workers in WAYS.items():
        folder = tmp_path / way
        folder.mkdir()
        league = write_league(folder, seats=seats)
        assert [] == play_league(league, workers)
        outcomes.append(outcome(league))
    records, ratings = outcomes[0]
    assert {1: 4 * 2, 2: 6 * 2 * 2, 3: 4 * 3 * 2}[seats] == len(records) == ratings.rated
    assert all(other == outcomes[0] for other in outcomes[1:])


def test_the_same_in_pieces(tmp_path: Path) -> None:
    """Stopped after 1, 2, 3, ... matches, within blocks too, and gone on with."""
    whole = write_league(tmp_path)
    play_league(whole)
    (tmp_path / "pieces").mkdir()
    pieces = write_league(tmp_path / "pieces")
    most = 1
    while len(outcome(pieces)[0] if most > 1 else []) < 24:
        play_league(pieces, processes(2), most=most)
        most += 1
    assert outcome(whole) == outcome(pieces)


def test_a_stop_lets_matches_finish(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    stop = Stop()

    def stop_soon(progress: Progress) -> None:
        if progress.played:
            stop.set()

    play_league(league, processes(2), stop=stop, tell=stop_soon)
    assert 0 < len(outcome(league)[0]) < 24
    play_league(league)
    (tmp_path / "whole").mkdir()
    whole = write_league(tmp_path / "whole")
    play_league(whole)
    assert outcome(whole) == outcome(league)


def test_a_finished_season_has_nothing_left(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    play_league(league)
    told: list[Progress] = []
    play_league(league, tell=told.append)
    assert [] == told


def test_rotated_deals_seat_everybody_everywhere(tmp_path: Path) -> None:
    league = write_league(tmp_path, deals=1)
    play_league(league)
    sat: dict[tuple[str, str], list[int]] = {}
    for line in outcome(league)[0]:
        record = read_record(line)
        for seat, sitting in enumerate(record.seats):
            sat.setdefault((record.seed, sitting.bot), []).append(seat)
    assert all([0, 1, 2] == sorted(seats) for seats in sat.values())


FAULTY = """
def decide(view):
    raise ValueError
"""


def test_a_fault_costs_the_league_nothing(tmp_path: Path) -> None:
    bots = {"faulty": FAULTY, "first": "def decide(view):\n    return view.legal[0]\n"}
    league = write_league(tmp_path, bots, seats=2, deals=3)
    assert [] == play_league(league)
    records = [read_record(line) for line in outcome(league)[0]]
    assert 6 == len(records)
    for record in records:
        (fault,) = record.faults
        assert "faulty" == record.seats[fault.seat].bot
        assert 2 == record.result.places[fault.seat]
