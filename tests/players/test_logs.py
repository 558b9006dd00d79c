"""What a bot prints reaches its author, capped and marked."""

from __future__ import annotations

from pathlib import Path

from arena.players.nursery import Nursery
from tests.players.making import QUICK, play_files, write_bot, write_rogue

CHATTY = """
def decide(view):
    print(f"turn {view.turn}", "x" * 900)
    return view.legal[0]
"""


def test_a_log_keeps_its_beginning_and_its_end(nursery: Nursery, folder: Path) -> None:
    (log,) = play_files(nursery, [write_bot(folder, "chatty", CHATTY)]).logs
    assert log.truncated
    assert log.text.startswith(b"turn 0 ")
    assert b"bytes left out" in log.text
    assert log.text.rstrip().endswith(b"x")
    assert len(log.text) <= QUICK.log_kb * 1024 + 100


def test_a_traceback_shows_the_bots_own_lines(nursery: Nursery, folder: Path) -> None:
    (log,) = play_files(nursery, [write_rogue(folder, "raises")]).logs
    text = log.text.decode()
    assert 'raise ValueError("on purpose")' in text
    assert "rogue.py" in text
    assert str(folder) not in text
    assert "ValueError: on purpose" in text


def test_what_was_measured_stands_beside_the_log(nursery: Nursery, folder: Path) -> None:
    (log,) = play_files(nursery, [write_rogue(folder, "spins")]).logs
    assert "processor time" in log.measured


def test_an_illegal_answer_is_told(nursery: Nursery, folder: Path) -> None:
    (log,) = play_files(nursery, [write_rogue(folder, "returns no action")]).logs
    assert "answered 'jump'" == log.measured
