"""greedy: goes for the most points at once.

Idea: let the kit score one's own collection, with and without a card, and take what adds most.

Learn here: ``gain`` says what cards would add; ``read_action`` turns a text into an action with
its payment, so that prices can be compared.
It misses: the future. A red 6 beside a red 4 gains nothing now, so it is worth nothing to it.
"""

from arena.bot import Bid, View, gain, read_action

STOP_ABOVE = 5
TOKENS_PER_POINT = 4


def decide(view: View) -> str:
    """Answer what the phase asks for."""
    match view.phase:
        case "draw":
            return draw_or_stop(view)
        case "auction":
            return offer(view)
        case "buy" | "final":
            return purchase(view)


def draw_or_stop(view: View) -> str:
    """Draw to the middle of what is allowed, then take what counts more."""
    if "draw" in view.legal and view.net <= STOP_ABOVE and view.currency <= STOP_ABOVE:
        return "draw"
    numbers = [code for code in view.row if code[0] != "$"]
    if numbers and gain(view.hand, *numbers) >= view.currency / TOKENS_PER_POINT:
        return "take numbers"
    return "take currency" if view.currency else "take numbers"


def offer(view: View) -> str:
    """Make the lowest offer, if the wild gains enough points at once."""
    if view.auction and len(view.legal) > 1:
        lowest = read_action(view.legal[1])
        worth = TOKENS_PER_POINT * gain(view.hand, view.auction.card)
        if isinstance(lowest, Bid) and lowest.payment.value <= worth:
            return view.legal[1]
    return "pass"


def purchase(view: View) -> str:
    """Buy the card that gains most, at any price."""
    best, choice = 0, "pass"
    for action in view.legal[1:]:
        _buy, card, _payment = action.split(" ")
        points = gain(view.hand, card)
        if points > best:
            best, choice = points, action
    return choice
