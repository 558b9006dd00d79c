"""Speed of what is called most, beside its target: ``make bench``.

Every figure is the best of several repeats; of game and scoring it is processor time of one
process. Under figures of processes, memory and commands stand baselines of the same run, each with
how many times as much the figure above is. Targets hold for the reference machine with nothing else
to do. A table is printed; a missed target fails nothing.

    python -m tests.bench [SECTION ...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from arena.games.ten.actions import DRAW, PASS, TAKE_CURRENCY, TAKE_NUMBERS, Action, Bid, Payment
from arena.games.ten.cards import CARDS, NUMBERS, Card, is_wild
from arena.games.ten.deck import standard_table
from arena.games.ten.game import TEN
from arena.games.ten.moves import legal
from arena.games.ten.scoring import score
from arena.games.ten.state import AUCTION, DRAWING, State
from tests.bench_league import league
from tests.bench_match import match_path
from tests.bench_speed import Speed, microseconds, seconds

SEATS = 4
MATCHES = 200
MID_GAME = 150
"""Actions into a match of four, about half of it."""

TOKEN_BIDS = [Bid(Payment(tokens)) for tokens in range(11)]

Chooser = Callable[[State, Random], Action]


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


SECTIONS: dict[str, Callable[[], Iterator[Speed]]] = {
    "game": game,
    "scoring": scoring,
    "match": match_path,
    "league": league,
}


def main(sections: list[str]) -> None:
    """Measure and print, line by line."""
    sys.stdout.write(f"{'':<54}{'measured':>12}{'target':>10}\n")
    for section in sections or SECTIONS:
        for speed in SECTIONS[section]():
            sys.stdout.write(speed.line() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
