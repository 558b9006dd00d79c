"""Seasons made up at random: runs, and what organisers do between them.

A history is lived twice: in one go, and in pieces, by one worker or two, with kills and signals in
between. Whatever is done in it must have the same answer and come to the same bytes both times, and
add up after every step.
"""

from __future__ import annotations

import hashlib
import random
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.cli.running import called, command, environment
from tests.season.looking import LONGEST_S, stored_matches
from tests.season.making import BOTS, write_league

SOURCES = [
    *BOTS.values(),
    "def decide(view):\n    return view.legal[view.turn % len(view.legal)]\n",
    "def decide(view):\n    return 'nonsense' if view.turn == 6 else view.legal[0]\n",
    "def decide(view):\n    return view.legal[0] if view.turn < 9 else 1 / 0\n",
]
SEATS = (1, 2, 2, 3, 3, 4)
MOST_BOTS = 4
MOST_STEPS = 7
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
TABLES = ("leaderboard", "standings", "crosstable")
LEAGUE = "league.toml"


class Step(NamedTuple):
    """What is done: the name of one of ``STEPS`` and what it is given."""

    name: str
    words: tuple[str, ...] = ()


class History(NamedTuple):
    """A season to be: its league at the start, and what is done in it.

    ``bots`` are their names and sources; without a ``secret`` the seed is an open one.
    """

    seats: int
    deals: int
    bots: dict[str, str]
    secret: str
    steps: list[Step]


class Answer(NamedTuple):
    """What a step was told, and all that the league has come to."""

    status: int
    said: str
    outcome: list[str]


class Lived(NamedTuple):
    """A step and what came of it in one go and in pieces: the same, if all is well."""

    step: Step
    whole: Answer
    pieces: Answer


def history(seed: str) -> History:
    """Draw one. It begins with a run, and is played to its end."""
    drawn = random.Random(seed)
    seats = drawn.choice(SEATS)
    bots = {
        f"bot{number}": drawn.choice(SOURCES)
        for number in range(drawn.randint(max(seats, 2), MOST_BOTS))
    }
    secret = drawn.randbytes(16).hex() if drawn.random() < 0.3 else ""
    steps = [Step("play", (str(drawn.randint(1, 30)),))]
    known = [*bots]
    steps += [_drawn_step(drawn, known) for _ in range(drawn.randint(3, MOST_STEPS))]
    return History(
        seats=seats,
        deals=drawn.randint(1, 3 if seats < 3 else 1),
        bots=bots,
        secret=secret,
        steps=[*steps, Step("finish")],
    )


def _drawn_step(drawn: random.Random, known: list[str]) -> Step:
    name, bot, source = drawn.choice([*STEPS]), drawn.choice(known), drawn.choice(SOURCES)
    if name == "add":
        known.append(f"bot{len(known)}")
    words = {
        "play": (str(drawn.randint(1, 40)),),
        "accept": (bot, source),
        "withdraw": (bot, drawn.choice(["void", "keep", "forfeit"])),
        "disqualify": (bot, drawn.choice(["void", "forfeit"])),
        "add": (known[-1], source),
        "unlist": (bot,),
    }
    return Step(name, words.get(name, ()))


def lived_twice(folder: Path, seed: str) -> Iterator[Lived]:
    """Live a history in one go and in pieces, step by step.

    Raises AssertionError for what is wrong in either: an audit that finds something, or a season
    that is not finished at its end.
    """
    told = history(seed)
    both = []
    for name, cut in (("whole", None), ("pieces", random.Random(seed))):
        (folder / name).mkdir()
        both.append(_live(folder / name, told, cut))
    for step, whole, pieces in zip(told.steps, *both, strict=True):
        yield Lived(step, whole, pieces)


def _live(folder: Path, told: History, cut: random.Random | None) -> Iterator[Answer]:
    """Do what a history says; ``cut`` has its runs cut to pieces."""
    seed = 'seed = "1"'
    if told.secret:
        (folder / "seed.txt").write_text(f"{told.secret}\n")
        (folder / "seed.txt").chmod(0o600)
        commitment = hashlib.sha256(told.secret.encode()).hexdigest()
        seed = f'commitment = "sha256:{commitment}"\nseed_file = "seed.txt"'
    write_league(folder, told.bots, seats=told.seats, deals=told.deals, seed=seed)
    for step in told.steps:
        status, said = STEPS[step.name](folder, cut, *step.words)
        yield Answer(status, said, _outcome(folder))
    _finished(_finish(folder, cut))
    if told.secret:
        _finished(_told(folder, "league reveal"))
        _adds_up(folder)
    _finished(_told(folder, "verify", "--rerun", "3"))


