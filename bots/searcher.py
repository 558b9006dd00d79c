"""searcher: plays auctions on in its mind, with decks that agree with what lies open.

Idea: the rules run inside the bot. What it may do is done to a copy of the match, and what the copy
is worth decides. Auctions are played on, rivals and all, until its own next turn, with a few
shuffled decks that are the same for every choice. A draw is weighed over all cards that may come.

Learn here: ``imagine``, ``State.copy`` and ``advance``, and a fixed number of play-outs from one's
own seed, so that a match can be repeated. It prices gaps and wilds as the counter does.
It misses: its rivals as they are. To it each has a purse of random size and a fixed mark to stop.
"""

from collections import Counter
from random import Random

import arena.bot as kit
from arena.bot import DRAW, NUMBERS, PASS, TAKE_CURRENCY, TAKE_NUMBERS, Bid, Phase

PLAY_OUTS = 5
OFFERS = 4
PURSE = (1, 10)
STOP_ABOVE = 5
HARMLESS = 2
TOKEN, SPARE_CARD, WILD_GROWS, GAP = 0.25, 0.1, 1.0, 0.7
"""In points, as in the counter."""
COPY_COMES = 0.35
RIVAL = 0.33  # of its own points that one point of a rival outweighs
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
        self.gaps = [
            [1 - (1 - COPY_COMES) ** about[10 * colour + rank] - GAP for rank in range(9)]
            for colour in COLOURS
        ]
        self.growth = WILD_GROWS * view.deck / sum(self.table.values())
        self.stretches: list[dict[int, float]] = [{} for _ in COLOURS]
        self.promises: dict[tuple[int, ...], float] = {}
        choices = kit.legal(state)
        if state.phase is Phase.AUCTION:
            return self.offer(state, choices)
        if choices[0] is DRAW and self.should_draw(state):
            return DRAW
        others = [act for act in choices if act is not DRAW]
        return max(others, key=lambda act: self.after(state, act))

    def should_draw(self, state: kit.State) -> bool:
        """Whether the row is worth more, on average over the cards that may come, after a draw."""
        if max(state.numbers - state.currency, state.currency) <= HARMLESS:
            return True
        stop = self.best_reward(state)
        total = 0.0
        for card, copies in Counter(state.deck).items():
            drawn = state.copy()
            drawn.deck[-1] = card
            drawn.apply(DRAW)
            if drawn.phase is Phase.AUCTION:
                total += copies * stop
            elif drawn.row:
                total += copies * self.best_reward(drawn)
            else:
                total += copies * self.value(drawn, self.seat)
        return total > stop * len(state.deck)

    def best_reward(self, state: kit.State) -> float:
        """What the match is worth with the better reward of the row taken."""
        return max(self.after(state, act) for act in kit.legal(state) if act is not DRAW)

    def after(self, state: kit.State, action: kit.Action) -> float:
        """What the match is worth after an action."""
        copy = state.copy()
        copy.apply(action)
        return self.value(copy, self.seat)

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
        """Play on until the own next turn: what the match is worth then, rivals counted off."""
        turns = (self.seat - state.active) % state.players or state.players
        end = state.turn + turns
        kit.advance(state, choice)
        while state.to_move is not None and state.turn < end:
            kit.advance(state, habit(state, purses[state.to_move]))
        values = [self.value(state, seat) for seat in range(state.players)]
        return values.pop(self.seat) - RIVAL * sum(values)

    def value(self, state: kit.State, seat: int) -> float:
        """What a seat's collection promises, and its money; at the end what it scores."""
        if state.phase is Phase.FINAL:
            return kit.points(state, seat) + state.tokens[seat] / 100
        hand = tuple(state.hands[seat])
        if hand not in self.promises:
            self.promises[hand] = self.promise(hand)
        return self.promises[hand] + TOKEN * (state.tokens[seat] + 3 * state.busts[seat])

    def promise(self, hand: tuple[int, ...]) -> float:
        """The best stretches of the colours, each wild put where it helps most."""
        held = [0, 0, 0, 0]
        wilds = [card for card in hand if not NUMBERS[card]]
        for card in hand:
            if NUMBERS[card]:
                held[card // 10] |= 1 << NUMBERS[card]
        for wild in wilds:
            best, place, bits = 0.0, 0, held[0]
            for colour, number in FITS[wild]:
                more = held[colour] | 1 << number
                gained = self.stretch(colour, more) - self.stretch(colour, held[colour])
                if gained > best:
                    best, place, bits = gained, colour, more
            held[place] = bits
        total = sum(map(self.stretch, COLOURS, held))
        return total + SPARE_CARD * len(hand) + self.growth * len(wilds)

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


def habit(state: kit.State, purse: float) -> kit.Action:
    """What anyone does in a play-out."""
    choices = kit.legal(state)
    match state.phase:
        case Phase.DRAW:
            if state.deck and max(state.numbers - state.currency, state.currency) <= STOP_ABOVE:
                return DRAW
            return TAKE_NUMBERS if state.numbers > state.currency else TAKE_CURRENCY
        case Phase.AUCTION:
            bids = [act for act in choices if isinstance(act, Bid) and act.payment.value <= purse]
            if not bids:
                return PASS
            return bids[0] if state.to_move == state.active else bids[-1]
        case Phase.BUY | Phase.FINAL:
            return choices[-1]


def fits(wild: int) -> list[tuple[int, int]]:
    """The colours and numbers that a wild may stand for."""
    colours = COLOURS if wild >= 40 else [wild // 10]
    numbers = [wild - 39] if 40 <= wild < 49 else range(1, 10)
    return [(colour, number) for colour in colours for number in numbers]


FITS = {card: fits(card) for card in kit.CARDS.values() if kit.is_wild(card)}
