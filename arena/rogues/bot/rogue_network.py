"""Attacks by sockets of every kind."""

import socket

from rogue_calls import Refused

REFUSALS = (OSError, Refused, AttributeError)


def connects(world):
    """Connects to a port of the machine and sends."""
    with socket.create_connection((b"127.0.0.1", world.tcp), timeout=0.5) as line:
        line.sendall(b"rogue")
    return "sent over TCP"


def sends_udp(world):
    """Sends a datagram to a port of the machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"rogue", ("127.0.0.1", world.udp))
    return "sent over UDP"


def listens(world):
    """Waits for callers."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        return f"listens on {line.getsockname()}"


def opens(family, kind, protocol=0):
    """Opens a socket of one kind."""

    def attack(world):
        with socket.socket(getattr(socket, family), getattr(socket, kind), protocol) as line:
            return f"descriptor {line.fileno()}"

    attack.__doc__ = f"Opens a socket: {family}, {kind}."
    return attack


def opens_one_of_any_family(world):
    """Tries every family and kind that the kernel may have."""
    for family in range(1, 46):
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
            except OSError as error:
                problem = error
            else:
                return f"family {family}, kind {kind}"
    raise problem


def sends_to(kind, address):
    """Sends to a local socket by its path or its abstract name."""

    def attack(world):
        with socket.socket(socket.AF_UNIX, kind) as line:
            line.connect(address(world))
            line.send(b"rogue")
        return "sent"

    return attack


def makes_a_pair(world):
    """Makes two sockets that are connected."""
    pair = socket.socketpair()
    return f"descriptors {[line.fileno() for line in pair]}"


def asks_for_an_address(world):
    """Asks the resolver for the address of a name."""
    return f"{socket.getaddrinfo(b'localhost', 80)[0][4]}"


def asks_a_name_server(world):
    """Sends the question of a resolver by itself."""
    question = b"\0\1\1\0\0\1\0\0\0\0\0\0\7example\3com\0\0\1\0\1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("127.0.0.1", world.udp))
        line.send(question)
    return "asked"


def abstract_name(world):
    return "\0" + world.abstract


ATTACKS = {
    "connects to a TCP port": connects,
    "sends a UDP datagram": sends_udp,
    "listens on a TCP port": listens,
    "opens a TCP socket": opens("AF_INET", "SOCK_STREAM"),
    "opens an IPv6 socket": opens("AF_INET6", "SOCK_DGRAM"),
    "opens a raw socket": opens("AF_INET", "SOCK_RAW", 1),
    "opens a netlink socket": opens("AF_NETLINK", "SOCK_RAW"),
    "opens a vsock socket": opens("AF_VSOCK", "SOCK_STREAM"),
    "opens a packet socket": opens("AF_PACKET", "SOCK_RAW"),
    "opens a unix socket": opens("AF_UNIX", "SOCK_STREAM"),
    "opens an alg socket": opens("AF_ALG", "SOCK_SEQPACKET"),
    "opens a socket of any family": opens_one_of_any_family,
    "connects to a unix socket by its path": sends_to(socket.SOCK_STREAM, lambda world: world.unix),
    "connects to an abstract unix socket": sends_to(socket.SOCK_DGRAM, abstract_name),
    "makes a pair of sockets": makes_a_pair,
    "asks the resolver for an address": asks_for_an_address,
    "asks a name server": asks_a_name_server,
}
