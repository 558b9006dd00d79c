"""cautious: stops before the row can bust, and spends little.

Idea: a bust costs the whole row, so stop as soon as all but the rarest cards could be one. Wilds
and cards of the market are welcome when they are cheap.

Learn here: the phases of a view, and what stands in it (docs/protocol.md has the whole table).
It misses: what a card is worth to it. It takes numbers that add nothing and buys whatever is cheap.
"""

from arena.bot import View

SAFE = 10
FEARED_NUMBER = 7
"""There is only one 8 and one 9 of each colour; it takes its chance with them."""
FEARED_CURRENCY = 5
CHEAP_OFFER = 3
CHEAP_CARD = 4


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
    """Draw while that is harmless, else take numbers, or currency if there are none."""
    harmless = view.net + FEARED_NUMBER <= SAFE and view.currency + FEARED_CURRENCY <= SAFE
    if harmless and "draw" in view.legal:
        return "draw"
    return "take numbers" if "take numbers" in view.legal else "take currency"


def offer(view: View) -> str:
    """Make the lowest offer, unless the wild has become dear."""
    if view.auction and view.auction.high < CHEAP_OFFER and len(view.legal) > 1:
        return view.legal[1]
    return "pass"


def purchase(view: View) -> str:
    """Buy the first card that is cheap."""
    for action in view.legal[1:]:
        _buy, card, _payment = action.split(" ")
        if int(card[1]) <= CHEAP_CARD:
            return action
    return "pass"
