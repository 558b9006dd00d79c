"""What ``arena doctor`` says of this machine, of others, and of the rogue's attempts."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from arena.players.choosing import Finding, choose
from arena.rogues.machine import ALLOW_PERSONALITY, CONTAINER, Obstacle, obstacle
from arena.rogues.running import Verdict, attempts_at
from arena.sandbox.levels import Level
from tests.cli.running import arena, command, environment

REFUSED = Finding(Level.STRONG, "[Errno 1] unshare: Operation not permitted")


def facts() -> dict[str, Any]:
    done = arena("doctor", "--format", "json")
    assert (0, "") == (done.returncode, done.stderr)
    return {fact["about"]: fact for fact in json.loads(done.stdout)}


def test_it_says_what_holds_here() -> None:
    found = facts()
    sandbox = choose()
    assert sandbox.told() == found["sandbox"]["found"]
    assert "holds" == found[sandbox.level]["found"]
    assert ("yes" if sandbox.repeatable else "no") == found["repeatable"]["found"]
    assert found["repeatable"]["why"]
    assert (None if sandbox.repeatable else ALLOW_PERSONALITY) == found["repeatable"]["remedy"]
    assert {"system", "processor", "python", "user"} <= found.keys()


def test_it_is_read_within_eighty_columns() -> None:
    done = arena("doctor", more={"COLUMNS": "80"})
    assert done.stdout.startswith("about       found\nsandbox     ")
    assert max(map(len, done.stdout.splitlines())) <= 80


def settings(folder: Path, **texts: str) -> Path:
    for path, text in texts.items():
        file = folder / path.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.mark.parametrize(
    ("name", "forbids"),
    [
        ("kernel__unprivileged_userns_clone", "0"),
        ("kernel__apparmor_restrict_unprivileged_userns", "1"),
        ("user__max_user_namespaces", "0"),
    ],
)
def test_a_setting_of_the_kernel_is_named_with_its_remedy(
    tmp_path: Path, name: str, forbids: str
) -> None:
    found = obstacle(REFUSED, settings(tmp_path, **{f"proc__sys__{name}": f"{forbids}\n"}))
    setting = name.replace("__", ".")
    assert f"({setting} is {forbids})" in found.problem
    assert f"sysctl -w {setting}=" in found.remedy


def test_a_filter_of_system_calls_is_that_of_a_container(tmp_path: Path) -> None:
    root = settings(tmp_path, proc__self__status="Name:\tarena\nSeccomp:\t2\n")
    assert CONTAINER == obstacle(REFUSED, root).remedy


def test_what_is_not_known_is_told_as_it_is(tmp_path: Path) -> None:
    finding = Finding(Level.SEALED, "a bot could still make a socket")
    assert Obstacle("a bot could still make a socket", "no remedy is known") == obstacle(
        finding, tmp_path
    )


def test_a_level_is_for_rogues_only() -> None:
    done = arena("doctor", "--level", "good")
    assert 2 == done.returncode
    assert "--level is for --rogues" in done.stderr


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files whose path is so short that a socket can be in it."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


NAMES = ["reads /etc/passwd", "opens a TCP socket", "stats a file outside", "plays"]


def test_the_rogue_is_tried_and_every_outcome_told(temporary: Path) -> None:
    names = [word for name in NAMES for word in ("--only", name)]
    more = {"TMPDIR": str(temporary), "COLUMNS": "80"}
    done = arena("doctor", "--rogues", "--level", "good", *names, "--format", "csv", more=more)
    rows = list(csv.DictReader(StringIO(done.stdout)))
    verdicts = {(row["behaviour"], row["bot"]): row["verdict"] for row in rows}
    expected = {(one.behaviour, one.bot): "contained" for one in attempts_at(Level.GOOD, NAMES)}
    for bot in ("python", "program"):
        expected["stats a file outside", bot] = "known gap"  # type: ignore[index]  # because it is a text as well
    assert expected == verdicts
    assert "At the level good: 6 contained, 2 known gap, 0 NOT CONTAINED." in done.stderr
    assert 0 == done.returncode
    assert [] == list(temporary.iterdir())


def test_what_is_not_contained_is_told_beneath_with_its_evidence() -> None:
    done = arena("doctor", "--rogues", "--level", "none", "--only", "opens a unix socket")
    assert 1 == done.returncode
    assert f"opens a unix socket  python   {Verdict.NOT_CONTAINED}\n" in done.stdout
    assert "opens a unix socket (python): It was done: descriptor" in done.stdout


def test_a_behaviour_that_is_none_is_a_wrong_usage() -> None:
    done = arena("doctor", "--rogues", "--only", "flies")
    assert 2 == done.returncode
    assert "there is no behaviour called flies." in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing_behind(temporary: Path, number: signal.Signals) -> None:
    words = command("doctor", "--rogues", "--level", "good", "--only", "sleeps", "--format", "csv")
    with subprocess.Popen(
        words,
        env=environment({"TMPDIR": str(temporary)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while not any(path.is_dir() for path in temporary.glob("arena-rogue-*/canaries")):
            assert process.poll() is None
        process.send_signal(number)
        process.communicate(timeout=20)
    assert 130 == process.returncode
    assert [] == list(temporary.iterdir())