def _told(folder: Path, name: str, *words: str) -> tuple[int, str]:
    """Run a command on the league: its exit status and what it says beside its output."""
    group, _, act = name.partition(" ")
    done = called("--quiet", group, *([act] if act else []), LEAGUE, *words, cwd=folder)
    return done.returncode, done.stderr


def _finished(told: tuple[int, str]) -> None:
    assert told == (0, ""), told


def _outcome(folder: Path) -> list[str]:
    _adds_up(folder)
    return [
        called(*words, cwd=folder).stdout
        for words in (
            ("export", "records", LEAGUE),
            ("export", "records", LEAGUE, "--history"),
            *((table, LEAGUE, "--format", "json") for table in TABLES),
        )
    ]


def _adds_up(folder: Path) -> None:
    audit = called("audit", LEAGUE, cwd=folder)
    assert 0 == audit.returncode, audit.stdout


def _play(folder: Path, cut: random.Random | None, most: str) -> tuple[int, str]:
    """Play so many matches more, or as many as there are."""
    if cut is None:
        return _ran(folder, "--workers", "1", "--matches", most)
    until = len(stored_matches(folder / "league.db")) + int(most)

    def left() -> int:
        return until - len(stored_matches(folder / "league.db"))

    for _ in range(cut.randint(0, 3)):
        if left() and cut.random() < 0.4:
            _play_cut_off(folder, cut, left())
        elif left():
            _told(folder, "run", "--matches", str(cut.randint(1, left())))
    return _ran(folder, "--matches", str(left())) if left() else (0, "")


def _ran(folder: Path, *words: str) -> tuple[int, str]:
    """How a run ended, without what it notes on its way, such as that one was killed before."""
    status, said = _told(folder, "run", *words)
    return status, said if status else ""


def _play_cut_off(folder: Path, cut: random.Random, most: int) -> None:
    run = subprocess.Popen(
        command("--quiet", "run", LEAGUE, "--workers", "2", "--matches", str(most)),
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        run.wait(cut.uniform(0.2, 1.5))
    except subprocess.TimeoutExpired:
        run.send_signal(cut.choice(SIGNALS))
    _, said = run.communicate(timeout=LONGEST_S)
    assert "Traceback" not in said, said


def _finish(folder: Path, cut: random.Random | None) -> tuple[int, str]:
    return _ran(folder, "--workers", "2" if cut else "1")


def _accept(folder: Path, _: random.Random | None, bot: str, source: str) -> tuple[int, str]:
    file = folder / f"{bot}.py"
    before = file.read_text()
    file.write_text(source)
    told = _told(folder, "league accept", bot)
    if told[0]:
        file.write_text(before)
    return told


def _withdraw(folder: Path, _: random.Random | None, bot: str, policy: str) -> tuple[int, str]:
    return _told(folder, "league withdraw", bot, "--policy", policy)


def _disqualify(folder: Path, _: random.Random | None, bot: str, policy: str) -> tuple[int, str]:
    return _told(folder, "league disqualify", bot, "--policy", policy, "--reason", "it cheated")


def _add(folder: Path, _: random.Random | None, bot: str, source: str) -> tuple[int, str]:
    (folder / f"{bot}.py").write_text(source)
    return _told(folder, "league add", f"{bot}={bot}.py")


def _more_deals(folder: Path, _: random.Random | None) -> tuple[int, str]:
    return _rewritten(
        folder,
        lambda text: re.sub(r"deals = (\d+)", lambda deals: f"deals = {int(deals[1]) + 1}", text),
    )


def _unlist(folder: Path, _: random.Random | None, bot: str) -> tuple[int, str]:
    listed = f'[[bots]]\nname = "{bot}"\npath = "{bot}.py"\n'
    return _rewritten(folder, lambda text: text.replace(listed, ""))


def _rewritten(folder: Path, change: Callable[[str], str]) -> tuple[int, str]:
    """Change the league file, unless the audit would not have it."""
    before = (folder / LEAGUE).read_text()
    (folder / LEAGUE).write_text(change(before))
    told = _told(folder, "audit")
    if told[0]:
        (folder / LEAGUE).write_text(before)
    return told


def _rerate(folder: Path, _: random.Random | None) -> tuple[int, str]:
    return _told(folder, "rerate")


STEPS: dict[str, Callable[..., tuple[int, str]]] = {
    "play": _play,
    "finish": _finish,
    "accept": _accept,
    "withdraw": _withdraw,
    "disqualify": _disqualify,
    "add": _add,
    "more deals": _more_deals,
    "unlist": _unlist,
    "rerate": _rerate,
}
