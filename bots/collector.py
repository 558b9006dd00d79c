"""collector: values runs that may still come.

Idea: a red 4 and a red 6 are nearly a run of three. So a colour is worth its best stretch of
numbers, where a number held counts 1 and a gap costs something: little while most of the deck is
still to come, a whole point at the end, when a stretch with gaps is no run at all.

Learn here: a class ``Bot`` is made anew for every match and may look at ``match``.
It misses: wilds. It pays for what they gain at once, though they fill later gaps as well.
"""

from arena.bot import Bid, Match, View, gain, read_action, standard_table

STOP_ABOVE = 5
TOKENS_PER_POINT = 5
GAP_AT_FIRST = 0.3
SPARE_CARD = 0.15
"""What any card is worth in points, since it can be paid with."""


class Bot:
    """Knows how many cards the deck had; everything else stands in each view."""

    def __init__(self, match: Match) -> None:
        self.cards = sum((match.deck or standard_table(match.players)).values())

    def decide(self, view: View) -> str:
        """Answer what the phase asks for."""
        self.gap = 1 - (1 - GAP_AT_FIRST) * view.deck / self.cards
        match view.phase:
            case "draw":
                return self.draw_or_stop(view)
            case "auction":
                return self.offer(view)
            case "buy" | "final":
                return self.purchase(view)

    def draw_or_stop(self, view: View) -> str:
        """Draw to the middle of what is allowed, then take what promises more."""
        if "draw" in view.legal and view.net <= STOP_ABOVE and view.currency <= STOP_ABOVE:
            return "draw"
        numbers = [code for code in view.row if code[0] != "$"]
        worth = self.worth(view.hand, numbers) + SPARE_CARD * len(numbers)
        if numbers and worth >= view.currency / TOKENS_PER_POINT:
            return "take numbers"
        return "take currency" if view.currency else "take numbers"

    def offer(self, view: View) -> str:
        """Make the lowest offer, if the wild gains enough points at once."""
        if view.auction and len(view.legal) > 1:
            lowest = read_action(view.legal[1])
            worth = TOKENS_PER_POINT * gain(view.hand, view.auction.card)
            if isinstance(lowest, Bid) and lowest.payment.value <= worth:
                return view.legal[1]
        return "pass"

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
        """The best stretches of the four colours together."""
        return sum(self.stretch(colour, set(hand)) for colour in "RBOG")

    def stretch(self, colour: str, held: set[str]) -> float:
        """The best stretch of a colour: each card held counts 1, each gap between takes away."""
        best = current = 0.0
        for number in "123456789":
            current = max(0.0, current + (1.0 if colour + number in held else -self.gap))
            best = max(best, current)
        return best
