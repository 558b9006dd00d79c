"""Every match finds a bot in the same state: over workers, runs, and other matches in between."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

from tests.season.making import BOTS, write_league
from tests.season.playing import play_league, processes

REPORTER = """
import ctypes
import json
import os
import random
import sys
import threading

COUNTED = {"matches": getattr(json, "matches", 0)}
json.matches = COUNTED["matches"] + 1
json.dumps = str


THREAD = bytes((ctypes.c_char * 2400).from_address(threading.get_ident()))[704:740]


class Plain:
    pass


PLAIN = [Plain() for _ in range(50)]
SIZES = [[bytes(size) for _ in range(12)] for size in range(1, 480, 16)]
ORDERS = [sorted(range(12), key=lambda one: id(same[one])) for same in SIZES]


class Bot:
    def __init__(self, match):
        random.seed(1)
        self.said = False

    def decide(self, view):
        if not self.said:
            self.said = True
            more = [object() for _ in range(20)]
            state = (
                [PLAIN.index(one) for one in set(PLAIN)],
                [more.index(one) for one in set(more)],
                ORDERS,
                hash("ten"),
                list({"R1", "B2", "O3", "G4"}),
                random.random(),
                COUNTED["matches"],
                sorted(sys.modules),
                os.getpid(),
                os.getppid(),
                os.getpgrp(),
                threading.get_native_id(),
                threading.main_thread().native_id,
                THREAD,
            )
            print("state", hash(str(state)), COUNTED["matches"])
        return view.legal[0]
"""


def states(league: Path) -> set[str]:
    """What the reporter said in all matches whose logs are kept."""
    with closing(sqlite3.connect(league.with_name("league-logs.db"))) as logs:
        texts = [text for (text,) in logs.execute("SELECT text FROM logs WHERE bot LIKE 'report%'")]
    assert texts
    return {line for text in texts for line in re.findall("^state.*$", str(text), re.MULTILINE)}


def test_fifty_matches_of_two_workers_and_two_runs_begin_alike(tmp_path: Path) -> None:
    found = set()
    bots = {"reporter": REPORTER, "reporting": REPORTER + "\n", "chance": BOTS["chance"]}
    folders = [tmp_path / "one", tmp_path / "two"]
    folders[0].mkdir()
    league = write_league(folders[0], bots, seats=2, deals=9)
    copytree(folders[0], folders[1])
    for folder in folders:
        play_league(folder / league.name, processes(2))
        found |= states(folder / league.name)
    assert 1 == len(found), found
