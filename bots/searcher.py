"""searcher: plays auctions on in its mind, with decks that agree with what lies open.

Idea: the rules run inside the bot. What it may do is done to a copy of the match, and what the copy
is worth decides. Auctions are played on, rivals and all, until its own next turn, with a few
shuffled decks that are the same for every choice. A draw is weighed over all cards that may come.

Learn here: ``imagine``, ``State.copy`` and ``advance``, and a fixed number of play-outs from one's
own seed, so that a match can be repeated. It prices gaps and wilds as the counter does.
It misses: its rivals as they are. To it each has a purse of random size and a fixed mark to stop.
"""

from collections import Counter
from functools import cache, partial
from random import Random

import arena.bot as kit
from arena.bot import DRAW, NUMBERS, PASS, TAKE_CURRENCY, TAKE_NUMBERS, Bid, Phase

PLAY_OUTS = 5
OFFERS = 4
PURSE = (1.0, 10.0)
STOP_ABOVE = 5
TOKEN = 0.25
SPARE_CARD = 0.1
WILD_GROWS = 1.0
GAP = 0.7  # these four in points, as in the counter
COPY_COMES = 0.35
COLOURS = range(4)


class Bot:
    """Works with cards as the rules do: small numbers, ten to a colour; runs are sets of bits."""

    def __init__(self, match: kit.Match) -> None:
        self.table = match.deck or kit.standard_table(match.players)
        self.rng = Random(match.seed)

    def decide(self, view: kit.View) -> kit.Action:
        """Turn the view into a state, and choose there."""
        state = kit.imagine(view, self.table, self.rng)
        self.seat = view.seat
        about = Counter(state.deck + state.market)
        gaps = [
            [1 - (1 - COPY_COMES) ** about[10 * colour + rank] - GAP for rank in range(9)]
            for colour in COLOURS
        ]
        self.growth = WILD_GROWS * view.deck / sum(self.table.values())
        # What was worked out for one decision is of no use for the next, as gaps have changed.
        self.stretch = cache(partial(best_stretch, gaps))
        self.filled = cache(self.best_filled)
        self.promise = cache(self.best_promise)
        if state.phase is Phase.AUCTION:
            return self.offer(state, kit.legal(state))
        if state.phase is Phase.DRAW and self.should_draw(state):
            return DRAW
        return self.best(state)[1]

    def should_draw(self, state: kit.State) -> bool:
        """Whether the row is worth more, on average over the cards that may come, after a draw."""
        stop, _ = self.best(state)
        total = 0.0
        for card, copies in Counter(state.deck).items():
            drawn = state.copy()
            drawn.deck[-1] = card
            drawn.apply(DRAW)
            if drawn.phase is not Phase.AUCTION:
                worth = self.best(drawn)[0] if drawn.row else self.value(drawn, self.seat)
                total += copies * (worth - stop)
        return total > 0

    def best(self, state: kit.State) -> tuple[float, kit.Action]:
        """The first of the best actions but a draw, and what the match is worth after it."""
        best = float("-inf")
        choice: kit.Action = PASS
        for action in kit.legal(state):
            if action is not DRAW:
                after = state.copy()
                after.apply(action)
                worth = self.value(after, self.seat)
                if worth > best:
                    best, choice = worth, action
        return best, choice

    def offer(self, state: kit.State, choices: list[kit.Action]) -> kit.Action:
        """Pass, or one of a few offers from the lowest to the highest: what plays out best."""
        last = self.seat == state.active
        tried = choices[:2] if last else [PASS, *choices[1 :: 1 + len(choices) // OFFERS]]
        totals = [0.0] * len(tried)
        for _ in range(PLAY_OUTS):
            self.rng.shuffle(state.deck)
            purses = [self.rng.uniform(*PURSE) for _ in range(state.players)]
            for place, choice in enumerate(tried):
                totals[place] += self.play_out(state.copy(), choice, purses)
        return tried[totals.index(max(totals))]

    def play_out(self, state: kit.State, choice: kit.Action, purses: list[float]) -> float:
        """Play on until the own next turn: what the match is worth then."""
        end = state.turn + ((self.seat - state.active) % state.players or state.players)
        kit.advance(state, choice)
        while state.to_move is not None and state.turn < end:
            kit.advance(state, habit(state, purses[state.to_move]))
        return self.value(state, self.seat)

    def value(self, state: kit.State, seat: int) -> float:
        """What a seat's collection promises, and its money; at the end what it scores."""
        if state.phase is Phase.FINAL:
            return kit.points(state, seat) + state.tokens[seat] / 100
        promise = self.promise(tuple(state.hands[seat]))
        return promise + TOKEN * (state.tokens[seat] + 3 * state.busts[seat])

    def best_promise(self, hand: tuple[int, ...]) -> float:
        """The best stretches of the colours, each wild put where it helps most."""
        held = [0, 0, 0, 0]
        wilds = [card for card in hand if not NUMBERS[card]]
        for card in hand:
            if NUMBERS[card]:
                held[card // 10] |= 1 << NUMBERS[card]
        for wild in wilds:
            colours = COLOURS if wild >= 40 else [wild // 10]
            _, colour, more = max(self.filled(wild, colour, held[colour]) for colour in colours)
            held[colour] = more
        total = sum(map(self.stretch, COLOURS, held))
        return total + SPARE_CARD * len(hand) + self.growth * len(wilds)

    def best_filled(self, wild: int, colour: int, held: int) -> tuple[float, int, int]:
        """What a wild adds to a colour at most, the colour, and what it holds then."""
        numbers = [wild - 39] if 40 <= wild < 49 else range(1, 10)
        more = max((held | 1 << number for number in numbers), key=partial(self.stretch, colour))
        return self.stretch(colour, more) - self.stretch(colour, held), colour, more


def best_stretch(gaps: list[list[float]], colour: int, held: int) -> float:
    """The best stretch of a colour: a number held counts 1, a gap its own value."""
    best = current = 0.0
    for number, gap in enumerate(gaps[colour], 1):
        current = max(0.0, current + (1.0 if held >> number & 1 else gap))
        best = max(best, current)
    return best


def habit(state: kit.State, purse: float) -> kit.Action:
    """What anyone does in a play-out."""
    choices = kit.legal(state)
    if state.phase is Phase.DRAW:
        if state.deck and max(state.numbers - state.currency, state.currency) <= STOP_ABOVE:
            return DRAW
        return TAKE_NUMBERS if state.numbers > state.currency else TAKE_CURRENCY
    if state.phase is not Phase.AUCTION:
        return choices[-1]
    bids = [act for act in choices if isinstance(act, Bid) and act.payment.value <= purse]
    return (bids[0] if state.to_move == state.active else bids[-1]) if bids else PASS
