"""The position of a match of TEN as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from arena.games.ten.view import View

ACTIONS_A_LINE = 4


def position(view: View) -> str:
    """What a view tells, and the listed actions with their numbers."""
    lines = _news(view)
    lines += [
        f"Turn {view.turn + 1}, {_asked(view)}; {view.deck} left in the deck.",
        f"  row      {_cards(view.row)}   net {view.net}, currency {view.currency}",
        f"  market   {_cards(view.market)}",
    ]
    for seat, player in enumerate(view.players):
        held = f"{player.tokens}t {player.busts}b"
        lines.append(f"  {seat_name(view, seat):8} {held:7} {_cards(player.cards)}")
    if view.auction is not None:
        bid = f"the bid to beat is {view.auction.high}" if view.auction.high else "no bid yet"
        lines.append(f"  on offer {view.auction.card}, {bid}")
    return "\n".join([*lines, *_listed(view.legal)])


def seat_name(view: View, seat: int) -> str:
    """How a person is told of a seat."""
    return "you" if seat == view.seat else f"seat {seat}"


def _news(view: View) -> list[str]:
    """What has been done since this seat was asked last, a line for each run of a seat's moves."""
    lines = [
        f"{seat_name(view, seat)}: {', '.join(action for _, action in moves)}"
        for seat, moves in groupby(view.since, key=lambda move: move[0])
    ]
    return [*lines, ""] if lines else []


def _asked(view: View) -> str:
    active = seat_name(view, view.active)
    match view.phase:
        case "draw":
            return "your row"
        case "auction":
            return f"an auction in the turn of {active}"
        case "buy":
            return "you may buy a card"
        case "final":
            return "the end: you may buy a last card"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards) or "-"


def _listed(legal: Sequence[str]) -> list[str]:
    """The listed actions, numbered from 1, a few on a line."""
    numbered = [f"{number} {action}" for number, action in enumerate(legal, start=1)]
    width = max(map(len, numbered)) + 3
    return [
        "  "
        + "".join(f"{text:{width}}" for text in numbered[start : start + ACTIONS_A_LINE]).rstrip()
        for start in range(0, len(numbered), ACTIONS_A_LINE)
    ]
