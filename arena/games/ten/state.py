"""The state of a match of TEN, and the one function that changes it."""

from __future__ import annotations

from bisect import insort
from enum import Enum
from typing import Final, assert_never

from arena.errors import ActionError
from arena.games.ten.actions import (
    BUST_VALUE,
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
from arena.games.ten.cards import CURRENCY, FIRST_CURRENCY, FULL_WILD, NUMBERS, Card

START_TOKENS = 5
MOST_TOKENS = 10
BUST_TOKENS = 15
BUST_AT = 11
SOLO_TURNS = 12
SOLO_BANK = 2
SOLO_BANK_FULL_WILD = 4


class Phase(Enum):
    """What the seat to move is asked for; the values are those of the view."""

    DRAW = "draw"
    AUCTION = "auction"
    BUY = "buy"
    FINAL = "final"

    __hash__ = object.__hash__  # there is one of each; Enum would hash its name, in Python


PHASE_NAMES: Final = {phase: phase.value for phase in Phase}
"""By phase, its value; an enum's own attribute is a function of Python's."""

DRAWING: Final = Phase.DRAW
AUCTION: Final = Phase.AUCTION
BUYING: Final = Phase.BUY
FINAL: Final = Phase.FINAL


class State:
    """A match in progress. ``apply`` changes it, ``copy`` shares nothing that changes.

    ``deck`` holds the undrawn cards, the next one last. ``numbers`` and ``currency`` are the sums
    N and C of the row (§3.3). ``high`` is the value to beat, ``offers`` are the actions of the
    auction so far. Collections (``hands``) and ``market`` are kept in unshuffled order.
    """

    __slots__ = (
        "active",
        "busts",
        "currency",
        "deck",
        "discard",
        "hands",
        "high",
        "leader",
        "market",
        "numbers",
        "offers",
        "phase",
        "players",
        "row",
        "to_move",
        "tokens",
        "turn",
        "wild",
    )

    def __init__(self, players: int, deck: list[Card]) -> None:
        """Set up for the players (§2.1); ``deck`` in drawing order, as ``shuffled`` makes it."""
        self.players = players
        self.deck = deck[::-1]
        self.turn = 0
        self.active = 0
        self.phase = DRAWING
        self.to_move: int | None = 0
        self.row: list[Card] = []
        self.numbers = 0
        self.currency = 0
        self.market: list[Card] = []
        self.discard: list[Card] = []
        self.tokens = [START_TOKENS] * players
        self.busts = [0] * players
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.wild: Card | None = None
        self.high = 0
        self.leader: tuple[int, Payment] | None = None
        self.offers: list[tuple[int, Plain | Bid]] = []

    def copy(self) -> State:
        """An independent state; cards and actions are values and are shared."""
        twin = State.__new__(State)
        twin.players = self.players
        twin.deck = self.deck[:]
        twin.turn = self.turn
        twin.active = self.active
        twin.phase = self.phase
        twin.to_move = self.to_move
        twin.row = self.row[:]
        twin.numbers = self.numbers
        twin.currency = self.currency
        twin.market = self.market[:]
        twin.discard = self.discard[:]
        twin.tokens = self.tokens[:]
        twin.busts = self.busts[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.wild = self.wild
        twin.high = self.high
        twin.leader = self.leader
        twin.offers = self.offers[:]
        return twin

    def wealth(self, seat: int) -> int:
        """The value of all that a seat could pay with (§5.3)."""
        return self.tokens[seat] + BUST_VALUE * self.busts[seat] + len(self.hands[seat])

    def forced(self) -> Plain | None:
        """The action that is the only one possible for the seat to move, else None (§10)."""
        phase = self.phase
        if phase is DRAWING:
            if not self.row:
                return DRAW
            if not self.deck and not (self.numbers and self.currency):
                return TAKE_NUMBERS if self.numbers else TAKE_CURRENCY
            return None
        seat = self.to_move
        if seat is None:
            return None
        if phase is AUCTION:
            return PASS if self.wealth(seat) <= self.high else None
        if not self.market:
            return PASS
        wealth = self.wealth(seat)
        hand = self.hands[seat]
        for card in self.market:
            if NUMBERS[card] <= wealth and card not in hand:
                return None
        return PASS

    def apply(self, action: Action) -> None:
        """Make the action of the seat to move.

        Raises ActionError, with the rule that forbids it, and then changes nothing.
        """
        phase = self.phase
        if phase is DRAWING:
            if action is DRAW:
                self._draw()
            else:
                self._take_reward(action)
            return
        seat = self.to_move
        if seat is None:
            raise ActionError("the match is over", "7.2")
        if phase is AUCTION:
            self._in_auction(seat, action)
        elif phase is BUYING or phase is FINAL:
            self._in_buy_phase(seat, action)
        else:
            assert_never(phase)

    # §3 Drawing

    def _take_reward(self, action: Action) -> None:
        """The active player stops drawing (§3.5)."""
        if action is TAKE_NUMBERS:
            self._take_numbers()
        elif action is TAKE_CURRENCY:
            self._take_currency()
        else:
            raise ActionError("the turn is in its drawing: draw or take a reward", "3.5")

    def _draw(self) -> None:
        """Draw a card: into the row, or a wild into an auction (§3.1, §3.2, §3.4)."""
        deck = self.deck
        if not deck:
            raise ActionError("no card is left to draw", "3.7")
        card = deck.pop()
        if number := NUMBERS[card]:
            self.row.append(card)
            self.numbers += number
            if self.numbers - self.currency >= BUST_AT:
                self._bust()
                if self.currency:
                    self._others_gain()
                self._end_turn()
        elif card >= FIRST_CURRENCY:
            self.row.append(card)
            self.currency += CURRENCY[card]
            if self.currency >= BUST_AT:
                self._bust()
                self._end_turn()
        else:
            self._open_auction(card)

    def _bust(self) -> None:
        """The row's number cards go to the market, a bust token to the active player (§4.5)."""
        self._numbers_to_market()
        if sum(self.busts) < BUST_TOKENS:
            self.busts[self.active] += 1

    # §4 Rewards

    def _take_numbers(self) -> None:
        """The active player gains the row's numbers, every other one its currency (§4.2)."""
        if not self.numbers:
            raise ActionError("the row holds no number card to take", "4.1")
        hand = self.hands[self.active]
        hand.extend([card for card in self.row if card < FIRST_CURRENCY])
        hand.sort()
        if self.currency:
            self._others_gain()
        self._clear_row()
        self.phase = BUYING

    def _take_currency(self) -> None:
        """The active player gains the row's currency, the market its numbers (§4.3)."""
        gain = self.currency
        if not gain:
            raise ActionError("the row holds no currency card to take", "4.1")
        self.tokens[self.active] = min(MOST_TOKENS, self.tokens[self.active] + gain)
        self._numbers_to_market()
        self._end_turn()

    def _others_gain(self) -> None:
        """Every player but the active one gains C tokens, up to 10 (§4.2, §4.4, §4.5)."""
        gain = self.currency
        tokens = self.tokens
        kept = tokens[self.active]
        self.tokens = [min(MOST_TOKENS, held + gain) for held in tokens]
        self.tokens[self.active] = kept

    def _numbers_to_market(self) -> None:
        """All the row's number cards become the market's (§4.3, §4.5)."""
        self.market.extend([card for card in self.row if card < FIRST_CURRENCY])
        self.market.sort()

    def _clear_row(self) -> None:
        """The row's currency cards go to the discard (§4.6); its number cards have been moved."""
        if self.currency:
            self.discard.extend([card for card in self.row if card >= FIRST_CURRENCY])
            self.currency = 0
        self.row = []
        self.numbers = 0

    # §5 Buying

    def _in_buy_phase(self, seat: int, action: Action) -> None:
        """The player buys one card or passes (§5.1)."""
        if isinstance(action, Buy):
            self._buy(seat, action)
        elif action is not PASS:
            raise ActionError("in a buy phase a player buys one card or passes", "5.1")
        self._end_buying(seat)

    def _pay(self, seat: int, payment: Payment) -> None:
        """Tokens return to their supplies, cards go to the discard (§5.5)."""
        self.tokens[seat] -= payment.tokens
        self.busts[seat] -= payment.busts
        for card in payment.cards:
            self.hands[seat].remove(card)
            self.discard.append(card)

    def _refuse_pieces_not_held(self, seat: int, payment: Payment) -> None:
        """A payment is of one's own tokens, bust tokens and cards (§5.3)."""
        if not 0 <= payment.tokens <= self.tokens[seat]:
            raise ActionError("pays more tokens than held", "5.3")
        if not 0 <= payment.busts <= self.busts[seat]:
            raise ActionError("pays more bust tokens than held", "5.3")
        if not payment.cards:
            return
        hand = self.hands[seat]
        for card in set(payment.cards):
            if payment.cards.count(card) > hand.count(card):
                raise ActionError("pays a card that is not in the collection", "5.3")

    def _buy(self, seat: int, purchase: Buy) -> None:
        """Buy one card of the market (§5.1 to §5.6)."""
        card = purchase.card
        payment = purchase.payment
        if card not in self.market:
            raise ActionError("the market does not hold the card", "5.1")
        if card in self.hands[seat]:
            raise ActionError("an equal card is in the collection", "5.6")
        self._refuse_pieces_not_held(seat, payment)
        price = NUMBERS[card]
        if payment.value < price:
            raise ActionError("the payment falls short of the price", "5.4")
        smallest = 1 if payment.tokens or payment.cards else BUST_VALUE
        if payment.value - smallest >= price:
            raise ActionError("the payment holds a superfluous piece", "5.4")
        self._pay(seat, payment)
        self.market.remove(card)
        insort(self.hands[seat], card)

    def _end_buying(self, seat: int) -> None:
        """A buy phase ends the turn; the final ones go round the table (§4.2, §7.2)."""
        if self.phase is BUYING:
            self._end_turn()
        elif seat == self.active:
            self.to_move = None
        else:
            self.to_move = (seat + 1) % self.players

    # §6 Auctions

    def _in_auction(self, seat: int, action: Action) -> None:
        """The player offers or passes (§6.1)."""
        if action is PASS:
            self._next_bidder(seat, PASS)
        elif isinstance(action, Bid):
            self._offer(seat, action)
        else:
            raise ActionError("in an auction a player offers or passes", "6.1")

    def _open_auction(self, wild: Card) -> None:
        """Offer a wild, the left neighbour first; alone, a player meets the bank (§6.1, §9.2)."""
        self.wild = wild
        self.phase = AUCTION
        self.offers = []
        self.leader = None
        self.to_move = (self.active + 1) % self.players
        if self.players > 1:
            self.high = 0
        else:
            self.high = SOLO_BANK_FULL_WILD if wild == FULL_WILD else SOLO_BANK

    def _offer(self, seat: int, bid: Bid) -> None:
        """An offer must be above every earlier one (§6.2)."""
        payment = bid.payment
        self._refuse_pieces_not_held(seat, payment)
        value = payment.value
        if value <= self.high:
            raise ActionError("the offer is not above the bid to beat", "6.2")
        self.high = value
        self.leader = (seat, payment)
        self._next_bidder(seat, bid)

    def _next_bidder(self, seat: int, action: Plain | Bid) -> None:
        """Each acts once, the active player last (§6.1)."""
        self.offers.append((seat, action))
        if seat == self.active:
            self._close_auction()
        else:
            self.to_move = (seat + 1) % self.players

    def _close_auction(self) -> None:
        """The highest bidder pays and adds the wild; unsold it is discarded (§6.3, §6.4)."""
        wild = self.wild
        if wild is None:
            raise AssertionError("an auction has a wild on offer")
        if self.leader is None:
            self.discard.append(wild)
        else:
            winner, payment = self.leader
            self._pay(winner, payment)
            insort(self.hands[winner], wild)
        self.wild = None
        self.leader = None
        self.offers = []
        self.high = 0
        self.phase = DRAWING
        self.to_move = self.active
        if not self.deck and not self.row:
            self._end_turn()

    # §7 End

    def _end_turn(self) -> None:
        """The next player's turn, or after the last one the final buy phases (§7.1, §7.2, §9.1)."""
        self._clear_row()
        following = (self.active + 1) % self.players
        self.to_move = following
        if not self.deck or (self.players == 1 and self.turn + 1 == SOLO_TURNS):
            self.phase = FINAL
        else:
            self.phase = DRAWING
            self.turn += 1
            self.active = following
