"""random: any listed action, each as likely as the others.

Idea: none. It is the yardstick that every other bot must beat.

Learn here: a bot may be one function, and ``view.legal`` lists actions that can be answered as
they stand. The arena seeds ``random`` for each match and seat, so a match can be repeated.
It misses: everything.
"""

import random

from arena.bot import View


def decide(view: View) -> str:
    """Pick one of the listed actions blindly."""
    return random.choice(view.legal)
