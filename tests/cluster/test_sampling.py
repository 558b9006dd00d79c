"""Faulted matches are played again here: invented faults come out, and bots that do not repeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.cluster.messages import with_entries
from arena.cluster.sampling import Sample
from arena.errors import RecordError
from arena.match.block import BlockOrder, PlayedBlock, play_block
from arena.players.files import BotFile, BotFiles, keep
from arena.players.nursery import Nursery
from arena.sandbox.levels import Level
from tests.cluster.test_room import make_order

CRASHING = (
    "asked = 0\n\ndef decide(view):\n    global asked\n    asked += 1\n    assert asked < 12\n"
)
BOTS = {
    "first": "def decide(view):\n    return view.legal[0]\n",
    "last": "def decide(view):\n    return view.legal[-1]\n",
    "crashing": f"{CRASHING}    return view.legal[0]\n",
    "unsteady": (
        f"import time\n{CRASHING}    return view.legal[time.time_ns() // 1000 % len(view.legal)]\n"
    ),
    "failing": "1 / 0\n",
    "slow": "def decide(view):\n    while True:\n        pass\n",
}


@pytest.fixture
def sample() -> Iterator[Sample]:
    made = Sample(partial(Nursery, Level.STRONG))
    yield made
    made.close()


def played(folder: Path, *names: str) -> tuple[BlockOrder, PlayedBlock]:
    bots = {
        name: BotFiles("bot.py", [BotFile("bot.py", executable=False, content=source.encode())])
        for name, source in BOTS.items()
        if name in names
    }
    entries = {files.version: str(keep(files, folder)) for files in bots.values()}
    order = with_entries(make_order(bots), lambda sitting, _: entries[sitting.entrant.version])
    with Nursery(Level.STRONG) as nursery:
        return order, play_block(order, nursery, lambda: False)


def forged(block: PlayedBlock) -> PlayedBlock:
    """The same with a move less before each fault, as if the bot had failed earlier."""
    return PlayedBlock(
        [
            replace(
                match,
                played=replace(
                    match.played,
                    record=replace(match.played.record, moves=match.played.record.moves[1:]),
                ),
            )
            for match in block.finished
        ],
        block.void,
    )


def test_what_comes_out_the_same_holds(tmp_path: Path, sample: Sample) -> None:
    order, block = played(tmp_path, "first", "crashing")
    assert any(match.played.record.faults for match in block.finished)
    sample.check(block, order)


def test_an_invented_fault_is_found_until_one_has_held(tmp_path: Path, sample: Sample) -> None:
    """Two workers may be broken alike, and the second is asked after the first was refused."""
    order, block = played(tmp_path, "first", "crashing")
    for _ in range(2):
        with pytest.raises(RecordError, match="comes out other"):
            sample.check(forged(block), order)
    sample.check(block, order)
    sample.check(forged(block), order)


def test_that_a_bot_could_not_start_is_tried_here(tmp_path: Path, sample: Sample) -> None:
    """Something may be wrong with the worker; silence is another matter."""
    order, block = played(tmp_path, "first", "failing")
    sample.check(block, order)
    good = keep(
        BotFiles("bot.py", [BotFile("bot.py", executable=False, content=BOTS["first"].encode())]),
        tmp_path,
    )
    sound = with_entries(order, lambda _, __: str(good))
    other = Sample(partial(Nursery, Level.STRONG))
    with closing(other), pytest.raises(RecordError, match="comes out otherwise"):
        other.check(block, sound)


def test_an_invented_fault_tells_where_it_is(tmp_path: Path, sample: Sample) -> None:
    order, block = played(tmp_path, "first", "crashing")
    with pytest.raises(RecordError, match=r"deal 0: played again here, the match comes out other"):
        sample.check(forged(block), order)


def test_matches_without_faults_are_not_played_again(tmp_path: Path, sample: Sample) -> None:
    order, block = played(tmp_path, "first", "last")
    sample.check(forged(block), order)


@pytest.mark.parametrize("name", ["unsteady", "slow"])
def test_what_does_not_repeat_proves_nothing(tmp_path: Path, sample: Sample, name: str) -> None:
    order, block = played(tmp_path, "first", name)
    assert any(match.played.record.faults for match in block.finished)
    sample.check(forged(block), order)


def test_where_it_cannot_be_played_again_nothing_is_proved(tmp_path: Path, sample: Sample) -> None:
    order, block = played(tmp_path, "first", "crashing")
    nowhere = with_entries(order, lambda _, __: str(tmp_path / "nowhere" / "bot.py"))
    sample.check(forged(block), nowhere)
