"""Tables for spreadsheets and programs: whole, in schedule order, no number rounded."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from arena.store.reader import open_reader
from tests.cli.leagues import CLUMSY, make_league
from tests.cli.running import called

KINDS = ["matches", "seats", "ratings", "standings"]


def exported(kind: str, league: Path, *options: str | Path) -> str:
    done = called("export", kind, league, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def rows(kind: str, league: Path) -> Any:
    return json.loads(exported(kind, league, "--format", "json"))


def test_matches_have_the_columns_of_the_command_and_three_more(league: Path) -> None:
    listed = json.loads(called("matches", league, "--format", "json").stdout)
    found = rows("matches", league)
    assert [*listed[0], "seed", "moves", "clock_limited"] == [*found[0]]
    assert listed == [{key: row[key] for key in listed[0]} for row in found]
    with open_reader(league.with_suffix(".db")) as reader:
        records = [match.record for match in reader.matches()]
    assert [(record.seed, len(record.moves), int(record.clock_limited)) for record in records] == [
        (row["seed"], row["moves"], row["clock_limited"]) for row in found
    ]


def test_seats_have_a_row_each_in_the_order_of_the_schedule(league: Path) -> None:
    found = rows("seats", league)
    columns = ["match", "seat", "bot", "version", "place", "score", "tokens", "cards"]
    assert [*columns, "fault", "fault_move"] == [*found[0]]
    assert [(match, seat) for match in range(1, 7) for seat in range(3)] == [
        (row["match"], row["seat"]) for row in found
    ]
    with open_reader(league.with_suffix(".db")) as reader:
        for match in reader.matches():
            result, at = match.record.result, 3 * (match.number - 1)
            here = found[at : at + 3]
            assert match.fixture.seats == [f"{row['bot']}@{row['version']}" for row in here]
            for key, values in {
                "place": result.places,
                "score": result.scores,
                "tokens": result.tokens,
                "cards": result.cards,
            }.items():
                assert values == [row[key] for row in here]
            assert [(fault.seat, fault.fault, fault.move) for fault in match.record.faults] == [
                (row["seat"], row["fault"], row["fault_move"]) for row in here if row["fault"]
            ]
    assert {CLUMSY} == {row["bot"] for row in found if row["fault"]}


@pytest.mark.parametrize(
    ("kind", "command"), [("ratings", "leaderboard"), ("standings", "standings")]
)
@pytest.mark.parametrize("style", ["csv", "json"])
def test_tables_of_bots_are_those_of_their_commands(
    league: Path, kind: str, command: str, style: str
) -> None:
    printed = called(command, league, "--format", style).stdout
    assert printed == exported(kind, league, "--format", style)


@pytest.mark.parametrize("kind", KINDS)
def test_csv_says_the_same_as_json(league: Path, kind: str) -> None:
    table = list(csv.reader(StringIO(exported(kind, league))))
    found = rows(kind, league)
    assert [*found[0]] == table[0]
    assert len(found) == len(table) - 1
    for row, line in zip(found, table[1:], strict=True):
        for value, cell in zip(row.values(), line, strict=True):
            if not isinstance(value, list):
                assert cell == ("" if value is None else str(value))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("style", "name", "options"),
    [
        ("csv", "house.csv", []),
        ("json", "house.json", []),
        ("json", "house.JSON", []),
        ("csv", "house.txt", []),
        ("json", "house.txt", ["--format", "json"]),
        ("csv", "house.json", ["--format", "csv"]),
    ],
)
def test_the_ending_of_the_file_says_the_format(
    league: Path, kind: str, style: str, name: str, options: list[str]
) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, name)
        assert "" == exported(kind, league, "-o", file, *options)
        assert exported(kind, league, "--format", style) == file.read_text()
        assert [file] == [*file.parent.iterdir()]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_overwritten_unasked(league: Path, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "house.csv"
    file.write_text("mine")
    done = called("export", kind, league, "-o", "house.csv", cwd=tmp_path)
    assert (1, "mine") == (done.returncode, file.read_text())
    assert "Error: house.csv: it exists; --force writes over it.\n" == done.stderr
    exported(kind, league, "-o", file, "--force")
    assert exported(kind, league) == file.read_text()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", ["house.db", "house-logs.db"])
def test_the_league_itself_is_not_overwritten_even_with_force(
    league: Path, kind: str, part: str
) -> None:
    before = (league.parent / part).read_bytes()
    done = called("export", kind, league, "-o", league.parent / part, "--force")
    assert (1, before) == (done.returncode, (league.parent / part).read_bytes())
    assert done.stderr.endswith("it is the league itself.\n")


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_a_formula_of_a_spreadsheet(tmp_path: Path, kind: str) -> None:
    league = make_league(tmp_path, ["=1+1", "+2", "-3", "@sum(a1)"], seats=2, deals=1)
    cells = [cell for line in csv.reader(StringIO(exported(kind, league))) for cell in line]
    texts = [cell for cell in cells if any(sign in cell for sign in "=+@") and "e-" not in cell]
    assert texts
    assert all(text[0] not in "=+-@" for text in texts)
    assert "=1+1" in exported(kind, league, "--format", "json")


@pytest.mark.parametrize("kind", ["ratings", "standings"])
def test_what_is_not_counted_yet_is_told(tmp_path: Path, kind: str) -> None:
    done = called("export", kind, make_league(tmp_path, rated=4, without=5))
    assert "1 finished match waits for earlier ones and is not counted yet.\n" == done.stderr


@pytest.mark.parametrize(("kind", "count"), [("matches", 5), ("seats", 15)])
def test_matches_behind_a_gap_are_exported(tmp_path: Path, kind: str, count: int) -> None:
    assert count == len(rows(kind, make_league(tmp_path, rated=4, without=5)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_finished_is_not_there(
    league: Path, tmp_path: Path, kind: str
) -> None:
    database = tmp_path / "house.db"
    content = league.with_suffix(".db").read_bytes()
    database.write_bytes(content[: len(content) // 4])
    done = called("export", kind, "--db", database, league, "-o", tmp_path / "house.csv")
    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
    assert [database] == [file for file in tmp_path.iterdir() if "-" not in file.name]
