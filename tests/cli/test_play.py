"""``arena play``: one match outside any league."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from arena.games.ten.game import TEN
from arena.match.replay import check
from arena.records import read_record
from tests.cli import running

FIRST = "def decide(view):\n    return view.legal[0]\n"
CHANCE = "import random\n\ndef decide(view):\n    return random.choice(view.legal)\n"


def arena(folder: Path, *arguments: str, typed: str = "") -> CompletedProcess[str]:
    """The real command, run in a folder."""
    return running.arena(*arguments, cwd=folder, given=typed.encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "chance.py").write_text(CHANCE)
    return tmp_path


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_match_and_its_record(folder: Path, players: int) -> None:
    bots = ["chance.py", "first.py", "cautious", "greedy", "random"][:players]
    done = arena(folder, "play", *bots, "--seed", "7", "--record", "match.jsonl")
    assert 0 == done.returncode, done.stderr
    record = read_record((folder / "match.jsonl").read_bytes().rstrip(b"\n"))
    check(record, TEN)
    assert ("7", players) == (record.seed, record.players)
    assert [Path(bot).stem for bot in bots] == [seat.bot for seat in record.seats]


def test_the_same_seed_gives_the_same_match_in_process_or_not(folder: Path) -> None:
    for more in ([], [], ["--in-process"]):
        arena(folder, "play", "chance.py", "chance.py", "--seed", "", "--record", "m.jsonl", *more)
    lines = (folder / "m.jsonl").read_text().splitlines()
    assert 3 == len(lines), "each match adds its line"
    assert 1 == len(set(lines))


def test_a_made_seed_is_told(folder: Path) -> None:
    done = arena(folder, "play", "first.py", "first.py")
    seed = done.stderr.partition("seed: ")[2].strip()
    again = arena(folder, "play", "first.py", "first.py", "--seed", seed)
    assert done.stdout == again.stdout


def test_json_has_a_row_for_each_seat(folder: Path) -> None:
    done = arena(folder, "play", "first.py", "chance.py", "--seed", "1", "--format", "json")
    rows = json.loads(done.stdout)
    assert ["first", "chance"] == [row["bot"] for row in rows]
    assert {1, 2} == {row["place"] for row in rows}


def test_a_fault_is_told_to_its_author(folder: Path) -> None:
    (folder / "faulty.py").write_text(
        "def decide(view):\n    print('hm')\n    return view.nothing\n"
    )
    done = arena(folder, "play", "first.py", "faulty.py", "--seed", "1", "--logs", "logs")
    assert 0 == done.returncode
    assert "seat 1: crash at move" in done.stderr
    assert "AttributeError" in done.stderr
    log = (folder / "logs" / "seat-1.log").read_text()
    assert log.startswith("hm\n")
    assert "return view.nothing" in log
    assert "" == (folder / "logs" / "seat-0.log").read_text()


def test_a_person_plays(folder: Path) -> None:
    """Numbers of the list, actions, slips that are explained; here always the first one."""
    typed = "jump\n0\n99\ntake everything\n  draw \n" + "1\n" * 500
    done = arena(
        folder, "play", "me", "first.py", "--seed", "1", "--record", "m.jsonl", typed=typed
    )
    assert 0 == done.returncode, done.stderr
    assert done.stderr.count("not an action") == 4
    assert "your row" in done.stderr
    record = read_record((folder / "m.jsonl").read_bytes().rstrip(b"\n"))
    assert [] == record.faults
    check(record, TEN)


def test_a_person_who_leaves(folder: Path) -> None:
    done = arena(folder, "play", "me", "first.py", typed="1\n")
    assert done.returncode in {1, 130}
    assert "Traceback" not in done.stderr


WRONG = {
    "no bots": ([], 2, "Missing argument"),
    "six players": (["first.py"] * 6, 2, "1 to 5 players, not 6"),
    "no such file": (["none.py"], 1, "none.py: there is no such file"),
    "no such sample": (["nobody"], 1, "no sample bot has this name"),
    "a slip in a name": (["gredy"], 1, "did you mean greedy?"),
    "record in a folder": (["first.py", "--record", "."], 1, "cannot be written"),
    "logs in a file": (["first.py", "--logs", "first.py"], 1, "cannot be written"),
}


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG.values(), ids=WRONG)
def test_wrong_use(folder: Path, arguments: list[str], status: int, said: str) -> None:
    done = arena(folder, "play", *arguments)
    assert status == done.returncode
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_league_of_a_competition_is_played_without_its_seed(folder: Path) -> None:
    text = f"""[league]
name = "Cup"
game = "ten-1"
commitment = "sha256:{"0" * 64}"
seed_file = "cup.seed"
[tables]
seats = 1
deals = 1
[[bots]]
name = "first"
path = "first.py"
"""
    (folder / "cup.toml").write_text(text)
    done = arena(folder, "play", "first.py", "chance.py", "--league", "cup.toml")
    assert 0 == done.returncode, done.stderr
