"""Records that hold, and what is said of those that do not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.cli.leagues import make_league
from tests.cli.running import ROOT, called

CASES = ROOT / "tests" / "cases"


class Spoilt(msgspec.Struct):
    """A record with a mistake, and what another implementation says of it."""

    wrong: str
    because: str
    record: msgspec.Raw


def test_whole_records_hold() -> None:
    done = called("verify", CASES / "matches.jsonl")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "40 records checked, all hold.\n"


def test_every_spoilt_record_is_found_where_it_is_wrong(tmp_path: Path) -> None:
    spoilt = [
        msgspec.json.decode(line, type=Spoilt)
        for line in (CASES / "bad.jsonl").read_bytes().splitlines()
    ]
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(bytes(one.record) + b"\n" for one in spoilt))
    done = called("verify", file)
    assert done.returncode == 1
    found = done.stdout.splitlines()
    assert len(found) == len(spoilt) == 78
    for number, (line, one) in enumerate(zip(found, spoilt, strict=True), start=1):
        assert line.startswith(f"line {number}: {place(one.because)}: "), (line, one.because)
    assert done.stderr == "Error: 78 of 78 records do not hold.\n"


def place(because: str) -> str:
    """Where a mistake is, from the sentence of the other implementation."""
    if because.startswith("result "):
        return "result"
    return "moves" if because.startswith("record ends") else because.partition(":")[0]


GOOD = (CASES / "matches.jsonl").read_bytes().splitlines()[0]
LONG = b'{"format":"' + b"x" * (1 << 20)


@pytest.mark.parametrize(
    ("lines", "content"),
    [
        pytest.param([], GOOD + b"\n", id="a line"),
        pytest.param([], GOOD, id="without its newline"),
        pytest.param([], GOOD + b"\r\n" + GOOD + b"\r\n", id="from Windows"),
        pytest.param([], b"\n \n\r\n" + GOOD + b"\n\n", id="among blank lines"),
        pytest.param([], b"", id="nothing"),
        pytest.param(["line 3: record: not a match record"], b"\n\n{}\n", id="after blank lines"),
        pytest.param(["line 1: record: not a match record"], b"\xff\xfe\n", id="not UTF-8"),
        pytest.param(["line 1: record: not a match record"], b"\0\n", id="a NUL byte"),
        pytest.param(["line 1: record: not a match record"], GOOD[:-9] + b"\n", id="cut off"),
        pytest.param(["line 1: record: not a match record"], b"[" * 99_999, id="nested"),
        pytest.param(
            ["line 2: record: a line has at most 1,048,576 bytes, this one more"],
            GOOD + b"\n" + LONG * 3 + b"\n" + GOOD + b"\n",
            id="a line that is too long",
        ),
        pytest.param(
            ["line 1: record: a line has at most 1,048,576 bytes, this one more"],
            b" " * (1 + (1 << 20) - len(GOOD)) + GOOD + b"\r\n",
            id="a line that is just too long",
        ),
        pytest.param(
            [], b" " * ((1 << 20) - len(GOOD)) + GOOD + b"\r\n", id="a line just short enough"
        ),
        pytest.param(
            ["line 1: game: 'chess'; known are ten-1"],
            GOOD.replace(b'"ten-1"', b'"chess"'),
            id="another game",
        ),
        pytest.param(
            ["line 1: format: 'arena-match/2'; this reader knows"],
            GOOD.replace(b"arena-match/1", b"arena-match/2"),
            id="another format",
        ),
        pytest.param(
            ["line 1: move 0: seat 0 '\\x1b[2J\\u202e': "],
            GOOD.replace(b'[0,"draw"]', '[0,"\\u001b[2J\u202e"]'.encode(), 1),
            id="a terminal's commands",
        ),
    ],
)
def test_lines_of_every_kind(tmp_path: Path, lines: list[str], content: bytes) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(content)
    for done in (called("verify", file), called("verify", "-", given=content)):
        found = done.stdout.splitlines()
        assert len(found) == len(lines)
        assert all(line.startswith(start) for line, start in zip(found, lines, strict=True))
        assert done.returncode == bool(lines)
        assert "Traceback" not in done.stderr


def test_no_line_of_output_is_endless(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(GOOD.replace(b'[0,"draw"]', b'[0,"' + b"x" * 999_999 + b'"]', 1))
    (line,) = called("verify", file).stdout.splitlines()
    assert line.startswith("line 1: move 0: seat 0 'xxx")
    assert len(line) <= 400


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Error: missing.jsonl: No such file or directory.\n", "missing.jsonl"),
        ("Error: folder: Is a directory.\n", "folder"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, sentence: str, name: str) -> None:
    (tmp_path / "folder").mkdir()
    done = called("verify", name, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


def test_a_league_holds(league: Path) -> None:
    done = called("verify", league)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "6 records checked, all hold.\n"


def test_a_league_with_a_secret_seed_holds_as_far_as_can_be_known(tmp_path: Path) -> None:
    done = called("verify", make_league(tmp_path, seed=None))
    assert done.returncode == 0
    assert "whether the deals come from it is not checked" in done.stderr


SWAP = "json_set(record, '$.seats[0]', json_extract(record, '$.seats[1]'))"


@pytest.mark.parametrize(
    ("what", "change"),
    [
        pytest.param("seats: ", f"UPDATE records SET record = {SWAP}", id="another bot in a seat"),
        pytest.param(
            "seats: ",
            "UPDATE records SET record = json_set(record, '$.seats[1].version', 'abc')",
            id="other files",
        ),
        pytest.param(
            "seed: ",
            "UPDATE season SET seed = '2027'",
            id="a deal that is not of the league's seed",
        ),
        pytest.param(
            "deck: None; the fixture has {'R1': 9}",
            "UPDATE season SET plan = json_set(plan, '$.deck', json('{\"R1\":9}'))",
            id="a deck that is not the league's",
        ),
        pytest.param(
            "record: the tables of the database tell another result",
            "UPDATE seats SET score = score + 1 WHERE seat = 0",
            id="a score that is not the record's",
        ),
        pytest.param(
            "record: the tables of the database tell another result",
            "UPDATE seats SET fault = 'crash', fault_move = 3, fault_detail = '' WHERE seat = 0",
            id="a fault that is not in the record",
        ),
        pytest.param("record: the match has none", "DELETE FROM records", id="no record"),
        pytest.param(
            "record: not a match record", "UPDATE records SET record = '{}'", id="no record's text"
        ),
        pytest.param(
            "result: ",
            "UPDATE records SET record = json_set(record, '$.result.scores[0]', 99)",
            id="a result that the moves do not give",
        ),
    ],
)
def test_what_was_changed_in_a_league_is_found(tmp_path: Path, what: str, change: str) -> None:
    league = make_league(tmp_path, deals=1)
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        database.execute(change)
    done = called("verify", league)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    for number, line in enumerate(lines, start=1):
        assert line.startswith(f"line {number}: {what}")
    assert done.stderr == "Error: 3 of 3 records do not hold.\n"


def test_an_exported_league_holds(league: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    called("export", "records", league, "-o", file)
    assert called("verify", file).stderr == "6 records checked, all hold.\n"
