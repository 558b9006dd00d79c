"""Completion as the shells ask for it."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.cli.completion import SHELLS
from arena.cli.main import COMMANDS
from tests.cli.running import ROOT, arena, called, environment

Item = tuple[str, str]
"""A kind, such as ``plain`` or ``file``, and what is completed to."""


def items(shell: str, words: str, position: int, incomplete: str) -> list[Item]:
    """What the program answers to a shell; of its words the one at a position is incomplete."""
    # fish tells the unfinished word itself in place of its position.
    asked = incomplete if shell == "fish" else str(position)
    done = subprocess.run(
        [sys.executable, "-c", "from arena.cli.main import program; program(prog_name='arena')"],
        env=environment(
            {
                "_ARENA_COMPLETE": f"{shell}_complete",
                "COMP_WORDS": words,
                "COMP_CWORD": asked,
            }
        ),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ("", 0) == (done.stderr, done.returncode)
    if shell == "zsh":
        lines = done.stdout.splitlines()
        return [*zip(lines[::3], lines[1::3], strict=False)]
    separated = [line.split(",", 1) for line in done.stdout.splitlines()]
    return [(kind, value.split("\t")[0]) for kind, value in separated]


CASES = [
    pytest.param(["leaderboard"], "leaderb", id="a command"),
    pytest.param(["records", "ratings"], "export r", id="a command of a group"),
    pytest.param(["--format"], "leaderboard --fo", id="an option of a command"),
    pytest.param(["--no-color"], "leaderboard --no", id="an option that all commands have"),
    pytest.param(["--rerun"], "verify --re", id="an option of a command that imports much"),
    pytest.param(["--force"], "export public --fo", id="an option of a command of a group"),
    pytest.param(["json"], "leaderboard --format j", id="a value"),
    pytest.param(["bash"], "completion b", id="an argument"),
    pytest.param(["--version"], "--vers", id="an option of the program"),
]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("expected", "typed"), CASES)
def test_words_are_completed(shell: str, expected: list[str], typed: str) -> None:
    words = typed.split()
    found = items(shell, f"arena {typed}", len(words), words[-1])
    assert [("plain", word) for word in expected] == found


@pytest.mark.parametrize("shell", SHELLS)
def test_all_commands_are_offered(shell: str) -> None:
    assert {*COMMANDS} == {word for _, word in items(shell, "arena ", 1, "")}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("typed", ["run ho", "export public house.toml -o ho", "plan --db ho"])
def test_files_are_left_to_the_shell(shell: str, typed: str) -> None:
    words = typed.split()
    assert [("file", "ho")] == items(shell, f"arena {typed}", len(words), "ho")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_the_program(shell: str) -> None:
    done = called("completion", shell)
    assert (0, "") == (done.returncode, done.stderr)
    assert f"_ARENA_COMPLETE={shell}_complete" in done.stdout
    assert " arena" in done.stdout


@pytest.mark.parametrize("words", [[], ["tcsh"]])
def test_another_shell_is_wrong_usage(words: list[str]) -> None:
    done = called("completion", *words)
    assert (2, "") == (done.returncode, done.stdout)
    assert "'{bash|zsh|fish}'" in done.stderr


def test_help_says_how_to_install_it() -> None:
    text = called("completion", "--help").stdout
    assert [*SHELLS] == [shell for shell in SHELLS if f"arena completion {shell} > ~/" in text]


def test_the_script_needs_nothing_slow() -> None:
    listing = arena("completion", "fish", more={"PYTHONPROFILEIMPORTTIME": "1"}).stderr
    names = {line.rpartition("|")[2].strip() for line in listing.splitlines()}
    assert not names & {"sqlite3", "tabulate", "trueskill", "sqlite_utils", "numpy"}


@contextmanager
def terminal(folder: Path) -> Iterator[int]:
    """A bash with our completion, in a terminal; what it prints can be read."""
    program = folder / "bin" / "arena"
    program.parent.mkdir()
    # click asks by the name of the program, which python -m does not have.
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from arena.cli.main import main\nmain()\n"
    )
    program.chmod(0o755)
    script = folder / "script"
    script.write_text(arena("completion", "bash").stdout + "PS1='ready> '\n")
    controller, controlled = pty.openpty()
    more = {"PATH": f"{program.parent}:{os.environ['PATH']}", "TERM": "dumb"}
    process = subprocess.Popen(
        ["bash", "--noprofile", "--rcfile", str(script), "-i"],
        stdin=controlled,
        stdout=controlled,
        stderr=controlled,
        cwd=folder,
        env=environment(more),
        start_new_session=True,
    )
    os.close(controlled)
    try:
        yield controller
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def read_until(text: str, controller: int) -> None:
    seen = ""
    while text not in seen:
        seen += os.read(controller, 4096).decode()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("arena leaderb", "arena leaderboard "),
        ("arena export pub", "arena export public "),
        ("arena leaderboard --form", "arena leaderboard --format "),
        ("arena run hou", "arena run house.toml "),
    ],
)
def test_a_real_bash_completes_at_tab(tmp_path: Path, typed: str, completed: str) -> None:
    (tmp_path / "house.toml").touch()
    with terminal(tmp_path) as controller:
        read_until("ready> ", controller)
        os.write(controller, f"{typed}\t".encode())
        read_until(completed, controller)
