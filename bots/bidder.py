"""bidder: prices wilds, and offers what its rivals cannot or will not.

Idea: a wild is worth what it gains at once, and more the longer the match still goes, since it
moves to wherever it serves best. Everybody makes one offer only: so offer the full price while
rivals are still to come, no more than they could ever pay, and the lowest offer when last.

Learn here: who acts after oneself in an auction, and ``wealth``, the most that a rival can offer.
It misses: the deck. It stops at a fixed mark, whatever cards are left.
"""

from arena.bot import Bid, Match, View, gain, read_action, standard_table, wealth

STOP_ABOVE = 5
TOKENS_PER_POINT = 4
GAP_AT_FIRST = 0.3
SPARE_CARD = 0.15
"""What any card is worth in points, since it can be paid with."""
WILD_GROWS = 1.0
"""What a wild is worth in points beyond its gain at once, on the first turn."""


class Bot:
    """Knows how many cards the deck had; everything else stands in each view."""

    def __init__(self, match: Match) -> None:
        self.cards = sum((match.deck or standard_table(match.players)).values())

    def decide(self, view: View) -> str:
        """Answer what the phase asks for."""
        self.left = view.deck / self.cards
        match view.phase:
            case "draw":
                return self.draw_or_stop(view)
            case "auction":
                return self.offer(view)
            case "buy" | "final":
                return self.purchase(view)

    def offer(self, view: View) -> str:
        """The lowest offer that no rival can beat, or the highest that the wild is worth."""
        if view.auction is None:
            return "pass"
        worth = gain(view.hand, view.auction.card) + WILD_GROWS * self.left
        threat = self.threat(view)
        choice = "pass"
        for action in view.legal[1:]:
            offer = read_action(action)
            if not isinstance(offer, Bid) or offer.payment.value > TOKENS_PER_POINT * worth:
                break
            choice = action
            if offer.payment.value >= threat:
                break
        return choice

    def threat(self, view: View) -> int:
        """The most that anyone still to act in this auction could offer."""
        seats = len(view.players)
        followers = (view.active - view.seat) % seats
        rivals = [view.players[(view.seat + step) % seats] for step in range(1, followers + 1)]
        return max(map(wealth, rivals), default=0)

    def draw_or_stop(self, view: View) -> str:
        """Draw to the middle of what is allowed, then take what promises more."""
        if "draw" in view.legal and view.net <= STOP_ABOVE and view.currency <= STOP_ABOVE:
            return "draw"
        numbers = [code for code in view.row if code[0] != "$"]
        worth = self.worth(view.hand, numbers) + SPARE_CARD * len(numbers)
        if numbers and worth >= view.currency / TOKENS_PER_POINT:
            return "take numbers"
        return "take currency" if view.currency else "take numbers"

    def purchase(self, view: View) -> str:
        """Buy what promises most beyond its price; at the very end money has no other use."""
        best, choice = 0.0, "pass"
        for action in view.legal[1:]:
            _buy, card, _payment = action.split(" ")
            price = int(card[1]) / TOKENS_PER_POINT if view.phase == "buy" else 0.0
            surplus = self.worth(view.hand, [card]) - price
            if surplus > best:
                best, choice = surplus, action
        return choice

    def worth(self, hand: list[str], added: list[str]) -> float:
        """What cards add to the promise of a collection, in points."""
        return self.promise([*hand, *added]) - self.promise(hand)

    def promise(self, hand: list[str]) -> float:
        """The best stretches of the four colours together, as the collector values them."""
        held = set(hand)
        gap = 1 - (1 - GAP_AT_FIRST) * self.left
        total = 0.0
        for colour in "RBOG":
            best = current = 0.0
            for number in "123456789":
                current = max(0.0, current + (1.0 if colour + number in held else -gap))
                best = max(best, current)
            total += best
        return total
