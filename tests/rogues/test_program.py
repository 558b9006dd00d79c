"""The rogue is a program as well: it speaks the protocol itself, and tells its log how it went."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

from arena.bot.messages import Decide, End, Match, MatchLimits
from arena.games.ten.game import TEN
from arena.records import Result
from arena.rogues.trying import BOT

ATTACKS = {
    "reads /etc/passwd": ("rogue_files", "done"),
    "connects to a TCP port": ("rogue_network", "refused"),
    "plays": ("rogue_honest", "done"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_the_rogue_as_a_program(name: str) -> None:
    module, outcome = ATTACKS[name]
    facts = {"when": "decide", "module": module, "round": 0, "tcp": 1}
    match = Match(
        game=TEN.name,
        seat=0,
        players=2,
        seed="0" * 32,
        names=[name, json.dumps(facts)],
        deck=None,
        limits=MatchLimits(100, 500, 128),
    )
    state = TEN.start("0", 2)
    legal = [TEN.write(action) for action in TEN.legal(state)]
    question = Decide(1, TEN.view(state, 0, []), legal)
    result = End(Result([1, 0], [0, 0], [0, 0], [1, 2]), 0)
    told = b"".join(msgspec.json.encode(message) + b"\n" for message in (match, question, result))

    done = subprocess.run(
        [sys.executable, "-B", BOT / "bot.py"],
        input=told,
        capture_output=True,
        timeout=20,
        check=True,
    )

    assert {"id": 1, "action": legal[0]} == json.loads(done.stdout)
    report = json.loads(done.stderr)
    assert (name, outcome) == (report["behaviour"], report["outcome"])
