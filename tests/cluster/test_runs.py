"""``arena run --dask``: the bytes of a run here, whatever becomes of machines on the way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import ROOT, arena
from tests.cluster.dask_here import DaskHere, child_of, dask_here, wait_until, zygotes_of
from tests.season.making import BOTS, write_league
from tests.season.test_signals import arena as begin
from tests.season.test_signals import results, wait_for_matches

SLOW = "import time\n\ndef decide(view):\n    time.sleep(0.002)\n    return view.legal[0]\n"
FAILING = (
    "asked = 0\n\ndef decide(view):\n"
    "    global asked\n    asked += 1\n    assert asked < 12\n    return view.legal[0]\n"
)
ENTRANTS = {"chance": BOTS["chance"], "middle": BOTS["middle"], "slow": SLOW, "failing": FAILING}


def make(folder: Path, deals: int = 2) -> Path:
    folder.mkdir()
    write_league(folder, ENTRANTS, deals=deals)
    return folder


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = make(tmp_path_factory.mktemp("here") / "league")
    done = arena("run", "league.toml", cwd=folder)
    assert 0 == done.returncode, done.stderr
    found = results(folder)
    assert '"fault":"crash"' in found[0]
    return found


@pytest.fixture
def here(tmp_path: Path) -> Iterator[DaskHere]:
    (tmp_path / "dask").mkdir()
    with dask_here(tmp_path / "dask") as started:
        yield started


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskHere]:
    """A cluster that several tests use: one good worker."""
    with dask_here(tmp_path_factory.mktemp("dask")) as started:
        started.wait_for_workers(started.worker("--no-nanny"))
        yield started


def test_a_worker_that_is_killed_in_mid_run_changes_no_byte(
    tmp_path: Path, here: DaskHere, unbroken: list[str]
) -> None:
    workers = [here.worker(), here.worker()]
    here.wait_for_workers(*workers)
    folder = make(tmp_path / "league")
    run = begin(folder, "run", "league.toml", "--dask", here.address)
    wait_for_matches(folder, run, 6)
    victim = child_of(workers[0])
    bots = zygotes_of(victim)
    os.kill(victim, signal.SIGKILL)
    out, err = run.communicate(timeout=100)
    assert 0 == run.returncode, err
    assert "has gone." in err
    assert "distributed" not in err, "Dask's own words are for its own logs"
    assert "rank" in out
    assert bots
    wait_until(lambda: not any(Path(f"/proc/{bot}").exists() for bot in bots))
    assert unbroken == results(folder)
    for worker in workers:
        here.end(worker)
    assert [] == [*here.scratch.rglob("*.py")], "the bots' files go with their workers"


def test_a_worker_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, here: DaskHere, unbroken: list[str]
) -> None:
    workers = [here.worker("--no-nanny"), here.worker("--no-nanny")]
    here.wait_for_workers(*workers)
    workers[0].send_signal(signal.SIGSTOP)
    folder = make(tmp_path / "league")
    done = arena("run", "league.toml", "--dask", here.address, cwd=folder)
    assert 0 == done.returncode, done.stderr
    assert "cannot load" not in done.stderr
    assert unbroken == results(folder)


def test_a_scheduler_that_dies_ends_the_run_and_it_goes_on_without(
    tmp_path: Path, here: DaskHere, unbroken: list[str]
) -> None:
    here.wait_for_workers(here.worker())
    folder = make(tmp_path / "league")
    run = begin(folder, "run", "league.toml", "--dask", here.address)
    wait_for_matches(folder, run, 3)
    here.end(here.scheduler, signal.SIGKILL)
    _, err = run.communicate(timeout=100)
    assert 1 == run.returncode
    assert f"Error: {here.address}: the scheduler has gone. What has finished is stored" in err
    assert "Traceback" not in err
    assert "distributed" not in err
    assert 0 == arena("run", "league.toml", cwd=folder).returncode
    assert unbroken == results(folder)


def test_an_interrupted_run_goes_on_on_the_cluster(
    tmp_path: Path, honest: DaskHere, unbroken: list[str]
) -> None:
    folder = make(tmp_path / "league")
    run = begin(folder, "run", "league.toml", "--dask", honest.address)
    wait_for_matches(folder, run, 3)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=100)
    assert 130 == run.returncode, err
    assert f"--dask {honest.address}" in err.splitlines()[-1]
    assert b"Traceback" not in honest.log(honest.processes[-1])
    done = arena("run", "league.toml", "--dask", honest.address, cwd=folder)
    assert 0 == done.returncode, done.stderr
    assert unbroken == results(folder)


PATCH = "from types import SimpleNamespace as One\nfrom arena.cluster import likeness\n"
WITHOUT = 'import sys\nsys.modules["arena"] = None\n'
UNFIT = {
    "its arena is 0.0.1 and not": 'import arena\narena.__version__ = "0.0.1"\n',
    "its Python is 3.99 and not": (
        f'{PATCH}likeness.platform = One(python_version_tuple=lambda: ("3", "99", "0"))\n'
    ),
    "its processor is vax and not": (
        f'{PATCH}likeness.os = One(uname=lambda: One(machine="vax"))\n'
    ),
    "its sandbox is sealed and not strong": (
        "from arena.sandbox import landlock\nlandlock.version = lambda: 0\n"
    ),
    "it cannot load the arena: ModuleNotFoundError": WITHOUT,
}


def test_workers_that_are_not_like_the_coordinator_are_refused(
    tmp_path: Path, here: DaskHere
) -> None:
    workers = [here.worker("--no-nanny", patch=patch) for patch in UNFIT.values()]
    here.wait_for_workers(*workers, here.worker("--no-nanny", threads=2))
    folder = make(tmp_path / "league")
    done = arena("run", "league.toml", "--dask", here.address, cwd=folder)
    assert 1 == done.returncode
    refused = [line for line in done.stderr.splitlines() if " is not used: " in line]
    threads = f"it has 2 threads, .* `dask worker {here.address} --nthreads 1`"
    for sentence in [*UNFIT, threads]:
        assert [line for line in refused if re.search(sentence, line)], (sentence, done.stderr)
    assert len(UNFIT) + 1 == len(refused)
    assert f"Error: {here.address}: no worker is left that may play." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_scheduler_without_the_arena_is_told(tmp_path: Path) -> None:
    folder = make(tmp_path / "league")
    (tmp_path / "dask").mkdir()
    with dask_here(tmp_path / "dask", patch=WITHOUT) as here:
        done = arena("run", "league.toml", "--dask", here.address, cwd=folder)
    assert 1 == done.returncode
    assert f"Error: {here.address}: its scheduler has no arena" in done.stderr
    assert not (folder / "league.db").exists()


FORGING = """
import arena.match.block as block
from msgspec.structs import replace
from arena.players.player import failure
from arena.players.sandboxed import SandboxedPlayer
from arena.records import FaultKind

