"""What a worker of a cluster is sent, and what it sends back: msgspec bytes both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from arena.cluster.likeness import Likeness
from arena.match.block import BlockOrder, PlayedBlock, Sitting
from arena.players.files import BotFiles


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a coordinator asks for.

    ``body`` is read only by an arena that is the coordinator's: another one may have other fields.
    """

    likeness: Likeness
    run: str
    """Which run this is; its coordinator may end it before its time."""
    body: msgspec.Raw


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """A block to be played. ``entry`` of a sitting is the name of a file in the bot's folder."""

    order: BlockOrder
    packages: list[str]
    files: list[BotFiles]
    """Of the bots that the worker has not been sent before."""


class Done(msgspec.Struct, frozen=True, tag=True):
    """The block was played."""

    block: PlayedBlock


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The platform has spoilt the block; the reason in words."""

    reason: str


class Missing(msgspec.Struct, frozen=True, tag=True):
    """The block was not played, since these versions' files are not here."""

    versions: list[str]


class Unfit(msgspec.Struct, frozen=True, tag=True):
    """This worker cannot play for this coordinator; why not, in words."""

    reason: str


Told: TypeAlias = Done | Failed | Missing | Unfit

encode = msgspec.msgpack.encode
decode_asked = msgspec.msgpack.Decoder(Asked).decode
decode_body = msgspec.msgpack.Decoder(Body).decode
decode_told = msgspec.msgpack.Decoder(Told).decode


def with_entries(order: BlockOrder, entry: Callable[[Sitting, str], str]) -> BlockOrder:
    """The same order with other files of its bots; those who are absent have none."""
    replace = msgspec.structs.replace
    matches = [
        replace(
            match,
            sittings=[
                seat if seat.entry is None else replace(seat, entry=entry(seat, seat.entry))
                for seat in match.sittings
            ],
        )
        for match in order.matches
    ]
    return replace(order, matches=matches)


def sittings(order: BlockOrder) -> Iterator[Sitting]:
    """All seats of all matches."""
    return (sitting for match in order.matches for sitting in match.sittings)
