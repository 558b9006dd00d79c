"""counter: knows what is left in the deck, and weighs every card that may come next.

Idea: all that was drawn lies open, so the deck's composition is known though its order is not.
Draw again if the row is worth more on average over all cards that may come, busts included, than
it is now. And a gap in a run costs little while copies of its card are about, much when none is.

Learn here: ``unseen``, an expected value one step ahead, and what a bust pays: a bust token.
It misses: what rivals will offer, and paying with cards that will never score.
"""

from collections import Counter

from arena.bot import Bid, Match, View, gain, read_action, standard_table, unseen, wealth

TOKENS_PER_POINT = 4
SPARE_CARD = 0.1
"""What any card is worth as a means of payment, in points."""
COPY_COMES = 0.35
"""The chance to get hold of one particular card that is still about."""
GAP = 0.7
"""What a gap takes from a run, in points, before the chance to fill it."""
WILD_GROWS = 1.0
"""What a wild bought on the first turn is worth beyond its gain at once."""
BUST_TOKEN = 0.7
SAFE = 10
COLOURS = "RBOG"


class Bot:
    """Keeps the deck's table; everything else is computed anew from each view."""

    def __init__(self, match: Match) -> None:
        self.table = match.deck or standard_table(match.players)

    def decide(self, view: View) -> str:
        """Look at what is left, then do what the phase asks for."""
        self.view = view
        self.left = unseen(view, self.table)
        self.gaps = self.value_of_gaps()
        self.promises: dict[tuple[str, frozenset[str]], float] = {}
        match view.phase:
            case "draw":
                return self.draw()
            case "auction":
                return self.offer()
            case _:
                return self.purchase()

    def draw(self) -> str:
        """Draw if that is better on average than the better reward of the row as it is."""
        view = self.view
        numbers = [code for code in view.row if code[0] != "$"]
        now, reward = self.best_reward(numbers, view.currency)
        if "draw" not in view.legal:
            return reward
        total = 0.0
        for code, copies in self.left.items():
            total += copies * self.after(code, numbers, now)
        return "draw" if total > now * view.deck else reward

    def after(self, code: str, numbers: list[str], now: float) -> float:
        """What the row is worth with one more card."""
        if code[0] == "W" or code[1] == "#":
            return now
        face = int(code[1])
        currency = self.view.currency
        if code[0] == "$":
            bust = currency + face > SAFE
            return BUST_TOKEN if bust else self.best_reward(numbers, currency + face)[0]
        bust = self.view.net + face > SAFE
        return BUST_TOKEN if bust else self.best_reward([*numbers, code], currency)[0]

    def best_reward(self, numbers: list[str], currency: int) -> tuple[float, str]:
        """The better of the two rewards in points, and its action."""
        tokens = min(10 - self.view.me.tokens, currency)
        rewards = []
        if numbers:
            rewards.append((self.worth(numbers) + SPARE_CARD * len(numbers), "take numbers"))
        if currency:
            rewards.append((tokens / TOKENS_PER_POINT, "take currency"))
        return max(rewards)

    def offer(self) -> str:
        """As high as the wild is worth while others follow, but not above what they have."""
        view = self.view
        if view.auction is None:
            return "pass"
        share_left = view.deck / sum(self.table.values())
        limit = TOKENS_PER_POINT * (gain(view.hand, view.auction.card) + WILD_GROWS * share_left)
        seats = len(view.players)
        followers = (view.active - view.seat) % seats
        threat = max(
            (wealth(view.players[(view.seat + k) % seats]) for k in range(1, followers + 1)),
            default=0,
        )
        best = "pass"
        for text in view.legal[1:]:
            bid = read_action(text)
            if not isinstance(bid, Bid) or bid.payment.value > limit:
                break
            best = text
            if bid.payment.value >= threat:
                break
        return best

    def purchase(self) -> str:
        """The card that is worth most beyond its price; at the very end money has no other use."""
        best, choice = 0.0, "pass"
        for text in self.view.legal[1:]:
            code = text.split()[1]
            price = int(code[1]) / TOKENS_PER_POINT if self.view.phase == "buy" else 0.0
            if self.worth([code]) - price > best:
                best, choice = self.worth([code]) - price, text
        return choice

    def value_of_gaps(self) -> dict[str, float]:
        """By card: what not having it counts within a run."""
        about = Counter(self.left)
        about.update(self.view.market)
        return {
            c + n: 1 - (1 - COPY_COMES) ** about[c + n] - GAP for c in COLOURS for n in "123456789"
        }

    def worth(self, added: list[str]) -> float:
        """What cards add to the promise of the collection, in points."""
        hand = self.view.hand
        total = 0.0
        for colour in sorted({code[0] for code in added}):
            old = frozenset(code for code in hand if code[0] == colour)
            new = old.union(code for code in added if code[0] == colour)
            total += self.promise(colour, new) - self.promise(colour, old)
        return total

    def promise(self, colour: str, held: frozenset[str]) -> float:
        """The best stretch of a colour: a card held counts 1, a gap its own value."""
        key = (colour, held)
        if key not in self.promises:
            best = stretch = 0.0
            for number in "123456789":
                code = colour + number
                stretch = max(0.0, stretch + (1.0 if code in held else self.gaps[code]))
                best = max(best, stretch)
            self.promises[key] = best
        return self.promises[key]
