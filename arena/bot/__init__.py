"""The authors' kit: all that a bot may import beside the standard library (bots/README.md)."""

from arena.bot.acting import bid, buy, payment
from arena.bot.imagining import advance, imagine, play_out, points
from arena.bot.messages import Match, MatchLimits
from arena.bot.odds import bust_odds, unseen
from arena.bot.paying import all_payments, plain_payment, plain_payments, wealth
from arena.bot.scoring import gain, score
from arena.games.ten.actions import (
    DRAW,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    Action,
    Bid,
    Buy,
    Payment,
    Plain,
)
from arena.games.ten.actions import read as read_action
from arena.games.ten.cards import CARDS, CODES, CURRENCY, NUMBERS, is_wild
from arena.games.ten.deck import standard_table
from arena.games.ten.moves import legal
from arena.games.ten.outcome import result
from arena.games.ten.state import Phase, State
from arena.games.ten.view import AuctionView, PlayerView, View
from arena.records import Result

__all__ = [
    "CARDS",
    "CODES",
    "CURRENCY",
    "DRAW",
    "NUMBERS",
    "PASS",
    "TAKE_CURRENCY",
    "TAKE_NUMBERS",
    "Action",
    "AuctionView",
    "Bid",
    "Buy",
    "Match",
    "MatchLimits",
    "Payment",
    "Phase",
    "Plain",
    "PlayerView",
    "Result",
    "State",
    "View",
    "advance",
    "all_payments",
    "bid",
    "bust_odds",
    "buy",
    "gain",
    "imagine",
    "is_wild",
    "legal",
    "payment",
    "plain_payment",
    "plain_payments",
    "play_out",
    "points",
    "read_action",
    "result",
    "score",
    "standard_table",
    "unseen",
    "wealth",
]
