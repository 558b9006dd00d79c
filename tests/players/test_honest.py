"""Honest bots that must work."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from arena.players.nursery import Nursery
from arena.records import FaultKind
from tests.players.making import play_files, write_bot, write_rogue

WITH_FILES = """
from pathlib import Path

import helper

OPENING = Path(__file__).with_name("opening.txt").read_text()


def decide(view):
    return helper.choose(view) if OPENING == "first" else "jump"
"""

DEBUGS = """
import sys


def decide(view):
    print("\\ud800", "caf\u00e9", file=sys.stdout)
    print("\\udfff", file=sys.stderr)
    return view.legal[0]
"""

LATE_IMPORTS = """
def decide(view):
    import bisect, collections, copy, dataclasses, datetime, decimal, enum, fractions, functools
    import heapq, itertools, json, math, operator, random, re, statistics, string, textwrap, typing
    return view.legal[0]
"""

ACTIONS = """
from arena.bot import read_action


class Text(str):
    pass


def decide(view):
    return read_action(view.legal[-1]) if view.turn % 2 else Text(view.legal[-1])
"""


@pytest.mark.parametrize("in_process", [False, True])
def test_a_folder_with_a_module_and_a_file_beside_the_bot(
    nursery: Nursery, folder: Path, in_process: bool
) -> None:
    bot = write_bot(folder, "bot", WITH_FILES)
    write_bot(folder, "helper", "def choose(view):\n    return view.legal[0]\n")
    (folder / "opening.txt").write_text("first")
    played = play_files(None if in_process else nursery, [bot])
    assert [] == played.record.faults, played.logs


@pytest.mark.parametrize("source", [DEBUGS, LATE_IMPORTS, ACTIONS])
def test_no_fault(nursery: Nursery, folder: Path, source: str) -> None:
    played = play_files(nursery, [write_bot(folder, "honest", source)] * 2)
    assert [] == played.record.faults, played.logs


def test_a_fault_that_comes_after_the_first_start(nursery: Nursery, folder: Path) -> None:
    """A bot that raises for some seeds only: a startup fault like any other."""
    source = """
class Bot:
    def __init__(self, match):
        if match.seed.startswith("1"):
            raise ValueError("not in seat 1")

    def decide(self, view):
        return view.legal[0]
"""
    played = play_files(nursery, [write_bot(folder, "moody", source)] * 3)
    (fault,) = played.record.faults
    assert (1, FaultKind.STARTUP) == (fault.seat, fault.fault)
    assert "moody.py:5: ValueError: not in seat 1" == played.logs[1].measured


@pytest.mark.parametrize(
    ("flag", "told"),
    [
        ("exits", "with exit status 0"),
        ("crashes", "killed by signal 11 (Segmentation fault)"),
        ("killed by its alarm", "killed by signal 14 (Alarm clock)"),
    ],
)
def test_how_a_process_ended_is_told(nursery: Nursery, folder: Path, flag: str, told: str) -> None:
    (log,) = play_files(nursery, [write_rogue(folder, flag)]).logs
    assert told in log.measured


def test_in_process_an_exit_is_a_fault_of_its_bot(folder: Path) -> None:
    leaves = write_bot(folder, "leaves", "import sys\n\ndef decide(view):\n    sys.exit(0)\n")
    never = write_bot(folder, "never", "import sys\nsys.exit(0)\n")
    played = play_files(None, [leaves, never])
    kinds = {fault.seat: fault.fault for fault in played.record.faults}
    assert {0: FaultKind.CRASH, 1: FaultKind.STARTUP} == kinds


def test_bots_hear_signals_that_the_arena_leaves_alone(nursery: Nursery, folder: Path) -> None:
    numbers = [int(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    source = f"""
import signal

def decide(view):
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    print([signal.getsignal(n) is signal.SIG_IGN or n in blocked for n in {numbers}])
    return view.legal[0]
"""
    (log,) = play_files(nursery, [write_bot(folder, "hearing", source)]).logs
    assert b"[False, False, False]" == log.text.splitlines()[0]
