"""Results without moves, and single records."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.records import FaultKind, write_record
from arena.store.writer import open_or_create
from tests.store.making import NAMES, block, fault, match, paths, season

ANT, BEE, HINDI = NAMES


def test_results_are_those_of_the_records_in_schedule_order(tmp_path: Path) -> None:
    played = [
        *block(0),
        *block(0, [ANT, HINDI]),
        match([BEE, ANT], deal=1, seating=1, scores=[3, 9], faults=[fault(1)]),
        match([HINDI, ANT], deal=2, seating=0, scores=[5, 5]),
    ]
    with open_or_create(tmp_path / "house.db", season(), paths()) as writer:
        writer.add_matches(reversed(played))
        results = list(writer.stored_results())
        assert results == list(writer.stored_results())
        in_order = list(writer.matches())
    assert [result.number for result in results] == [stored.number for stored in in_order]
    assert [result.fixture for result in results] == [stored.fixture for stored in in_order]
    assert [result.fixture for result in results] == [fixture for fixture, _ in played]
    assert [result.block for result in results] == [1, 1, 2, 2, 3, 4]
    for result, (_, record) in zip(results, played, strict=True):
        assert (result.seed, result.result) == (record.seed, record.result)
        assert result.faults == record.faults


def test_faults_stand_in_the_order_of_their_moves(tmp_path: Path) -> None:
    first, second = fault(1, FaultKind.CRASH), fault(0)
    faults = [first, type(second)(seat=0, move=9, fault=second.fault, detail="")]
    with open_or_create(tmp_path / "house.db", season(), paths()) as writer:
        writer.add_matches([match(faults=faults)])
        (result,) = writer.stored_results()
    assert result.faults == faults


@pytest.mark.parametrize("seating", [0, 1])
def test_a_record_is_found_by_its_fixture(tmp_path: Path, seating: int) -> None:
    with open_or_create(tmp_path / "house.db", season(), paths()) as writer:
        writer.add_matches(block(0))
        fixture, record = block(0)[seating]
        assert writer.record(fixture.key) == write_record(record)
        assert writer.record((fixture.line_up, 1, seating)) is None
