"""Logs are kept of faults and of each bot's latest matches, within a bound for the league."""

from __future__ import annotations

import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import StoreError
from arena.store.facts import MatchLog
from arena.store.logs import (
    ADD,
    FIRST_STEP,
    FORGET_BEFORE_IT_WAS_PLAYED_AGAIN,
    FORGET_OLDER,
    FORGET_ONE_OF_THE_LARGEST,
    LAST_MATCHES,
    LOGS,
    TOTAL,
    LogWriter,
    log_text,
    logs_path,
    read_logs,
)
from arena.store.opening import open_for_writing, transaction
from arena.store.writer import open_or_create
from tests.store.making import paths, season


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return logs_path(tmp_path / "house.db")


@pytest.fixture
def writer(path: Path) -> Iterator[LogWriter]:
    with LogWriter(path) as opened:
        yield opened


def log(deal: int, bot: str = "ant", text: str = "thinking", *, fault: bool = False) -> MatchLog:
    return MatchLog(
        line_up="ant@1+bee@1",
        deal=deal,
        seating=0,
        seat=0 if bot == "ant" else 1,
        bot=f"{bot}@1",
        text=text,
        measured="12 ms",
        fault=fault,
    )


def kept(path: Path, bot: str = "ant", deals: int = 100) -> list[int]:
    """The deals of which a bot's log is kept."""
    return [
        one.deal
        for deal in range(deals)
        for one in read_logs(path, ("ant@1+bee@1", deal, 0))
        if one.bot == f"{bot}@1"
    ]


def test_logs_are_read_as_they_were_written(path: Path, writer: LogWriter) -> None:
    text = log_text(b"\x00 bid \xff \xe0\xa4\x9a\x1b[2J")
    first, second = log(0, text=text, fault=True), log(0, bot="bee")
    writer.add([second, first])
    assert read_logs(path, ("ant@1+bee@1", 0, 0)) == [first, second]
    assert read_logs(path, ("ant@1+bee@1", 0, 1)) == []


def test_where_no_logs_are_kept_there_are_none(path: Path) -> None:
    assert read_logs(path, ("ant@1+bee@1", 0, 0)) == []
    assert not path.exists()


def test_logs_are_for_the_organiser_alone(path: Path, writer: LogWriter) -> None:
    writer.add([log(0)])
    assert stat.filemode(path.stat().st_mode) == "-rw-------"


def test_each_bot_keeps_its_latest_and_its_faults(path: Path, writer: LogWriter) -> None:
    matches = 3 * LAST_MATCHES
    for deal in range(matches):
        writer.add([log(deal, fault=deal in {1, 7, matches - 2}), log(deal, bot="bee")])
    latest = [*range(matches - LAST_MATCHES, matches)]
    assert kept(path) == [1, 7, *latest]
    assert kept(path, "bee") == latest


def test_logs_of_a_match_played_again_take_the_place_of_the_old(
    path: Path, writer: LogWriter
) -> None:
    writer.add([log(0, text="void")])
    writer.add([log(0, text="valid")])
    assert read_logs(path, ("ant@1+bee@1", 0, 0)) == [log(0, text="valid")]


def test_a_bot_that_prints_without_end_drives_out_only_its_own(path: Path) -> None:
    with LogWriter(path, league_bytes=10_000) as writer:
        writer.add([log(deal, bot="bee") for deal in range(5)])
        for deal in range(30):
            writer.add([log(deal, text="x" * 1700, fault=deal < 2)])
    assert kept(path, "bee") == [0, 1, 2, 3, 4]
    assert kept(path) == [0, 1, 28, 29]


def test_logs_that_nobody_reads_a_letter_of_are_bounded_too(path: Path) -> None:
    with LogWriter(path, league_bytes=2_500) as writer:
        for deal in range(50):
            writer.add([log(deal, text="", fault=True)])
    assert kept(path) == [*range(40, 50)]


def test_logs_stay_from_run_to_run(path: Path) -> None:
    for deal in range(3):
        with LogWriter(path) as writer:
            writer.add([log(deal)])
    assert kept(path) == [0, 1, 2]


@pytest.mark.parametrize(
    "statement",
    [FORGET_BEFORE_IT_WAS_PLAYED_AGAIN, ADD, FORGET_OLDER, TOTAL, FORGET_ONE_OF_THE_LARGEST],
)
def test_one_more_log_needs_no_look_at_all_the_others(
    path: Path, writer: LogWriter, statement: str
) -> None:
    writer.add([log(0)])
    given = dict.fromkeys(re.findall(r":(\w+)", statement), 0)
    with closing(sqlite3.connect(path)) as plain:
        plan = plain.execute(f"EXPLAIN QUERY PLAN {statement}", given).fetchall()
    assert [] == [step for *_, step in plan if "SCAN logs" in step]


def sizes(path: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(path)) as plain:
        counted = plain.execute("SELECT bot, sum(bytes) FROM logs GROUP BY bot").fetchall()
        assert counted == plain.execute("SELECT * FROM sizes WHERE bytes > 0").fetchall()
    return counted


def test_the_sizes_of_logs_are_kept_right(path: Path) -> None:
    with LogWriter(path, league_bytes=20_000) as writer:
        for deal in range(60):
            writer.add([log(deal, text="x" * 500, fault=deal % 3 == 0), log(deal, bot="bee")])
            writer.add([log(deal, text="y" * deal, fault=deal % 2 == 0)])
    (ant, ants), (bee, _) = sizes(path)
    assert (ant, bee) == ("ant@1", "bee@1")
    assert ants <= 20_000


@pytest.mark.parametrize("letters", [0, 100, 1500, 2500, 4300, 9000])
@pytest.mark.parametrize("name", ["ant", "a" * 32])
def test_the_file_is_no_larger_than_the_logs_may_be(path: Path, name: str, letters: int) -> None:
    most, empty = 1_000_000, 60_000
    labels = [f"{name[:-1]}{letter}@1" for letter in "abcd"]
    with LogWriter(path, league_bytes=most) as writer:
        for deal in range(1000):
            writer.add(
                msgspec.structs.replace(
                    log(deal, text="x" * letters, fault=True),
                    line_up="+".join(labels),
                    seat=seat,
                    bot=label,
                )
                for seat, label in enumerate(labels)
            )
    assert most / 2 < path.stat().st_size <= most + empty


def test_logs_of_an_older_arena_are_counted_too(path: Path) -> None:
    older = msgspec.structs.replace(LOGS, steps={"logs": FIRST_STEP})
    with closing(open_for_writing(path, older, fill=lambda _: None, synchronous="NORMAL")) as old:
        for deal in range(10):
            row = msgspec.structs.asdict(log(deal, fault=True)) | {"bytes": 300}
            with transaction(old, path):
                old.execute(ADD, row)
    with LogWriter(path, league_bytes=1_500) as writer:
        writer.add([log(10, fault=True)])
    assert kept(path) == [6, 7, 8, 9, 10]
    assert [("ant@1", 4 * 300 + 258)] == sizes(path)


def test_a_league_is_not_taken_for_logs(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    open_or_create(path, season(), paths()).close()
    with pytest.raises(StoreError, match="it is no database of logs but something else"):
        LogWriter(path)
    with pytest.raises(StoreError, match="it is no database of logs but something else"):
        read_logs(path, ("ant@1+bee@1", 0, 0))


@given(st.binary())
def test_whatever_is_printed_can_be_stored_and_shown(output: bytes) -> None:
    text = log_text(output)
    assert text.encode().decode() == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_text_is_kept_as_it_is(printed: str) -> None:
    assert log_text(printed.encode()) == printed