real = block.play

def scores(game, table, players):
    played = real(game, table, players)
    result = replace(played.record.result, scores=[99] * len(players))
    return replace(played, record=replace(played.record, result=result))

def seed(game, table, players):
    return real(game, replace(table, seed="another"), players)

def fault(game, table, players):
    players[0].ask = lambda *_: failure(FaultKind.CRASH, players[0]._limits)
    return real(game, table, players)

block.play = FORGED
"""

FOUND_OUT = {
    "scores": "result: the moves give scores",
    "seed": "seed: 'another'; the fixture has another",
    "fault": "played again here, the match comes out otherwise",
}


@pytest.mark.parametrize("forged", FOUND_OUT)
def test_a_worker_that_forges_is_found_out(
    tmp_path: Path, honest: DaskHere, unbroken: list[str], forged: str
) -> None:
    forger = honest.worker("--no-nanny", patch=FORGING.replace("FORGED", forged))
    honest.wait_for_workers(forger)
    folder = make(tmp_path / "league")
    done = arena("run", "league.toml", "--dask", honest.address, cwd=folder)
    honest.end(forger)
    assert 0 == done.returncode, done.stderr
    assert FOUND_OUT[forged] in done.stderr
    assert "was lost: what worker tcp://127.0.0.1:" in done.stderr
    assert unbroken == results(folder)


HANGING = """
import time
from arena.cluster.room import Room

Room.answer = lambda *_: time.sleep(1000)
"""
IMPATIENT = """
from arena.cluster import executor

