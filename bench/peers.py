"""How fast a league is played here, beside psyleague, a league runner for bot contests.

psyleague runs a command for each match; here that is an empty game script, which prints a result
and plays nothing. The arena plays whole matches of empty bots, which answer the first listed
action. Both store every match and rate every bot. The output says what each figure includes.

    pip install -e '.[peers]'
    python -m bench.peers
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.errors import ArenaError
from arena.games.ten.game import TEN
from arena.records import MatchRecord, read_record

BOTS = ("ada", "bo", "cy", "di")
SEATS = len(BOTS)
WORKERS = 2
MANY_WORKERS = 16
"""So many that psyleague's queue is never empty: more of them play no more on two cores."""

MATCHES = 300
ROUNDS = 3
MOST_S = 300
"""A command that takes longer has failed."""

MISSING = (
    "psyleague is not installed; pip install -e '.[peers]' installs it here, and one in another "
    "environment is found on the PATH."
)

EMPTY_GAME = """\
echo '{"ranks": [0, 1, 2, 3], "errors": [0, 0, 0, 0], "test_data": {}, \
"player_data": [{}, {}, {}, {}]}'
"""

EMPTY_BOT = """\
def decide(view):
    return view.legal[0]
"""

LEAGUE = f"""\
[league]
name = "Empty bots"
game = "ten-1"
seed = "peers"

[tables]
seats = {SEATS}
deals = {MATCHES // SEATS}
"""

WHAT_IS_MEASURED = """
A figure is {matches} matches divided by the time from a command's start to its end: the best of
{rounds} rounds, in which the three take turns. Commands run one after the other; {cores} cores.

In all of them: starting the command, choosing who plays, collecting results from the workers,
storing every match, TrueSkill ratings of its {seats} seats.

psyleague {version} starts a shell for each match, which prints a fixed result. No game is
played, no bot is started, nothing is confined: a real game script adds all that it does. Its loop
hands out 2 matches a worker every 0.1 s, so {workers} workers play at most {most} a second,
however short the game; the line with {many} workers shows it without that brake.

arena plays {matches} whole matches of {moves:.0f} moves, {decisions:.0f} of which are asked of
bots. A match has {seats} fresh processes, one a bot, confined by the sandbox:
{sandbox}. Every move is checked by the rules and
recorded. The time also has the sandbox's test of itself and a trial of each bot at the start, and
the leaderboard at the end. The bots think nothing: real ones add their own time.
"""


class Counted(NamedTuple):
    """What the matches of a league were like: means of a match, and what confined its bots."""

    decisions: float
    moves: float
    sandbox: str


def seconds(command: Sequence[str | Path], folder: Path | None = None) -> tuple[float, str]:
    """How long a command took, and what it wrote on standard error."""
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=MOST_S, check=False
    )
    took = time.perf_counter() - began
    if done.returncode:
        raise ArenaError(f"{Path(command[0]).name} failed: {done.stderr or done.stdout}")
    return took, done.stderr


def psyleague() -> Path:
    """The program, of this environment or from the PATH."""
    places = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    found = shutil.which("psyleague", path=os.pathsep.join(places))
    if found is None:
        raise ArenaError(MISSING)
    return Path(found).absolute()


def set_up_psyleague(program: Path, folder: Path, workers: int) -> str:
    """Make a league of its default settings but for what a match is; the program's version."""
    folder.mkdir()
    (folder / "game.sh").write_text(EMPTY_GAME)
    seconds([program, "config"], folder)
    file = folder / "psyleague.cfg"
    settings = file.read_text()
    for key, value in {
        "n_workers": f"{workers}",
        "n_players": f"{SEATS}",
        "cmd_bot_setup": '"true"',
        "cmd_play_game": '"sh game.sh %ALL_PLAYERS%"',
    }.items():
        settings, times = re.subn(rf"^{key} *=.*$", f"{key} = {value}", settings, flags=re.M)
        if times != 1:
            raise ArenaError(f"psyleague's settings have {key} {times} times; once is expected")
    file.write_text(settings)
    for bot in BOTS:
        seconds([program, "bot", "add", bot], folder)
    version = re.search(r'^version *= *"(.*)"', settings, re.M)
    return version[1] if version else "(unknown)"


