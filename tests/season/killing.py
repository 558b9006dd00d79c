"""Kills of a run at chosen moments: whom, when, in which phase, and whether all is well after it.

What a coordinator is doing at a moment is told by itself: its Python is started with a handler of
``faulthandler`` that writes the lines being executed whenever SIGUSR1 comes (through a
``sitecustomize`` on its path; the arena knows nothing of it). The kill follows some tenths of a
millisecond later.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench_making import below
from tests.cli.running import command, environment
from tests.season.looking import (
    LONGEST_S,
    kept_whole,
    kind_of,
    left_running,
    results,
    stored_matches,
)
from tests.season.making import BOTS, write_league

VICTIMS = ("coordinator", "worker", "zygote")
PHASES = ("start", "play", "commit", "rating")
AIMS = ("any", *PHASES)
END = "end"
"""The phase after the last match has been stored."""

SLEEPER = "import time\n\ndef decide(view):\n    time.sleep(0.001)\n    return view.legal[0]\n"
FORKER = """
import os, signal, time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

def decide(view):
    try:
        if os.fork() == 0 and os.fork() == 0:
            time.sleep(100)
    except OSError:
        pass
    return view.legal[-1]
"""
ENTRANTS = {"chance": BOTS["chance"], "first": BOTS["first"], "sleep": SLEEPER, "fork": FORKER}
SEATS = 3

TELLING = """
import faulthandler, os, signal

told = open(os.path.join(os.environ["TELLING"], str(os.getpid())), "w")
faulthandler.register(signal.SIGUSR1, file=told, all_threads=False)
print("ready", file=told, flush=True)
"""
LINES_OF = {
    "rating": re.compile(r"/arena/(ranking/|season/fold\.py)"),
    "commit": re.compile(r"/arena/store/writer\.py\", line \d+ in add_matches"),
}
"""What is among the lines being executed in a phase, looked for in this order."""

OUTERMOST = ("in _run_module_as_main\n", "  ...\n")
"""How what it is executing ends, also where it is cut."""


class Moment(NamedTuple):
    """What to kill and when: at a share of the way through what is aimed at."""

    aim: str
    victim: str
    share: float


class Unbroken(NamedTuple):
    """A run that nobody touched: what it came to, how long it took, when its first match came."""

    results: list[str]
    matches: int
    first_s: float
    whole_s: float


class Seen(NamedTuple):
    """What came of a moment. ``phase`` is empty where the run was over before it came."""

    at_s: float
    phase: str
    stored: int
    stored_after: int
    wrong: list[str]


def moments(number: int, seed: str) -> Iterator[Moment]:
    """So many of them: every victim in every phase in turn, at random shares of the way."""
    drawn = random.Random(seed)
    for place in range(number):
        aim, victim = AIMS[place % len(AIMS)], VICTIMS[place % len(VICTIMS)]
        yield Moment(aim, victim, drawn.random())


def make(folder: Path, deals: int) -> None:
    """A league of bots that sleep, fork and are deaf."""
    write_league(folder, ENTRANTS, seats=SEATS, deals=deals)
    (folder / "telling").mkdir()
    (folder / "telling" / "sitecustomize.py").write_text(TELLING)


def unbroken(folder: Path, deals: int) -> Unbroken:
    """Play a league without a kill, twice, and take the quicker one's times."""
    (folder / "again").mkdir()
    once, again = _unbroken(folder, deals), _unbroken(folder / "again", deals)
    assert once.results == again.results
    return min(once, again, key=lambda whole: whole.whole_s)


def _unbroken(folder: Path, deals: int) -> Unbroken:
    make(folder, deals)
    began = time.monotonic()
    first_s = 0.0
    with Run(folder) as run:
        while run.is_going():
            if not first_s and run.stored():
                first_s = time.monotonic() - began
            time.sleep(0.005)
        whole_s = time.monotonic() - began
        run.end()
    assert run.process.returncode == 0, run.told
    return Unbroken(results(folder), len(run.stored()), first_s, whole_s)


