"""During a season nothing that anybody can see gives away a seed of a match not yet played.

Bots that print all they are given and all they find, a season that is half played, interrupted,
killed, with a void match: then every file but the seed file, and every command's output, is
searched for the league's seed and for whatever was made from it for later.
"""

from __future__ import annotations

import os
import secrets
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena import seeds
from arena.cli.export import EXPORTS
from arena.errors import StoreError
from arena.formats.catalogue import FORMATS
from arena.plan import Fixture
from arena.season.loop import Progress
from arena.store.logs import logs_path
from arena.store.reader import open_reader
from arena.workers import Stop
from tests.cli.running import ROOT, arena, called, command, environment
from tests.season.making import write_league
from tests.season.playing import play_league, serial

TELLER = """
import gc, os, re, sys

LOOKS_LIKE_A_SEED = re.compile("[0-9a-f]{32,}")


def texts(thing):
    if isinstance(thing, dict):
        thing = [*thing, *thing.values()]
    for one in thing:
        if isinstance(one, str):
            yield one
        elif isinstance(one, (bytes, bytearray)):
            yield bytes(one).decode("latin-1")


def in_memory():
    for thing in gc.get_objects():
        if isinstance(thing, (dict, list, tuple, set)):
            for text in texts(thing):
                yield from LOOKS_LIKE_A_SEED.findall(text)
    frame = sys._getframe()
    while frame is not None:
        yield repr(frame.f_locals)
        frame = frame.f_back


def files():
    for start in (".", "..", "/proc/self", "/proc/self/fd", "/tmp", os.path.expanduser("~")):
        try:
            for entry in os.scandir(start):
                yield entry.path
        except OSError as error:
            yield repr(error)


class Bot:
    def __init__(self, match):
        print("match:", match)
        print("environment:", dict(os.environ), sys.argv, sys.path, os.getcwd(), __file__)
        print("memory:", sorted(set(in_memory())))
        for path in files():
            print("file:", path)
            try:
                with open(path, "rb") as file:
                    print(file.read(2000))
            except OSError:
                pass

    def decide(self, view):
        print("view:", view)
        return view.legal[CHOICE]

    def end(self, result):
        print("end:", result)
"""

BOTS = {
    "first": TELLER.replace("CHOICE", "0"),
    "last": TELLER.replace("CHOICE", "-1"),
    "middle": TELLER.replace("CHOICE", "len(view.legal) // 2"),
    "other": TELLER.replace("CHOICE", "len(view.legal) // 3"),
}
TALKATIVE = "[limits]\nlog_kb = 4096\n"

SILENT = """
import time

class Bot:
    def __init__(self, match):
        print("match:", match)

    def decide(self, view):
        print("view:", view, flush=True)
        time.sleep(60)
"""


def committed(folder: Path) -> str:
    """The lines of a league file that commit to a seed, which is in its file now."""
    seed = secrets.token_hex(32)
    (folder / "league.seed").write_text(seed)
    (folder / "league.seed").chmod(0o600)
    return f'commitment = "{seeds.commitment_to(seed)}"\nseed_file = "league.seed"'


def fixtures(league: Path) -> tuple[list[Fixture], list[Fixture]]:
    """The matches that have been played, and those that have not."""
    seed = league.with_suffix(".seed").read_text()
    with open_reader(league.with_suffix(".db")) as reader:
        plan, played = reader.season().plan, reader.results()
    blocks = FORMATS[plan.format.kind].blocks(plan, seed, played)
    schedule = [fixture for block in blocks for fixture in block.fixtures]
    done = [fixture for fixture in schedule if fixture.key in played]
    return done, [fixture for fixture in schedule if fixture.key not in played]


def seeds_of(seed: str, fixture: Fixture) -> dict[str, str]:
    """Every seed of a match, and what it is of; ``seed`` is the league's."""
    place, seating = fixture.place, fixture.seating
    found = {
        seeds.deal_seed(seed, place): f"the deal of {fixture.key}",
        seeds.seating_seed(seed, place): f"the seating of {fixture.key}",
    }
    for seat in range(len(fixture.seats)):
        own = seeds.bot_seed(seed, place, seating, seat)
        found[own] = f"the bot in seat {seat} of {fixture.key}"
    return found


def secrets_of(league: Path) -> dict[str, str]:
    """What nobody may know yet, and what it is of.

    A deal that has been played is known, also where the same bots are still to play it in other
    seats or, with one seat, others are to play it.
    """
    seed = league.with_suffix(".seed").read_text()
    played, left = fixtures(league)
    assert played
    assert left
    known = {secret for fixture in played for secret in seeds_of(seed, fixture)}
    found = {seed: "the league"}
    for fixture in left:
        found |= seeds_of(seed, fixture)
    return {secret: what for secret, what in found.items() if secret not in known}


def given_away(league: Path, seen: dict[str, bytes]) -> list[str]:
    """Every secret that is in what can be seen, as text or as bytes."""
    return [
        f"{where}: {what}"
        for secret, what in secrets_of(league).items()
        for where, content in seen.items()
        if secret.encode() in content.lower() or bytes.fromhex(secret) in content
    ]


