"""What a seat may know: everything but the order of the deck (ten-1 §2.3, protocol §1)."""

from __future__ import annotations

from typing import Literal

import msgspec


class PlayerView(msgspec.Struct):
    """A player's possessions; cards in unshuffled order."""

    tokens: int
    busts: int
    cards: list[str]


class AuctionView(msgspec.Struct):
    """The wild on offer, the actions so far, and the value to beat."""

    card: str
    bids: list[tuple[int, str]]
    high: int


class View(msgspec.Struct, omit_defaults=True):
    """The public state, from one seat. Its attributes are the keys of the protocol's view.

    ``legal`` travels beside the view in a message and is put in its place by the reader.
    """

    seat: int
    turn: int
    active: int
    phase: Literal["draw", "auction", "buy", "final"]
    deck: int
    row: list[str]
    net: int
    currency: int
    market: list[str]
    discard: list[str]
    players: list[PlayerView]
    auction: AuctionView | None
    since: list[tuple[int, str]]
    legal: list[str] = []

    @property
    def me(self) -> PlayerView:
        """The possessions of the seat that is asked."""
        return self.players[self.seat]

    @property
    def hand(self) -> list[str]:
        """The collection of the seat that is asked."""
        return self.players[self.seat].cards
