"""Which addresses of a cluster may be used: this machine's own, others only encrypted."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from arena.errors import ClusterError, excerpt

EXAMPLES = "tcp://127.0.0.1:8786 on this machine, tls://HOST:8786 on others"
THIS_MACHINE = "localhost"


def check_address(address: str) -> None:
    """Raise ClusterError for an address that is none, or not to be reached safely.

    >>> check_address("tls://scheduler.example:8786")
    >>> check_address("tcp://127.0.0.1:8786")
    """
    shown = excerpt(address)
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ClusterError(f"{shown}: no address ({error}); such are {EXAMPLES}") from error
    if parts.scheme not in {"tcp", "tls"}:
        raise ClusterError(f"{shown}: an address begins with tcp:// or tls://: {EXAMPLES}")
    if not host or not port or address != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        raise ClusterError(f"{shown}: an address has a host and a port: {EXAMPLES}")
    if parts.scheme == "tcp" and not _is_this_machine(host):
        raise ClusterError(
            f"{shown}: whoever is on the way could read and change what is sent; tcp:// is for "
            "this machine only, another one is reached by tls://"
        )


def _is_this_machine(host: str) -> bool:
    """Whether it is the loopback, by number or by the name that every machine has for it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == THIS_MACHINE
