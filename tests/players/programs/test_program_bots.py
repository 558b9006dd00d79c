"""Bots in other languages: they can be read, found, built, and they speak the protocol."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

from arena.bot.messages import Answer
from arena.players.files import keep, read_bot
from arena.sandbox.programs import SEARCHED, find_program
from tests.players.programs.building import BUILDING, NEEDED, SOURCES, build, end, questions, start

ENVIRONMENT = {"LANG": "C.UTF-8", "PATH": ":".join(SEARCHED)}
UNKNOWN = {"type": "news", "id": 99, "legal": ["draw"]}


def lines(*messages: object) -> bytes:
    return b"".join(msgspec.json.encode(message) + b"\n" for message in messages)


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.parametrize("ending", [lines(end()), b""], ids=["end", "end of input"])
def test_a_program_bot_answers_each_decide_and_nothing_else(
    name: str, ending: bytes, tmp_path: Path
) -> None:
    files = read_bot(build(name, tmp_path))
    assert files.manifest is not None
    folder = keep(files, tmp_path / "kept").parent
    program = find_program(files.manifest.command, folder, files.manifest.programs)
    asked = list(questions(3))
    ran = subprocess.run(
        program.argv,
        executable=program.executables[0],
        cwd=folder,
        env=ENVIRONMENT,
        input=lines(start(), *asked[:1], UNKNOWN, *asked[1:]) + ending,
        capture_output=True,
        check=False,
        timeout=60,
    )
    expected = [Answer(question.id, question.legal[0]) for question in asked]
    answers = [msgspec.json.decode(line, type=Answer) for line in ran.stdout.splitlines()]
    assert (expected, b"", 0) == (answers, ran.stderr, ran.returncode)


def test_every_program_bot_is_tried() -> None:
    folders = {path.name for path in SOURCES.iterdir() if (path / "bot.toml").exists()}
    assert folders == NEEDED.keys() >= BUILDING.keys()
