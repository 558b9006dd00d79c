"""searcher: plays auctions on in its mind, with decks that agree with what lies open.

Idea: the rules run inside the bot. What it may do is done to a copy of the match, and what the copy
is worth decides. Auctions are played on, rivals and all, until its own next turn, with a few
shuffled decks that are the same for every choice. A draw is weighed over all cards that may come.

Learn here: ``imagine``, ``State.copy`` and ``advance``; a fixed number of play-outs from one's own
seed, so that a match can be repeated.
It misses: its rivals as they are. To it each has a purse of random size and a fixed mark to stop.
"""

from collections import Counter
from operator import itemgetter
from random import Random

import arena.bot as kit
from arena.bot import CODES, DRAW, NUMBERS, PASS, TAKE_CURRENCY, TAKE_NUMBERS, Phase

PLAY_OUTS = 5
OFFERS = 4  # so many, or one more, from the lowest to the highest
STOP_ABOVE = 5
PURSE = (1, 10)
TOKEN = 0.25  # this and all below: points
BUST_TOKEN = 3 * TOKEN
SPARE_CARD = 0.1
WILD_GROWS = 1.0
RIVAL_POINT = 0.33
COPY_COMES = 0.35  # the chance to get one particular card that is still about
GAP = 0.7
COLOURS = range(4)
FITS = {
    wild: [
        (colour, 1 << number)
        for colour in COLOURS
        for number in range(1, 10)
        if code[0] in ("W", "RBOG"[colour]) and code[1] in ("#", str(number))
    ]
    for wild, code in enumerate(CODES)
    if kit.is_wild(wild)
}


class Bot:
    """Works with cards as the rules do: small numbers, ten to a colour; runs are sets of bits."""

    def __init__(self, match: kit.Match) -> None:
        self.table = match.deck or kit.standard_table(match.players)
        self.cards = sum(self.table.values())
        self.rng = Random(match.seed)

    def decide(self, view: kit.View) -> kit.Action:
        """Turn the view into a state, and choose there."""
        state = kit.imagine(view, self.table, self.rng)
        self.seat = view.seat
        self.value_gaps(state)
        if state.phase is Phase.DRAW:
            return self.draw_or_stop(state)
        if state.phase is Phase.AUCTION:
            return self.offer(state)
        return max(kit.legal(state), key=lambda choice: self.after(state, choice))

    def draw_or_stop(self, state: kit.State) -> kit.Action:
        """Draw if that is better on average over all cards than the better reward."""
        now, reward = self.best_reward(state)
        drawn = 0.0
        for card, copies in Counter(state.deck).items():
            after = state.copy()
            after.deck[-1] = card
            after.apply(DRAW)
            if after.row and after.phase is Phase.DRAW:
                drawn += copies * self.best_reward(after)[0]
            else:
                drawn += copies * (now if after.row else self.value(after, self.seat))
        return DRAW if drawn > now * len(state.deck) else reward

    def best_reward(self, state: kit.State) -> tuple[float, kit.Action]:
        """The better reward of the row, and before it what the match is worth then."""
        rewards = [action for action in kit.legal(state) if action is not DRAW]
        return max(((self.after(state, reward), reward) for reward in rewards), key=itemgetter(0))

    def after(self, state: kit.State, action: kit.Action) -> float:
        """What the match is worth after an action."""
        copy = state.copy()
        copy.apply(action)
        return self.value(copy, self.seat)

    def offer(self, state: kit.State) -> kit.Action:
        """Pass, or one of a few offers from the lowest to the highest: what plays out best."""
        listed = kit.legal(state)
        if self.seat == state.active:
            choices = listed[:2]
        else:
            choices = [PASS, *listed[1 :: 1 + len(listed) // OFFERS]]
        totals = [0.0] * len(choices)
        for _ in range(PLAY_OUTS):
            self.rng.shuffle(state.deck)
            purses = [self.rng.uniform(*PURSE) for _ in range(state.players)]
            for place, choice in enumerate(choices):
                totals[place] += self.play_out(state.copy(), choice, purses)
        return choices[totals.index(max(totals))]

    def play_out(self, state: kit.State, choice: kit.Action, purses: list[float]) -> float:
        """Play on until the own next turn: what the match is worth then, rivals counted off."""
        turns = (self.seat - state.active) % state.players or state.players
        end = state.turn + turns
        kit.advance(state, choice)
        while state.to_move is not None and state.turn < end:
            kit.advance(state, habit(state, purses[state.to_move]))
        values = [self.value(state, seat) for seat in range(state.players)]
        own = values.pop(self.seat)
        return own - RIVAL_POINT * sum(values)

    def value(self, state: kit.State, seat: int) -> float:
        """What a seat's collection promises, and its money; at the end what it scores."""
        tokens, busts = state.tokens[seat], state.busts[seat]
        if state.phase is Phase.FINAL:
            return kit.points(state, seat) + tokens / 100
        hand = tuple(state.hands[seat])
        if hand not in self.promises:
            self.promises[hand] = self.promise(hand)
        return self.promises[hand] + TOKEN * tokens + BUST_TOKEN * busts

    def promise(self, hand: tuple[int, ...]) -> float:
        """The best stretches of the colours, each wild put where it helps most."""
        held = [0, 0, 0, 0]
        for card in filter(NUMBERS.__getitem__, hand):
            held[card // 10] |= 1 << NUMBERS[card]
        wilds = list(filter(kit.is_wild, hand))
        stretch = self.stretch
        for wild in wilds:
            best, place, filled = 0.0, 0, held[0]
            for colour, bit in FITS[wild]:
                grown = held[colour] | bit
                more = stretch(colour, grown) - stretch(colour, held[colour])
                if more > best:
                    best, place, filled = more, colour, grown
            held[place] = filled
        return sum(map(stretch, COLOURS, held)) + SPARE_CARD * len(hand) + self.growth * len(wilds)

    def stretch(self, colour: int, held: int) -> float:
        """The best stretch of a colour: a number held counts 1, a gap its own value."""
        known = self.stretches[colour]
        if held not in known:
            best = current = 0.0
            for number, gap in enumerate(self.gaps[colour], 1):
                current = max(0.0, current + (1.0 if held >> number & 1 else gap))
                best = max(best, current)
            known[held] = best
        return known[held]

    def value_gaps(self, state: kit.State) -> None:
        """A gap costs much when few copies of its card are about; forget what depended on it."""
        about = Counter(state.deck + state.market)
        self.gaps = [
            [1 - (1 - COPY_COMES) ** about[10 * colour + rank] - GAP for rank in range(9)]
            for colour in COLOURS
        ]
        self.growth = WILD_GROWS * len(state.deck) / self.cards
        self.stretches: list[dict[int, float]] = [{} for _ in COLOURS]
        self.promises: dict[tuple[int, ...], float] = {}


def habit(state: kit.State, purse: float) -> kit.Action:
    """What anyone does in a play-out."""
    choices = kit.legal(state)
    if state.phase is Phase.DRAW:
        if state.deck and max(state.numbers - state.currency, state.currency) <= STOP_ABOVE:
            return DRAW
        return TAKE_NUMBERS if state.numbers > state.currency else TAKE_CURRENCY
    if state.phase is not Phase.AUCTION:
        return choices[-1]
    bids = [bid for bid in choices if isinstance(bid, kit.Bid) and bid.payment.value <= purse]
    if not bids:
        return PASS
    return bids[0] if state.to_move == state.active else bids[-1]
