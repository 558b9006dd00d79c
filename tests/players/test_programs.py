"""Bots in other languages play matches in the sandbox like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.players.files import keep, read_bot
from arena.players.nursery import Nursery
from arena.records import FaultKind
from arena.sandbox.levels import Level
from tests.players.making import ROOMY, play_files, write_bot
from tests.players.programs.building import build

LANGUAGES = ["c", "node", "java", "shell", "wrapper"]


def kept(language: str, folder: Path) -> Path:
    built = build(language, folder / "source")
    return keep(read_bot(built), folder / "kept")


@pytest.mark.parametrize("level", [Level.STRONG, Level.GOOD])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_plays_a_match(tmp_path: Path, language: str, level: Level) -> None:
    entry = kept(language, tmp_path)
    first = write_bot(tmp_path, "first", "def decide(view):\n    return view.legal[0]\n")
    with Nursery(level) as nursery:
        played = play_files(nursery, [entry, first, entry], limits=ROOMY)
        assert [] == played.record.faults, played.logs
        plain = play_files(nursery, [first, first, first], limits=ROOMY)
    assert plain.record.moves == played.record.moves


FAULTY = {
    "exits at once": ("exit 3", FaultKind.STARTUP),
    "exits when it is asked": ("read -r line; read -r line; exit 3", FaultKind.CRASH),
    "closes its output": (
        "read -r line; read -r line; exec 1>&-; sleep_for_ever",
        FaultKind.CLOSED,
    ),
    "never answers": ("read -r line; read -r line; read -r line", FaultKind.STALL),
    "writes no JSON": ("read -r line; read -r line; echo draw; read -r line", FaultKind.GARBAGE),
    "speaks before it is asked": ("echo hello; read -r line; read -r line", FaultKind.GARBAGE),
    "spins": ("read -r line; read -r line; while :; do :; done", FaultKind.TIMEOUT),
    "starts a process": ("read -r line; read -r line; (echo hello); exit 3", FaultKind.CRASH),
}


@pytest.mark.parametrize(("script", "fault"), FAULTY.values(), ids=FAULTY)
def test_a_programs_fault_is_told(
    nursery: Nursery, tmp_path: Path, script: str, fault: FaultKind
) -> None:
    source = tmp_path / "faulty"
    source.mkdir()
    spin = "sleep_for_ever() { while read -r line; do :; done; }\n"
    (source / "bot.sh").write_text(f"{spin}{script}\n")
    (source / "bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    entry = keep(read_bot(source), tmp_path / "kept")
    played = play_files(nursery, [entry])
    assert [fault] == [found.fault for found in played.record.faults], played.logs


def test_threads_are_charged(nursery: Nursery, tmp_path: Path) -> None:
    source = tmp_path / "threads"
    source.mkdir()
    (source / "bot.js").write_text(
        "const { Worker } = require('worker_threads');\n"
        "new Worker('while (true);', { eval: true });\n"
        "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {\n"
        "  const message = JSON.parse(line);\n"
        "  const answer = { id: message.id, action: (message.legal || [])[0] };\n"
        "  if (message.id) setTimeout(() => console.log(JSON.stringify(answer)), 100);\n"
        "});\n"
    )
    (source / "bot.toml").write_text('command = ["node", "bot.js"]\n')
    played = play_files(nursery, [keep(read_bot(source), tmp_path / "kept")])
    assert [FaultKind.TIMEOUT] == [found.fault for found in played.record.faults], played.logs


SHARED_MEMORY = """
import json, mmap, sys

try:
    mmap.mmap(-1, 1 << 20)
except OSError as error:
    print(error, file=sys.stderr)
mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).write(b"private")
own = open("bot.py")
mmap.mmap(own.fileno(), 0, prot=mmap.PROT_READ)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
"""


def test_memory_that_no_limit_of_the_kernel_counts_is_refused(
    nursery: Nursery, tmp_path: Path
) -> None:
    source = tmp_path / "hoard"
    source.mkdir()
    (source / "bot.py").write_text(SHARED_MEMORY)
    (source / "bot.toml").write_text('command = ["python3", "bot.py"]\n')
    played = play_files(nursery, [keep(read_bot(source), tmp_path / "kept")], limits=ROOMY)
    assert [] == played.record.faults, played.logs
    assert played.logs[0].text == b"[Errno 12] Cannot allocate memory\n"


HOARD = """
import json, mmap, sys

hoard = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        hoard.append(mmap.mmap(-1, 32 << 20))
        hoard[-1].write(bytes(32 << 20))
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
"""


def test_where_it_cannot_be_refused_it_is_looked_at(tmp_path: Path) -> None:
    source = tmp_path / "hoard"
    source.mkdir()
    (source / "bot.py").write_text(HOARD)
    (source / "bot.toml").write_text('command = ["python3", "bot.py"]\n')
    with Nursery(Level.NONE) as nursery:
        played = play_files(nursery, [keep(read_bot(source), tmp_path / "kept")], limits=ROOMY)
    assert [FaultKind.MEMORY] == [found.fault for found in played.record.faults], played.logs
