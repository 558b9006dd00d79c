"""The connection to a Dask scheduler; only what is given ``--dask`` imports this."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import dask.config
from distributed import Client, Security
from distributed.comm.core import connect

from arena.cluster.address import check_address
from arena.cluster.task import greet
from arena.errors import ClusterError, excerpt

CONNECT_S = 8
CLOSE_S = 2
"""How long a scheduler may take to say goodbye; one that has gone does not."""

TLS = "distributed.comm.tls"
KEY = "client.key"
"""May stand in the certificate's own file instead."""
CERTIFICATES = ("ca-file", "client.cert", KEY)
"""What Dask must be told for tls://."""


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at an address. Raises ClusterError where there is none."""
    check_address(address)
    _hush()
    security = _security() if address.startswith("tls:") else None
    _greet_scheduler(address, security)
    try:
        with _quiet_configuration():
            client = Client(
                address, timeout=CONNECT_S, security=security, set_as_default=False, name="arena"
            )
    except (OSError, ValueError) as error:
        raise _unreachable(address, error) from error
    try:
        _check_scheduler(client, address)
        yield client
    finally:
        with suppress(OSError, TimeoutError, AssertionError):  # the last if it does not close
            client.close(timeout=CLOSE_S)


def _greet_scheduler(address: str, security: Security | None) -> None:
    """See that Dask answers, in the time that is given: its client would wait for ever.

    Raises ClusterError for whatever else may listen there.
    """
    more = {} if security is None else security.get_connection_args("client")

    async def greet() -> None:
        comm = await connect(address, timeout=CONNECT_S, deserialize=False, **more)
        await comm.close()

    try:
        asyncio.run(asyncio.wait_for(greet(), CONNECT_S))
    except TimeoutError as error:
        raise _unreachable(address, TimeoutError("it does not answer")) from error
    except Exception as error:  # what others say may be anything
        raise _unreachable(address, error) from error


def _unreachable(address: str, error: BaseException) -> ClusterError:
    return ClusterError(
        f"{address}: no Dask scheduler can be reached there ({excerpt(_reason(error))}); "
        "docs/cluster.md tells how one is started"
    )


def _check_scheduler(client: Client, address: str) -> None:
    """The scheduler reads the names of what its workers are to execute."""
    try:
        client.run_on_scheduler(greet)
    except (ImportError, AttributeError) as error:
        raise ClusterError(
            f"{address}: its scheduler has no arena, or another one ({excerpt(str(error))}); "
            "install the same there"
        ) from error


def _security() -> Security:
    """By the certificates of Dask's own configuration. Raises ClusterError without them."""
    given = {key: dask.config.get(f"{TLS}.{key}", default=None) for key in CERTIFICATES}
    missing = [
        f"DASK_{TLS}.{key}".replace(".", "__").replace("-", "_").upper()
        for key, file in given.items()
        if not file and key != KEY
    ]
    if missing:
        raise ClusterError(
            "tls:// needs certificates, and Dask is not told where they are: set "
            f"{' and '.join(missing)}, as docs/cluster.md shows"
        )
    security = Security(require_encryption=True)
    try:
        security.get_connection_args("client")
    except OSError as error:
        files = ", ".join(str(file) for file in given.values() if file)
        raise ClusterError(
            f"{files}: these certificates, which Dask is told of, cannot be used: {error}"
        ) from error
    return security


def _hush() -> None:
    """Keep what Dask logs from the terminal: what matters of it is told in our own words."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in {"distributed", "tornado", "asyncio"}:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")


def _quiet_configuration() -> dask.config.set:
    """Bots' files may be large, and go out once; that is no mistake to be warned of."""
    return dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"})


def _reason(error: BaseException) -> str:
    """The cause beneath Dask's own wrappers, which say no more than that there was one."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__