def files(folder: Path) -> dict[str, bytes]:
    """Every file but the seed file, with its name."""
    return {
        str(path): os.fsencode(path) + b"\n" + path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".seed"
    }


COMMANDS = [
    *(["leaderboard"], ["standings"], ["matches"], ["matches", "--format", "json"]),
    *(["show", "1"], ["show", "1", "--format", "json"], ["show", "2", "--log", "0"]),
    *(["verify"], ["-v", "standings"]),
    *(["export", kind] for kind in EXPORTS if kind != "public"),
    ["crosstable"],
    ["plan"],
]


def outputs(league: Path) -> Iterator[tuple[str, bytes]]:
    """What the commands print of a league."""
    for words in COMMANDS:
        at = 2 if words[0] in {"-v", "export"} else 1
        done = called(*words[:at], league.name, *words[at:], cwd=league.parent)
        assert 0 == done.returncode, done.stderr
        yield " ".join(words), f"{done.stdout}\n{done.stderr}".encode()
    public = league.with_name("public.db")
    done = called("export", "public", league.name, "-o", public, cwd=league.parent)
    assert 0 == done.returncode, done.stderr
    yield "export public", public.read_bytes()


def test_a_season_that_is_half_played(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    league = write_league(tmp_path, BOTS, deals=4, more=TALKATIVE, seed=committed(tmp_path))
    more = {"TMPDIR": str(temporary)}
    seen = {}
    for part, matches in enumerate((4, 10)):
        done = arena("run", "league.toml", "--matches", str(matches), cwd=tmp_path, more=more)
        assert 0 == done.returncode, done.stderr
        seen[f"run {part}"] = f"{done.stdout}\n{done.stderr}".encode()
    # Whoever reads meanwhile keeps what is written in the write-ahead log.
    with open_reader(league.with_suffix(".db")) as reader:
        reader.season()
        arena("run", "league.toml", "--matches", "5", cwd=tmp_path, more=more)
        assert league.with_name("league.db-wal").stat().st_size
        seen |= files(tmp_path)
        assert [] == given_away(league, seen)
    seen |= files(tmp_path)
    seen |= dict(outputs(league))
    assert [] == given_away(league, seen)
    assert_that_the_search_sees(league, seen)


def assert_that_the_search_sees(league: Path, seen: dict[str, bytes]) -> None:
    """What may be known is found by the same means: the seeds of what has been played."""
    seed = league.with_suffix(".seed").read_text()
    played, _ = fixtures(league)
    everything = b"\n".join(seen.values())
    logs = logs_path(league.with_suffix(".db")).read_bytes()
    for fixture in played:
        assert seeds.deal_seed(seed, fixture.place).encode() in everything
        own = seeds.bot_seed(seed, fixture.place, fixture.seating, 0).encode()
        assert own in logs
    assert b"environment: " in logs


def test_a_run_that_is_killed_amid_matches(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    league = write_league(tmp_path, BOTS, deals=40, more=TALKATIVE, seed=committed(tmp_path))
    with (tmp_path / "told").open("wb") as told:
        run = subprocess.Popen(
            command("run", "league.toml", "--workers", "2"),
            cwd=tmp_path,
            env=environment({"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}),
            stdout=told,
            stderr=told,
        )
        while run.poll() is None and not has_played(league):
            time.sleep(0.05)
        alive = files(tmp_path)
        run.send_signal(signal.SIGKILL)
        run.wait(timeout=30)
    assert -signal.SIGKILL == run.returncode
    assert [] == given_away(league, files(tmp_path))
    left = set(secrets_of(league))
    assert not [name for name, content in alive.items() for one in left if one.encode() in content]


def has_played(league: Path) -> bool:
    if not league.with_suffix(".db").exists():
        return False
    try:
        with open_reader(league.with_suffix(".db")) as reader:
            return len(reader.played_keys()) >= 6
    except StoreError:  # it is being made just now
        return False


@pytest.mark.parametrize("seats", [1, 2])
def test_a_void_match(tmp_path: Path, seats: int) -> None:
    """It is stopped when a match has become void, before that is played again."""
    more = f'seating = "fixed"\n{TALKATIVE}decision_ms = 10\n'
    bots = BOTS | {"silent": SILENT}
    league = write_league(tmp_path, bots, seats=seats, deals=2, more=more, seed=committed(tmp_path))
    stop = Stop()
    void: list[Fixture] = []
    play_league(league, most=1)

    def tell(progress: Progress) -> None:
        if progress.void is not None:
            void.append(progress.void.fixture)
            stop.set()

    play_league(league, serial, stop=stop, tell=tell)
    (spoilt,) = void
    _, left = fixtures(league)
    assert spoilt in left
    seen = files(tmp_path) | dict(outputs(league))
    assert [] == given_away(league, seen)


def test_the_seed_file_is_left_as_it_was(tmp_path: Path) -> None:
    league = write_league(tmp_path, BOTS, deals=1, seed=committed(tmp_path))
    before = league.with_suffix(".seed").read_bytes()
    play_league(league, most=2)
    status = league.with_suffix(".seed").stat()
    assert (0o600, 1) == (stat.S_IMODE(status.st_mode), status.st_nlink)
    assert before == league.with_suffix(".seed").read_bytes()