def psyleague_rate(program: Path, folder: Path) -> float:
    """Matches a second of a league that has been set up."""
    took, _ = seconds([program, "run", "--silent", "--games", f"{MATCHES}"], folder)
    stored = (folder / "psyleague.games").read_text().count("\n")
    if stored < MATCHES:
        raise ArenaError(f"psyleague stored {stored} matches of {MATCHES}")
    return stored / took


def arena_rate(folder: Path) -> tuple[float, Counted]:
    """Matches a second of our league, and what its matches were like."""
    folder.mkdir()
    league, records = folder / "empty.toml", folder / "records.jsonl"
    bots = "".join(f'\n[[bots]]\nname = "{bot}"\npath = "{bot}.py"\n' for bot in BOTS)
    league.write_text(LEAGUE + bots)
    for bot in BOTS:
        (folder / f"{bot}.py").write_text(EMPTY_BOT)
    arena = [sys.executable, "-m", "arena"]
    took, told = seconds([*arena, "run", league, "--workers", f"{WORKERS}"])
    seconds([*arena, "export", "records", league, "--output", records])
    played = [read_record(line) for line in records.read_bytes().splitlines()]
    if len(played) != MATCHES or any(record.faults for record in played):
        raise ArenaError(f"not {MATCHES} matches without fault: {told}")
    sandbox = re.search(r"^sandbox: (.*)$", told, re.M)
    return MATCHES / took, Counted(
        decisions=sum(map(decisions, played)) / MATCHES,
        moves=sum(len(record.moves) for record in played) / MATCHES,
        sandbox=sandbox[1] if sandbox else "not at all",
    )


def decisions(record: MatchRecord) -> int:
    """How many of a match's moves were asked of a bot, not forced by the rules."""
    state = TEN.start(record.seed, record.players, record.deck)
    asked = 0
    for _, action in record.moves:
        asked += TEN.forced(state) is None
        TEN.apply(state, TEN.read(action))
    return asked


def lines(folder: Path) -> Iterator[str]:
    """Measure in turns, then tell the figures, the ratios, and what they mean."""
    program = psyleague()
    few, many = folder / "few", folder / "many"
    version = set_up_psyleague(program, few, WORKERS)
    set_up_psyleague(program, many, MANY_WORKERS)
    rates: dict[str, list[float]] = {"few": [], "many": [], "arena": []}
    matches: dict[str, float | str] = {}
    for number in range(ROUNDS):
        for league in (few, many):
            (league / "psyleague.games").unlink(missing_ok=True)
            rates[league.name].append(psyleague_rate(program, league))
        rate, counted = arena_rate(folder / f"arena-{number}")
        rates["arena"].append(rate)
        matches = counted._asdict()
    best = {name: max(measured) for name, measured in rates.items()}
    yield f"{'':<56}{'matches/s':>10}{'rounds':>22}"
    for name, what in {
        "few": f"psyleague, {WORKERS} workers, empty game script",
        "many": f"psyleague, {MANY_WORKERS} workers, empty game script",
        "arena": f"arena, {WORKERS} workers, matches of {SEATS} empty bots",
    }.items():
        rounds = ", ".join(f"{rate:.1f}" for rate in rates[name])
        yield f"{what:<56}{best[name]:>10.1f}{rounds:>22}"
    for name, workers in {"few": WORKERS, "many": MANY_WORKERS}.items():
        what = f"ratio, arena to psyleague with {workers} workers"
        yield f"{what:<56}{best['arena'] / best[name]:>10.2f}"
    yield WHAT_IS_MEASURED.format(
        matches=MATCHES,
        rounds=ROUNDS,
        cores=len(os.sched_getaffinity(0)),
        seats=SEATS,
        workers=WORKERS,
        version=version,
        most=20 * WORKERS,
        many=MANY_WORKERS,
        **matches,
    )


def main() -> None:
    """Print the table."""
    with TemporaryDirectory(prefix="peers-") as folder:
        try:
            for line in lines(Path(folder)):
                sys.stdout.write(line + "\n")
        except ArenaError as error:
            sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()
