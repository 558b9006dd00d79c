"""Scoring: the longest runs, with the best assignment of wilds (ten-1 §8).

A hand's runs are chosen colour by colour. A choice is an interval of numbers; the numbers of it
that the hand lacks are its gaps, and wilds fill them. Whether the wilds suffice for a set of
intervals follows from Hall's theorem, so nothing is ever assigned piece by piece:

A gap of colour c and number n is filled by a suit wild of c, a numbered wild of n, or a full
wild. The full wilds needed are the greatest value, over all sets A of colours, of

    sum over n of max(0, gaps of A at n - numbered wilds of n) - suit wilds of A

(for a fixed A the best set of numbers is found number by number). The sum is the gaps of A less
the numbered wilds that find one of them, which at n are the smaller one of two counts. Such
counts are kept as *levels*: one integer with nine bits, one a number, for "at least once", the
next nine for "at least twice", and so on up to four, as there are four colours. The smaller
counts are then what two integers have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import add
from typing import NamedTuple, TypeAlias

from arena.games.ten.cards import COLOURS, FULL_WILD, NUMBERED_WILD, RANKS, Card

COMPLETE = 0b111111111
PER_COLOUR = 10
SUIT_WILD = 9
LEVEL_BITS = len(RANKS)
FIRST_LEVELS = 1 | 1 << LEVEL_BITS | 1 << 2 * LEVEL_BITS
"""Times a bit set of numbers: that set on each level from which a count can still rise."""

Choice: TypeAlias = tuple[int, int, int]
"""A run that needs shared wilds, numbered or full ones: what it brings more than the best one
with suit wilds alone; how many gaps these leave open; all its gaps as a bit set."""

Group: TypeAlias = tuple[int, int]
"""A set A of colours: its gaps less its suit wilds; the levels of its gaps."""


class Run(NamedTuple):
    """An interval that a colour may score: its points (§8.1, §8.2) and its gaps as a bit set."""

    points: int
    gaps: int


class _Colour(NamedTuple):
    """A colour for which shared wilds can gain something; the most gainful choice comes first."""

    choices: list[Choice]
    has_suit_wilds: bool
    lacks: int


def score(hand: Iterable[Card]) -> int:
    """The points of a collection under the best assignment of its wilds (§8.3).

    >>> from arena.games.ten.cards import CARDS
    >>> score(CARDS[code] for code in ["R1", "R2", "R4", "W3", "B9", "G#"])
    6
    """
    owned = [0] * len(COLOURS)
    suits = [0] * len(COLOURS)
    numbered: list[int] = []
    full = 0
    for card in hand:
        if card < NUMBERED_WILD:
            colour, rank = divmod(card, PER_COLOUR)
            if rank == SUIT_WILD:
                suits[colour] += 1
            else:
                owned[colour] |= 1 << rank
        elif card < FULL_WILD:
            numbered.append(1 << (card - NUMBERED_WILD))
        elif card == FULL_WILD:
            full += 1
    bases = [best_alone(numbers, wilds) for numbers, wilds in zip(owned, suits, strict=True)]
    if not (numbered or full):
        return sum(bases)
    return sum(bases) + _gain(owned, suits, bases, numbered, full)


@cache
def runs(numbers: int) -> tuple[Run, ...]:
    """The runs worth choosing for a colour that holds ``numbers``, most points first.

    Left out is every run that another equals or beats with no gap that it has not.
    """
    found = [Run(0, 0)]
    for first in range(len(RANKS)):
        for last in range(first, len(RANKS)):
            interval = (1 << (last + 1)) - (1 << first)
            points = last - first + 1 + (interval == COMPLETE)
            found.append(Run(points, interval & ~numbers))
    found.sort(key=lambda run: (-run.points, run.gaps.bit_count(), run.gaps))
    kept: list[Run] = []
    for run in found:
        if not any(other.gaps & ~run.gaps == 0 for other in kept):
            kept.append(run)
    return tuple(kept)


@cache
def best_alone(numbers: int, wilds: int) -> int:
    """The points of one colour with ``wilds`` suit wilds and no other wild (§8.1 to §8.3)."""
    return max(run.points for run in runs(numbers) if run.gaps.bit_count() <= wilds)


def _gain(
    owned: Sequence[int],
    suits: Sequence[int],
    bases: Sequence[int],
    numbered: Sequence[int],
    full: int,
) -> int:
    """What the numbered and full wilds add to the colours' points without them."""
    supply = 0
    for number in numbered:
        supply = _counted(supply, number)
    colours = []
    for numbers, wilds, base in zip(owned, suits, bases, strict=True):
        if choices := _choices(numbers, wilds, base, supply, full):
            colours.append(_Colour(choices, wilds > 0, ~numbers))
    if not colours:
        return 0
    colours.sort(reverse=True)
    usable = full + sum(
        min(numbered.count(number), sum(1 for colour in colours if colour.lacks & number))
        for number in set(numbered)
    )
    return _Search(colours, supply, full, usable).best