executor.longest_s = lambda _: 20.0
"""


def test_a_worker_that_never_answers_is_given_up(
    tmp_path: Path, honest: DaskHere, unbroken: list[str]
) -> None:
    """Dask takes it for alive; the time here is another than usual."""
    hanging = honest.worker("--no-nanny", patch=HANGING)
    honest.wait_for_workers(hanging)
    folder = make(tmp_path / "league")
    (tmp_path / "patch").mkdir()
    (tmp_path / "patch/sitecustomize.py").write_text(IMPATIENT)
    more = {"PYTHONPATH": f"{tmp_path / 'patch'}:{ROOT}"}
    done = arena("run", "league.toml", "--dask", honest.address, cwd=folder, more=more)
    honest.end(hanging, signal.SIGKILL)
    assert 0 == done.returncode, done.stderr
    assert "is not used: it has been at one block for 0 minutes." in done.stderr
    assert unbroken == results(folder)


DEEP = r"b'\x82\xa4type\xa6Failed\xa1x' + b'\x91' * 100_000 + b'\xc0'"
"""More arrays in each other than can be read."""

DROWSY = """
from arena.cluster import executor

executor.longest_s = lambda _: 15.0
executor.AWAKE_S = 1.0
"""


def test_a_coordinator_that_was_stopped_for_long_gives_nobody_up(
    tmp_path: Path, honest: DaskHere, unbroken: list[str]
) -> None:
    """Ctrl-Z, or a machine that slept: the workers have answered long ago."""
    folder = make(tmp_path / "league")
    (tmp_path / "patch").mkdir()
    (tmp_path / "patch/sitecustomize.py").write_text(DROWSY)
    more = {"PYTHONPATH": f"{tmp_path / 'patch'}:{ROOT}"}
    run = begin(folder, "run", "league.toml", "--dask", honest.address, more=more)
    wait_for_matches(folder, run, 3)
    run.send_signal(signal.SIGSTOP)
    time.sleep(17)
    run.send_signal(signal.SIGCONT)
    _, err = run.communicate(timeout=100)
    assert 0 == run.returncode, err
    assert "is not used" not in err
    assert unbroken == results(folder)


BROKEN = {
    "no luck": 'Room.answer = lambda *_: messages.Failed("no luck")',
    "it does not keep the bots' files": 'Room.answer = lambda *_: messages.Missing(["?"])',
    "its answer is none: ": "task.encode = lambda _: b'\\xff'",
    "its answer is none: max": f"task.encode = lambda _: {DEEP}",
    "it does not say why": 'Room.answer = lambda *_: messages.Unfit(" ")',
    "OverflowError: far too much": "Room.answer = answer",
}
BREAKING = """
from arena.cluster import messages, task
from arena.cluster.room import Room

def answer(*_):
    raise OverflowError("far too much")

"""


def test_workers_that_are_broken_are_not_used_any_more(
    tmp_path: Path, honest: DaskHere, unbroken: list[str]
) -> None:
    broken = [honest.worker("--no-nanny", patch=BREAKING + patch) for patch in BROKEN.values()]
    honest.wait_for_workers(*broken)
    folder = make(tmp_path / "league")
    done = arena("run", "league.toml", "--dask", honest.address, cwd=folder)
    for worker in broken:
        honest.end(worker)
    assert 0 == done.returncode, done.stderr
    refused = [line for line in done.stderr.splitlines() if " is not used: " in line]
    for sentence in BROKEN:
        assert [line for line in refused if sentence in line], (sentence, done.stderr)
    assert unbroken == results(folder)


def test_between_machines_by_the_certificates_that_the_documents_make(
    tmp_path: Path, unbroken: list[str]
) -> None:
    documents = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    (making,) = re.findall(r"```sh\n(openssl.*?)```", documents, re.DOTALL)
    subprocess.run(["sh", "-ec", making], cwd=tmp_path, capture_output=True, check=True)
    told = dict(re.findall(r"^export (DASK\S*TLS\S*)=(\S+)$", documents, re.MULTILINE))
    client = {name: str(tmp_path / file) for name, file in told.items()}

    def certificates(who: str) -> list[str]:
        key = str(tmp_path / f"{who}-key.pem")
        cert = str(tmp_path / f"{who}.pem")
        return ["--tls-ca-file", str(tmp_path / "ca.pem"), "--tls-cert", cert, "--tls-key", key]

    (tmp_path / "dask").mkdir()
    with dask_here(tmp_path / "dask", "--protocol", "tls", *certificates("scheduler")) as here:
        here.wait_for_workers(here.worker(*certificates("worker")))
        folder = make(tmp_path / "league")
        without = arena("run", "league.toml", "--dask", here.address, cwd=folder)
        assert 1 == without.returncode
        assert "set DASK_DISTRIBUTED__COMM__TLS__CA_FILE and " in without.stderr
        done = arena("run", "league.toml", "--dask", here.address, cwd=folder, more=client)
    assert 0 == done.returncode, done.stderr
    assert here.address.startswith("tls://")
    assert unbroken == results(folder)
