"""Speed of what is called most, beside its target: ``make bench``.

Every figure is processor time of one process, the best of several repeats. Targets hold for the
reference machine with nothing else to do. A table is printed; a missed target fails nothing.

    python -m tests.bench [SECTION ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from arena.games.ten.actions import DRAW, PASS, TAKE_CURRENCY, TAKE_NUMBERS, Action, Bid, Payment
from arena.games.ten.cards import CARDS, NUMBERS, Card, is_wild
from arena.games.ten.deck import standard_table
from arena.games.ten.game import TEN
from arena.games.ten.moves import legal
from arena.games.ten.scoring import score
from arena.games.ten.state import AUCTION, DRAWING, State

SEATS = 4
MATCHES = 200
REPEATS = 7
MID_GAME = 150
"""Actions into a match of four, about half of it."""

TOKEN_BIDS = [Bid(Payment(tokens)) for tokens in range(11)]

Chooser = Callable[[State, Random], Action]


class Speed(NamedTuple):
    """One line of the table. A rate shall be at least its target, a time at most."""

    what: str
    measured: float
    unit: str
    target: float | None = None

    def verdict(self) -> str:
        """Whether the target is met; empty without one."""
        if self.target is None:
            return ""
        is_rate = self.unit.endswith("/s")
        met = self.measured >= self.target if is_rate else self.measured <= self.target
        return "met" if met else "MISSED"


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The least processor time that the work took."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def microseconds(work: Callable[[], object], times: int) -> float:
    """The time of one call, from the best repeat of many calls."""

    def many() -> None:
        for _ in range(times):
            work()

    return seconds(many) / times * 1e6


def unlisted(state: State, random: Random) -> Action:
    """A random choice by a player who knows the rules and lists nothing."""
    if state.phase is DRAWING:
        if state.deck and random.random() < 0.6:
            return DRAW
        if state.numbers and (not state.currency or random.random() < 0.7):
            return TAKE_NUMBERS
        return TAKE_CURRENCY
    if state.phase is AUCTION and state.to_move is not None:
        highest = state.tokens[state.to_move]
        if state.high < highest and random.random() < 0.5:
            return TOKEN_BIDS[state.high + 1]
    return PASS


def listed(state: State, random: Random) -> Action:
    """A random choice from the list of legal actions."""
    actions = legal(state)
    return actions[int(random.random() * len(actions))]


def play(state: State, choose: Chooser, random: Random, most: int = sys.maxsize) -> int:
    """Play to the end, or ``most`` actions; how many actions there were."""
    forced = state.forced
    apply = state.apply
    made = 0
    while state.to_move is not None and made < most:
        apply(forced() or choose(state, random))
        made += 1
    return made


def action_rate(choose: Chooser) -> float:
    """Actions a second in whole matches, their deals included."""

    def matches() -> int:
        random = Random(2026)
        return sum(play(TEN.start(str(deal), SEATS), choose, random) for deal in range(MATCHES))

    return matches() / seconds(matches)


def mid_game() -> State:
    """A state about half-way through a match."""
    state = TEN.start("mid-game", SEATS)
    play(state, listed, Random(2026), most=MID_GAME)
    return state


def hands(numbers: int, wilds: int) -> list[list[Card]]:
    """400 hands drawn at random from the full deck, the same ones every time."""
    random = Random(f"{numbers}+{wilds}")
    cards = [CARDS[code] for code, copies in standard_table(SEATS).items() for _ in range(copies)]
    number_cards = [card for card in cards if NUMBERS[card]]
    wild_cards = [card for card in cards if is_wild(card)]
    return [
        random.sample(number_cards, numbers) + random.sample(wild_cards, wilds) for _ in range(400)
    ]


def scoring_time(numbers: int, wilds: int) -> float:
    """The mean time of scoring such hands, in microseconds."""
    drawn = hands(numbers, wilds)

    def score_all() -> None:
        for hand in drawn:
            score(hand)

    return seconds(score_all) / len(drawn) * 1e6


def longest_scoring_time(numbers: int, wilds: int) -> float:
    """The time of scoring the slowest of such hands, in microseconds."""
    return 1e6 * max(seconds(partial(score, hand), repeats=3) for hand in hands(numbers, wilds))


def game() -> Iterator[Speed]:
    """The game in process."""
    state = mid_game()
    yield Speed("random play, actions not listed", action_rate(unlisted), "actions/s", 600_000)
    yield Speed("random play, actions listed", action_rate(listed), "actions/s", 250_000)
    yield Speed("copying a state in mid-game", microseconds(state.copy, 5_000), "µs", 5)
    view = partial(TEN.view, state, 0, [])
    yield Speed("making the view of a seat in mid-game", microseconds(view, 2_000), "µs")


def scoring() -> Iterator[Speed]:
    """Scoring, from typical hands to hands of nothing but wilds."""
    yield Speed("scoring 15 number cards", scoring_time(15, 0), "µs", 100)
    yield Speed("scoring 13 number cards and 2 wilds", scoring_time(13, 2), "µs", 100)
    yield Speed("scoring 15 number cards and 4 wilds", scoring_time(15, 4), "µs", 100)
    yield Speed("scoring 5 number cards and 10 wilds", scoring_time(5, 10), "µs", 1_000)
    yield Speed("scoring 10 number cards and 18 wilds", scoring_time(10, 18), "µs", 1_000)
    yield Speed("... the slowest of 400 such hands", longest_scoring_time(10, 18), "µs", 5_000)


SECTIONS: dict[str, Callable[[], Iterator[Speed]]] = {"game": game, "scoring": scoring}


def line(speed: Speed) -> str:
    """A line of the table."""
    digits = 1 if speed.measured < 1_000 else 0
    target = "" if speed.target is None else f"{speed.target:,.0f}"
    columns = f"{speed.what:<40}{speed.measured:>14,.{digits}f}{target:>12} {speed.unit:<10}"
    return f"{columns}{speed.verdict()}".rstrip()


def main(sections: list[str]) -> None:
    """Measure and print, line by line."""
    sys.stdout.write(f"{'':<40}{'measured':>14}{'target':>12}\n")
    for section in sections or SECTIONS:
        for speed in SECTIONS[section]():
            sys.stdout.write(line(speed) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
