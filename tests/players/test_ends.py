"""However a bot's process ends, that is the bot's doing; only one that never ran a bot is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from arena.errors import PlatformError
from arena.plan import Limits
from arena.players.child import OUT_OF_MEMORY
from arena.players.files import keep, read_bot
from arena.players.nursery import Nursery, Zygote
from arena.players.zygote import Orders
from arena.records import FaultKind
from arena.sandbox.levels import Level
from tests.players.making import play_files, write_bot

STATUSES = range(256)
HONEST = "def decide(view):\n    return view.legal[0]\n"
AT_IMPORT = "import os\nos._exit(int(open('status').read()))\n"
WHEN_ASKED = "import os\n\ndef decide(view):\n    os._exit(int(open('status').read()))\n"
RETURNS_FROM_ITS_END = "import os\nos._exit = lambda status: None\nraise KeyboardInterrupt\n"
TAKES_THE_LAST_WORD = """
import os, sys

def decide(view):
    os._exit = lambda status: None
    sys.exit(73)
"""


def kept_script(folder: Path, script: str) -> Path:
    """A shell script as a program, which has a file ``status`` beside it."""
    source = folder / "bot"
    source.mkdir()
    (source / "bot.sh").write_text(f"{script}\n")
    (source / "bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    (source / "status").write_text("0")
    return keep(read_bot(source), folder / "kept")


def expected(kind: FaultKind, status: int) -> FaultKind:
    """One status is how the adapter tells of a MemoryError; at the start all is one fault."""
    return FaultKind.MEMORY if (kind, status) == (FaultKind.CRASH, OUT_OF_MEMORY) else kind


@pytest.fixture(params=[Level.STRONG, Level.GOOD, Level.NONE], scope="module")
def at_level(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    with Nursery(request.param) as opened:
        yield opened


@pytest.mark.parametrize(
    ("source", "kind"),
    [(AT_IMPORT, FaultKind.STARTUP), (WHEN_ASKED, FaultKind.CRASH)],
    ids=["at import", "when asked"],
)
def test_every_exit_status(nursery: Nursery, folder: Path, source: str, kind: FaultKind) -> None:
    bot = write_bot(folder, "bot", source)
    for status in STATUSES:
        (folder / "status").write_text(str(status))
        played = play_files(nursery, [bot])
        (fault,) = played.record.faults
        assert fault.fault is expected(kind, status), status


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("read -r status < status; exit $status", FaultKind.STARTUP),
        ("read -r line; read -r line; read -r status < status; exit $status", FaultKind.CRASH),
    ],
    ids=["at once", "when asked"],
)
def test_every_exit_status_of_a_program(
    nursery: Nursery, folder: Path, script: str, kind: FaultKind
) -> None:
    entry = kept_script(folder, script)
    entry.parent.chmod(0o700)
    status_file = entry.parent / "status"
    status_file.chmod(0o600)
    for status in STATUSES:
        status_file.write_text(f"{status}\n")
        (fault,) = play_files(nursery, [entry]).record.faults
        assert fault.fault is expected(kind, status), status


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("kill -KILL $$", FaultKind.STARTUP),
        ("read -r line; read -r line; kill -KILL $$", FaultKind.CRASH),
    ],
    ids=["at once", "when asked"],
)
def test_who_is_killed_may_be_the_machines_victim(
    nursery: Nursery, folder: Path, script: str, kind: FaultKind
) -> None:
    """A bot can do it to itself: so only the first time in a run makes the match void."""
    honest = write_bot(folder, "honest", HONEST)
    played = play_files(nursery, [honest, kept_script(folder, script)])
    assert [(1, kind)] == [(fault.seat, fault.fault) for fault in played.record.faults]
    assert played.silent == [1]
    assert "killed by signal 9" in played.logs[1].measured


@pytest.mark.parametrize(
    "source", [RETURNS_FROM_ITS_END, TAKES_THE_LAST_WORD], ids=["at import", "when asked"]
)
def test_a_bot_that_takes_the_adapter_apart(at_level: Nursery, folder: Path, source: str) -> None:
    bot = write_bot(folder, "bot", source)
    honest = write_bot(folder, "honest", HONEST)
    played = play_files(at_level, [honest, bot])
    assert [1] == [fault.seat for fault in played.record.faults]


class Careless(Nursery):
    """Its children are given a filter that no kernel takes."""

    def orders(self, entry: Path, limits: Limits) -> Orders:
        orders = super().orders(entry, limits)
        return msgspec.structs.replace(orders, child_filter=b"\xff" * len(orders.child_filter))


@pytest.mark.parametrize("is_program", [False, True])
def test_a_child_that_cannot_be_confined_runs_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_program: bool
) -> None:
    monkeypatch.setattr(Zygote, "_prove", lambda _: None)
    source = folder / "bot"
    source.mkdir()
    (source / "bot.py").write_text(HONEST)
    if is_program:
        (source / "bot.toml").write_text('command = ["python3", "bot.py"]\n')
    entry = keep(read_bot(source), folder / "kept")
    with Careless(Level.STRONG) as nursery, pytest.raises(PlatformError) as refused:
        play_files(nursery, [entry])
    assert "could not be confined; it ran nothing" in str(refused.value)
