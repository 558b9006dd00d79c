"""Every match starts a bot in the same state, and shows it nothing of the arena's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arena.players.nursery import Nursery
from arena.sandbox.levels import Level
from tests.players.making import play_files, write_bot

REPORTS = """
import json, os, random, sys

drawn = random.random()
seen = {"counter": getattr(json, "counter", 0)}
json.counter = seen["counter"] + 1

def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True

class Plain:
    pass

plain = [Plain() for _ in range(40)]

def decide(view):
    if view.turn == 0:
        seen.update(
            objects=[plain.index(one) for one in set(plain)],
            drawn=drawn,
            again=random.random(),
            hash=hash("ten"),
            order=list({"R1", "B2", "O3", "G4", "W5"}),
            environment=sorted(os.environ),
            folder=os.listdir("."),
            descriptors=[number for number in range(1024) if is_open(number)],
            arguments=[sys.argv, sys.orig_argv],
            main=sorted(vars(sys.modules["__main__"])),
        )
        print(json.dumps(seen))
    return view.legal[0]
"""


def reports(nursery: Nursery, folder: Path, matches: int) -> list[dict[str, Any]]:
    file = write_bot(folder, "reporter", REPORTS)
    return [
        json.loads(play_files(nursery, [file]).logs[0].text.splitlines()[0]) for _ in range(matches)
    ]


def test_every_match_starts_alike(nursery: Nursery, folder: Path) -> None:
    first, second = reports(nursery, folder, 2)
    assert first == second


def test_what_a_bot_finds(nursery: Nursery, folder: Path) -> None:
    (found,) = reports(nursery, folder, 1)
    assert 0 == found["counter"]
    assert {"LANG", "PATH", "PYTHONHASHSEED"} <= set(found["environment"])
    assert all(
        name in {"LANG", "PATH", "PYTHONHASHSEED", "LC_CTYPE"} or name.endswith("NUM_THREADS")
        for name in found["environment"]
    )
    assert [["bot"], ["bot"]] == found["arguments"]
    assert ["reporter.py"] == found["folder"]
    assert [0, 1, 2, 3, 4] == found["descriptors"]


def test_a_bot_is_not_told_what_is_in_the_machines_memory(nursery: Nursery, folder: Path) -> None:
    """What is cached of a file is what matches before have read of it."""
    source = """
import os

def decide(view):
    with open(os.__file__, "rb") as library:
        try:
            os.preadv(library.fileno(), [bytearray(8)], 0, os.RWF_NOWAIT)
        except OSError as error:
            print(error.strerror)
    return view.legal[0]
"""
    (log,) = play_files(nursery, [write_bot(folder, "asking", source)]).logs
    assert b"Operation not permitted" == log.text.splitlines()[0]


def test_two_zygotes_make_the_same_bots(folder: Path) -> None:
    answers = []
    for _ in range(2):
        with Nursery(Level.STRONG) as other:
            answers += reports(other, folder, 1)
    assert answers[0] == answers[1]


def test_random_is_seeded_from_the_bots_own_seed(nursery: Nursery, folder: Path) -> None:
    file = write_bot(folder, "reporter", REPORTS)
    played = play_files(nursery, [file, file])
    drawn = [json.loads(log.text.splitlines()[0])["drawn"] for log in played.logs]
    assert drawn[0] != drawn[1]


CHANCE = "import random\n\ndef decide(view):\n    return random.choice(view.legal)\n"


@pytest.mark.parametrize("players", [1, 2, 5])
def test_in_process_and_child_play_the_same_match(
    nursery: Nursery, folder: Path, players: int
) -> None:
    files = [write_bot(folder, f"chance{seat}", CHANCE) for seat in range(players)]
    assert play_files(nursery, files).record == play_files(None, files).record


VIEW_SPOILER = """
def decide(view):
    answer = view.legal[0]
    for cards in (view.row, view.market, view.discard, view.legal, view.since):
        cards.clear()
    for player in view.players:
        player.cards.clear()
        player.tokens = 99
    return answer
"""


def test_a_bot_may_do_with_its_view_what_it_likes(nursery: Nursery, folder: Path) -> None:
    honest = write_bot(folder, "honest", "def decide(view):\n    return view.legal[0]\n")
    spoiler = write_bot(folder, "spoiler", VIEW_SPOILER)
    moves = [
        play_files(kind, [file, honest]).record.moves
        for kind in (nursery, None)
        for file in (honest, spoiler)
    ]
    assert all(moves[0] == other for other in moves)
