"""Three other ways to score a collection (ten-1 §8), each plain and slow, for comparison.

None of them shares an idea with ``arena.games.ten.scoring`` but the rules: one tries every
assignment, one matches the wilds piece by piece, one goes through the numbers from 1 to 9.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

COLOURS = "RBOG"
NUMBERS = "123456789"
Spot = tuple[str, str]
"""A colour and a number."""
Run = tuple[int, list[Spot]]
"""The points of a run, and the spots of it that are not held."""

RUNS = [
    (last - first + 1 + (last - first == 8), NUMBERS[first : last + 1])
    for first in range(9)
    for last in range(first, 9)
]
"""Every run of at least one card: its points and its numbers."""


def spots(wild: str) -> list[Spot]:
    """What a wild may stand for (§8.3)."""
    family, mark = wild[0], wild[1]
    return [
        (colour, number)
        for colour, number in product(COLOURS, NUMBERS)
        if family in ("W", colour) and mark in ("#", number)
    ]


def is_wild(code: str) -> bool:
    return code[0] == "W" or code[1] == "#"


@cache
def longest(numbers: str) -> int:
    """The points of one colour that holds these numbers and no wild (§8.1, §8.2)."""
    return max((value for value, run in RUNS if set(run) <= set(numbers)), default=0)


def points(held: frozenset[Spot]) -> int:
    """The points of cards without wilds."""
    return sum(
        longest("".join(number for number in NUMBERS if (colour, number) in held))
        for colour in COLOURS
    )


def by_trying_everything(hand: Sequence[str]) -> int:
    """Each wild in turn stands for each of its spots that is free, or for nothing."""
    reached = {frozenset((code[0], code[1]) for code in hand if not is_wild(code))}
    for wild in filter(is_wild, hand):
        reached |= {held | {spot} for held in reached for spot in spots(wild)}
    return max(map(points, reached))


def by_matching(hand: Sequence[str]) -> int:
    """The highest total for which runs can be chosen and their gaps be matched with wilds."""
    held = {(code[0], code[1]) for code in hand if not is_wild(code)}
    allowed = [set(spots(code)) for code in hand if is_wild(code)]
    runs = [
        [
            (value, gaps)
            for value, numbers in [(0, ""), *RUNS]
            if _is_matched(
                gaps := [(colour, n) for n in numbers if (colour, n) not in held], allowed
            )
        ]
        for colour in COLOURS
    ]
    return next(t for t in range(_most(runs), -1, -1) if _is_possible(t, runs, [], allowed))


def _most(runs: Sequence[Sequence[Run]]) -> int:
    return sum(max(value for value, _ in choices) for choices in runs)


def _is_possible(
    total: int, runs: Sequence[Sequence[Run]], gaps: list[Spot], allowed: Sequence[set[Spot]]
) -> bool:
    """Whether a run of each colour gives the total, their gaps and those before being matched."""
    if not runs:
        return total == 0
    choices, *others = runs
    least = total - _most(others)
    return any(
        least <= value <= total
        and _is_matched(gaps + more, allowed)
        and _is_possible(total - value, others, gaps + more, allowed)
        for value, more in choices
    )


def _is_matched(gaps: Sequence[Spot], allowed: Sequence[set[Spot]]) -> bool:
    """Whether every gap finds a wild of its own, by augmenting paths."""
    gap_of: dict[int, Spot] = {}

    def find(gap: Spot, tried: set[int]) -> bool:
        for wild, spots_of_wild in enumerate(allowed):
            if gap in spots_of_wild and wild not in tried:
                tried.add(wild)
                if wild not in gap_of or find(gap_of[wild], tried):
                    gap_of[wild] = gap
                    return True
        return False

    return len(gaps) <= len(allowed) and all(find(gap, set()) for gap in gaps)


BEFORE, RUNNING, RUNNING_SINCE_1, AFTER = range(4)


def by_number(hand: Sequence[str]) -> int:
    """From 1 to 9, decide for each colour whether its run goes on, and who fills the gaps.

    Fast as long as there are few suit wilds and full wilds.
    """
    counts = Counter(hand)

    @cache
    def most(number: int, phases: tuple[int, ...], suits: tuple[int, ...], full: int) -> int:
        if number == 10:
            return phases.count(RUNNING_SINCE_1)
        best = 0
        for following in product(*(_following(phase, number) for phase in phases)):
            running = [phase in (RUNNING, RUNNING_SINCE_1) for phase in following]
            gaps = [
                colour
                for colour in range(4)
                if running[colour] and not counts[f"{COLOURS[colour]}{number}"]
            ]
            for left_suits, left_full in _filled(gaps, counts[f"W{number}"], suits, full):
                best = max(best, sum(running) + most(number + 1, following, left_suits, left_full))
        return best

    return most(1, (BEFORE,) * 4, tuple(counts[f"{colour}#"] for colour in COLOURS), counts["W#"])


def _following(phase: int, number: int) -> tuple[int, ...]:
    match phase:
        case 0:
            return (BEFORE, RUNNING_SINCE_1 if number == 1 else RUNNING)
        case 1 | 2:
            return (phase, AFTER)
        case _:
            return (AFTER,)


def _filled(
    gaps: Sequence[int], numbered: int, suits: tuple[int, ...], full: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The suit wilds and full wilds left after each way to fill gaps of one number."""
    if not gaps:
        yield suits, full
        return
    first, *others = gaps
    if numbered:
        yield from _filled(others, numbered - 1, suits, full)
    if suits[first]:
        fewer = (*suits[:first], suits[first] - 1, *suits[first + 1 :])
        yield from _filled(others, numbered, fewer, full)
    if full:
        yield from _filled(others, numbered, suits, full - 1)