def _counted(levels: int, numbers: int) -> int:
    """The levels after counting a bit set of numbers once more."""
    return levels | numbers | (levels & numbers * FIRST_LEVELS) << LEVEL_BITS


def _choices(numbers: int, suits: int, base: int, supply: int, full: int) -> list[Choice]:
    """The runs that gain from shared wilds and could be filled if no other colour needed any."""
    choices = []
    for points, gaps in runs(numbers):
        if points <= base:
            break
        short = gaps.bit_count() - suits
        if short - (gaps & supply).bit_count() <= full:
            choices.append((points - base, short, gaps))
    return choices


class _Search:
    """Branch and bound over the choices of each colour; ``best`` is the most they can gain.

    The bound lets every usable shared wild stand for any number: then only their count matters.
    """

    def __init__(self, colours: Sequence[_Colour], supply: int, full: int, usable: int) -> None:
        self.colours = colours
        self.supply = supply
        self.full = full
        self.best = 0
        self.most = self._bounds(usable)
        self._choose(0, 0, 0, usable, [(0, 0)])

    def _bounds(self, usable: int) -> list[list[int]]:
        """By depth and number of shared wilds: no more can be gained from that colour on."""
        after = [0] * (usable + 1)
        bounds = [after]
        for colour in reversed(self.colours):
            alone = [0] * (usable + 1)
            for gain, short, _ in colour.choices:
                if short <= usable and gain > alone[short]:
                    alone[short] = gain
            after = [max(map(add, alone, after[wilds::-1])) for wilds in range(usable + 1)]
            bounds.append(after)
        bounds.reverse()
        return bounds

    def _choose(self, depth: int, start: int, gained: int, left: int, groups: list[Group]) -> None:
        """Try the choices of the colour at ``depth`` from ``start`` on, and lastly none.

        ``left`` shared wilds may still be used; ``groups`` are the sets A of the colours before.
        """
        choices, has_suit_wilds, _ = colour = self.colours[depth]
        deeper = depth + 1
        is_last = deeper == len(self.colours)
        # Of two colours that are alike the second takes no earlier choice than the first.
        is_alike = not is_last and self.colours[deeper] == colour
        most = self.most[deeper]
        for index in range(start, len(choices)):
            gain, short, gaps = choices[index]
            total = gained + gain
            if total + most[left] <= self.best:
                return
            if short > left or total + most[left - short] <= self.best:
                continue
            grown = self._grown(groups, short, gaps)
            if not grown:
                continue
            if is_last:
                self.best = total
            else:
                # A set without this colour needs no more than with it if it brings no suit wild;
                # the larger sets come first, since they are the likelier to fail.
                sets = grown + groups if has_suit_wilds else grown
                self._choose(deeper, index if is_alike else 0, total, left - short, sets)
        if is_last:
            self.best = max(self.best, gained)
        elif gained + most[left] > self.best:
            self._choose(deeper, len(choices) if is_alike else 0, gained, left, groups)

    def _grown(self, groups: Iterable[Group], short: int, gaps: int) -> list[Group]:
        """Every set A with one more colour, or nothing if the full wilds do not suffice for one."""
        supply, full = self.supply, self.full
        rising = gaps * FIRST_LEVELS
        grown = []
        for open_gaps, levels in groups:
            open_with = open_gaps + short
            levels_with = levels | gaps | (levels & rising) << LEVEL_BITS
            if open_with - (levels_with & supply).bit_count() > full:
                return []
            grown.append((open_with, levels_with))
        return grown
