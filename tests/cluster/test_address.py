"""Which addresses ``--dask`` takes, and what is said of others."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from arena.cluster.address import check_address
from arena.errors import ClusterError
from tests.cli.running import ROOT, arena, called
from tests.season.making import write_league

SAFE = [
    *("tcp://127.0.0.1:8786", "tcp://127.1.2.3:8786", "tcp://localhost:8786", "tcp://[::1]:8786"),
    *("tls://127.0.0.1:8786", "tls://192.0.2.7:8786", "tls://scheduler.example:8786"),
]

REFUSED = [
    ("tcp://192.0.2.7:8786", "whoever is on the way could read and change what is sent"),
    ("tcp://scheduler.example:8786", "whoever is on the way"),
    ("tcp://localhost.example:8786", "whoever is on the way"),
    ("tcp://0.0.0.0:8786", "whoever is on the way"),
    ("127.0.0.1:8786", "begins with tcp:// or tls://"),
    ("ws://127.0.0.1:8786", "begins with tcp:// or tls://"),
    ("inproc://192.0.2.7/1/2", "begins with tcp:// or tls://"),
    ("tcp://127.0.0.1", "has a host and a port"),
    ("tcp://:8786", "has a host and a port"),
    ("tls://scheduler.example:8786/", "has a host and a port"),
    ("tls://user@scheduler.example:8786", "has a host and a port"),
    ("tcp://127.0.0.1:port", "no address"),
    ("tcp://127.0.0.1:99999", "no address"),
    ("", "begins with"),
]


@pytest.mark.parametrize("address", SAFE)
def test_this_machine_is_reached_openly_and_others_encrypted(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(("address", "sentence"), REFUSED)
def test_every_other_address_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(ClusterError) as refused:
        check_address(address)
    assert str(refused.value).startswith(f"{address}: ")
    assert sentence in str(refused.value)


def test_a_refused_address_begins_no_season(tmp_path: Path) -> None:
    write_league(tmp_path)
    done = arena("run", "league.toml", "--dask", "tcp://192.0.2.7:8786", cwd=tmp_path)
    assert 1 == done.returncode
    assert "Error: tcp://192.0.2.7:8786: whoever" in done.stderr
    assert not (tmp_path / "league.db").exists()


def test_where_no_scheduler_answers_a_sentence_says_so(tmp_path: Path) -> None:
    write_league(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        done = arena("run", "league.toml", "--dask", address, cwd=tmp_path)
    assert 1 == done.returncode
    assert f"Error: {address}: no Dask scheduler can be reached there" in done.stderr
    assert 2 >= len(done.stderr.splitlines()), "and Dask itself says nothing"
    assert not (tmp_path / "league.db").exists()


def test_certificates_that_are_not_there_are_named(tmp_path: Path) -> None:
    write_league(tmp_path)
    keys = ("CA_FILE", "CLIENT__CERT")
    more = {f"DASK_DISTRIBUTED__COMM__TLS__{key}": f"nowhere/{key}" for key in keys}
    address = "tls://127.0.0.1:8786"
    done = arena("run", "league.toml", "--dask", address, cwd=tmp_path, more=more)
    assert 1 == done.returncode
    assert "Error: nowhere/CA_FILE, nowhere/CLIENT__CERT: these certificates" in done.stderr


def test_workers_here_and_there_exclude_each_other(tmp_path: Path) -> None:
    address = "tcp://127.0.0.1:8786"
    done = called("run", "league.toml", "--workers", "2", "--dask", address, cwd=tmp_path)
    assert 2 == done.returncode
    assert "--workers is for this machine alone" in done.stderr


def test_without_dask_a_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    write_league(tmp_path)
    (tmp_path / "distributed.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'distributed'\", name='distributed')\n"
    )
    more = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    address = "tcp://127.0.0.1:8786"
    done = arena("run", "league.toml", "--dask", address, cwd=tmp_path, more=more)
    assert 1 == done.returncode
    assert "pip install 'arena-ten[cluster]'" in done.stderr


ANSWERS = {
    "silence": None,
    "another protocol": b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
    "zeros": bytes(99),
    "ones": b"\xff" * 99,
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_what_is_no_scheduler_is_told_in_a_sentence(tmp_path: Path, answer: bytes | None) -> None:
    league = write_league(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server, answer), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        done = arena("run", league, "--dask", address)
    assert 1 == done.returncode
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Error: {address}: no Dask scheduler can be reached there (")


def serve(server: socket.socket, answer: bytes | None) -> None:
    kept = []
    while True:
        try:
            connection, _ = server.accept()
        except OSError:  # the test is over
            return
        kept.append(connection)
        if answer is not None:
            connection.sendall(answer)
            connection.close()
