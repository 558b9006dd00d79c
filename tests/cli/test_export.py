"""Records as they are written for other programs."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from arena.store.reader import open_reader
from tests.cli.running import called


def exported(league: Path) -> bytes:
    with open_reader(league.with_suffix(".db")) as reader:
        return b"".join(line + b"\n" for line in reader.records())


def test_records_are_written_in_the_order_of_the_schedule(league: Path) -> None:
    done = called("export", "records", league)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.encode() == exported(league)
    assert called("export", "records", league, "-o", "-").stdout == done.stdout


def test_a_file_is_written_as_others_are(league: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    done = called("export", "records", league, "--output", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert file.read_bytes() == exported(league)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask
    assert [*tmp_path.iterdir()] == [file]


def test_nothing_is_overwritten_unasked(league: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    file.write_text("mine")
    done = called("export", "records", league, "-o", "house.jsonl", cwd=tmp_path)
    assert (done.returncode, file.read_text()) == (1, "mine")
    assert done.stderr == "Error: house.jsonl: it exists; --force writes over it.\n"
    assert called("export", "records", league, "-o", file, "--force").returncode == 0
    assert file.read_bytes() == exported(league)


def test_a_link_leads_to_the_file_that_is_written(league: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert called("export", "records", league, "-o", tmp_path / "link").returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == exported(league)


def test_a_device_is_written_as_it_is(league: Path) -> None:
    assert called("export", "records", league, "-o", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


def test_the_league_itself_is_not_overwritten_even_with_force(league: Path) -> None:
    database = league.with_suffix(".db")
    before = database.read_bytes()
    done = called("export", "records", league, "-o", database, "--force")
    assert (done.returncode, database.read_bytes()) == (1, before)
    assert done.stderr.endswith("it is the league itself.\n")


@pytest.mark.parametrize(
    ("sentence", "output"),
    [
        ("it cannot be written: No such file or directory", "nowhere/house.jsonl"),
        ("it exists; --force writes over it", "."),
    ],
)
def test_a_place_that_cannot_be_written_is_said(
    league: Path, tmp_path: Path, sentence: str, output: str
) -> None:
    done = called("export", "records", league, "-o", output, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: {output}: {sentence}.\n"


def test_a_file_that_cannot_be_finished_is_not_there(league: Path, tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    content = league.with_suffix(".db").read_bytes()
    database.write_bytes(content[: len(content) // 2])
    done = called("export", "records", "--db", database, league, "-o", tmp_path / "house.jsonl")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "house.jsonl").exists()
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]
