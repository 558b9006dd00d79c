"""A worker's room: what it keeps from task to task, what it says when it cannot play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from distributed import Worker
from msgspec.structs import replace

from arena.cluster.checking import check_block
from arena.cluster.likeness import Likeness, likeness
from arena.cluster.messages import Asked, Body, Done, Failed, Missing, Told, Unfit, encode
from arena.cluster.messages import with_entries as with_files
from arena.cluster.room import Room
from arena.formats.catalogue import FORMATS
from arena.match.block import BlockOrder, order_of
from arena.plan import Entrant, Plan
from arena.players.choosing import choose
from arena.players.files import BotFile, BotFiles
from arena.sandbox.levels import Level
from tests.season.making import BOTS

SEED = "the seed of a league that stays at home"
FILES = {
    name: BotFiles("bot.py", [BotFile("bot.py", executable=False, content=source.encode())])
    for name, source in BOTS.items()
}


def make_order(bots: dict[str, BotFiles]) -> BlockOrder:
    entrants = [Entrant(name=name, number=1, version=bots[name].version) for name in bots]
    plan = Plan(name="Test", game="ten-1", seats=2, deals=1, entrants=entrants)
    block = next(iter(FORMATS[plan.format.kind].blocks(plan, SEED, {})))
    entries = {one.label: Path("/home/organiser/league-bots/bot.py") for one in entrants}
    order = order_of(block, plan, SEED, entries)
    names = {files.version: files.entry for files in bots.values()}
    return with_files(order, lambda sitting, _: names[sitting.entrant.version])


TWO = {name: FILES[name] for name in ("chance", "first")}
ORDER = make_order(TWO)


@pytest.fixture(scope="module")
def here() -> Likeness:
    return likeness(choose())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    worker = cast(Worker, SimpleNamespace(local_directory=str(tmp_path)))
    room = Room()
    room.setup(worker)
    yield room
    room.teardown(worker)
    assert [] == [*tmp_path.iterdir()]


def asked(here: Likeness, *files: BotFiles, order: BlockOrder = ORDER, **more: Any) -> Asked:
    body = Body(order=order, packages=more.pop("packages", []), files=[*files])
    return Asked(likeness=here, run="run", body=msgspec.Raw(encode(body)))


def played(told: Told, order: BlockOrder = ORDER) -> None:
    assert isinstance(told, Done), told
    check_block(told.block, order, halted=False)


def test_files_are_sent_once(room: Room, here: Likeness) -> None:
    versions = sorted(files.version for files in TWO.values())
    assert Missing(versions) == room.answer(asked(here))
    assert Missing([TWO["first"].version]) == room.answer(asked(here, TWO["chance"]))
    played(room.answer(asked(here, TWO["first"])))
    played(room.answer(asked(here)))
    played(room.answer(asked(here, *TWO.values())))


def test_a_halted_run_plays_no_more_and_another_does(room: Room, here: Likeness) -> None:
    room.halt("run")
    told = room.answer(asked(here, *TWO.values()))
    assert isinstance(told, Done)
    assert ([], []) == (told.block.finished, told.block.void)
    played(room.answer(replace(asked(here), run="another")))


def test_another_coordinator_may_have_other_terms(room: Room, here: Likeness) -> None:
    played(room.answer(asked(here, *TWO.values())))
    other = likeness(choose(Level.GOOD))
    played(room.answer(asked(other, packages=["numpy"])))
    played(room.answer(asked(here)))


@pytest.mark.parametrize(
    ("change", "said"),
    [({"arena": "9.9"}, "its arena is "), ({"code": "9"}, "its arena's code is ")],
)
def test_another_arena_is_refused_before_its_block_is_read(
    room: Room, here: Likeness, change: dict[str, str], said: str
) -> None:
    future = Asked(
        likeness=replace(here, **change), run="run", body=msgspec.Raw(encode("what is to come"))
    )
    told = room.answer(future)
    assert isinstance(told, Unfit)
    assert told.reason.startswith(said)


def test_a_package_that_is_not_here_fails_and_is_named(room: Room, here: Likeness) -> None:
    told = room.answer(asked(here, *TWO.values(), packages=["no_such_package"]))
    assert isinstance(told, Failed)
    assert "no_such_package" in told.reason
    played(room.answer(asked(here)))


def test_a_program_that_is_not_here_makes_the_worker_unfit(room: Room, here: Likeness) -> None:
    manifest = BotFile("bot.toml", executable=False, content=b'command = ["no-such-program"]\n')
    bots = {"program": BotFiles("bot.toml", [manifest]), "first": FILES["first"]}
    told = room.answer(asked(here, *bots.values(), order=make_order(bots)))
    assert isinstance(told, Unfit)
    assert "no-such-program" in told.reason


def test_neither_the_leagues_seed_nor_paths_are_sent() -> None:
    sent = encode(ORDER)
    assert SEED.encode() not in sent
    assert b"organiser" not in sent
    assert all(match.seed.encode() in sent for match in ORDER.matches)


def test_what_a_bot_plays_without_its_files_is_void_and_they_are_sent_again(
    room: Room, here: Likeness, tmp_path: Path
) -> None:
    """Somebody may tidy up where the worker has them, also what a bot reads in mid-match."""
    reading = (
        b"from pathlib import Path\n\ndef decide(view):\n"
        b"    try:\n        Path(__file__).with_name('data.txt').read_text()\n"
        b"    except OSError:\n        return view.legal[-1]\n    return view.legal[0]\n"
    )
    files = [BotFile("bot.py", executable=False, content=reading)]
    files.append(BotFile("data.txt", executable=False, content=b"x"))
    bots = {"reading": BotFiles("bot.py", files), "chance": TWO["chance"]}
    order = make_order(bots)
    played(room.answer(asked(here, *bots.values(), order=order)), order)
    version = bots["reading"].version
    (tmp_path / "arena-bots" / version / "data.txt").unlink()
    told = room.answer(asked(here, order=order))
    assert isinstance(told, Failed)
    assert "the kept files are not those of this version" in told.reason
    shutil.rmtree(tmp_path / "arena-bots" / version)
    assert Missing([version]) == room.answer(asked(here, order=order))
    played(room.answer(asked(here, bots["reading"], order=order)), order)