def attempt(folder: Path, deals: int, moment: Moment, whole: Unbroken) -> Seen:
    """Play a league with a kill at a moment, and go on; compare all that it comes to."""
    make(folder, deals)
    drawn = random.Random(str(moment))
    wrong: list[str] = []
    began = time.monotonic()
    with Run(folder) as run:
        phase = _wait(run, moment, whole, began)
        victims = run.victims(moment.victim) if phase else []
        stored = run.stored()
        others = below(run.process.pid)
        at_s = time.monotonic() - began
        for victim in drawn.sample(victims, k=min(1, len(victims))):
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                phase = ""
        if moment.victim == "coordinator" and phase:
            run.process.wait()
            wrong += left_running(others)
            stored_after = kept_whole(folder, stored, wrong)
        else:
            run.end()
            stored_after = kept_whole(folder, stored, wrong)
    if moment.victim == "coordinator" and phase:
        with Run(folder) as run:
            run.end()
    status, told = run.process.returncode, run.told
    if status != 0 or "Traceback" in told:
        wrong.append(f"exit status {status}: {told[-1000:]}")
    elif whole.results != results(folder):
        wrong.append("the results differ from those of the unbroken run")
    return Seen(at_s, phase, len(stored), stored_after, wrong)


def _wait(run: Run, moment: Moment, whole: Unbroken, began: float) -> str:
    """Wait for a moment and until there is a victim; the phase, empty where the run is over."""
    if moment.aim == "start":
        until_s, matches = moment.share * whole.first_s, 0
    elif moment.aim == "any":
        until_s, matches = moment.share * whole.whole_s, 0
    else:
        until_s, matches = 0.0, max(1, int(moment.share * 0.9 * whole.matches))
    while run.is_going() and (time.monotonic() - began < until_s or not run.has_stored(matches)):
        time.sleep(0.01)
    while run.is_going():
        if run.victims(moment.victim):
            phase = run.phase()
            if moment.aim in {"any", "start", phase} or phase == END:
                return phase
        time.sleep(0.001)
    return ""


class Run:
    """A run of a league as a process, whose coordinator tells what it does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._enough = 0
        self._victims: list[int] = []
        self.told = ""
        """What it has printed to standard error, once it has ended."""
        telling = folder / "telling"
        path = os.pathsep.join([str(telling), environment()["PYTHONPATH"]])
        self.process = subprocess.Popen(
            command("run", "league.toml", "--workers", "2"),
            cwd=folder,
            env=environment({"PYTHONPATH": path, "TELLING": str(telling)}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.end()

    def end(self) -> None:
        """Wait for its end."""
        _, told = self.process.communicate(timeout=LONGEST_S)
        self.told = self.told or told

    def is_going(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def stored(self) -> set[tuple[object, ...]]:
        """The matches that it has stored so far, with their places in the table."""
        return stored_matches(self._folder / "league.db")

    def has_stored(self, matches: int) -> bool:
        """Whether it has stored so many."""
        if self._enough < matches:
            self._enough = len(self.stored())
        return self._enough >= matches

    def victims(self, kind: str) -> list[int]:
        """Processes of a kind that it has now; of a zygote, also the one that waits outside."""
        if kind == "coordinator":
            return [self.process.pid]
        if not self._victims or any(kind_of(pid) != kind for pid in self._victims):
            found = below(self.process.pid)
            self._victims = sorted(pid for pid in found if kind_of(pid) == kind)
        return self._victims

    def phase(self) -> str:
        """In which phase it is at this moment, by the lines that it is executing."""
        stack = self._stack()
        for phase, pattern in LINES_OF.items():
            if pattern.search(stack):
                return phase
        if "/arena/season/loop.py" in stack:
            return "play" if self.stored() else "start"
        return END if self.stored() else "start"

    def _stack(self) -> str:
        """The lines being executed, innermost first; none before it can tell."""
        told = self._folder / "telling" / str(self.process.pid)
        before = told.stat().st_size if told.exists() else 0
        if before:
            self.process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + 1
        # The file is written a few letters at a time: the outermost line ends it.
        while before and time.monotonic() < until and self.is_going():
            with told.open() as stream:
                stream.seek(before)
                if (stack := stream.read()).endswith(OUTERMOST):
                    return stack
        return ""
