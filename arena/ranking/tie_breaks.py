"""How bots that are level on points are told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias, assert_never

import msgspec

from arena.plan import Points, TieBreak
from arena.ranking.played import Played
from arena.ranking.points import match_points

Measure: TypeAlias = Callable[[TieBreak, Sequence[str]], Mapping[str, Fraction] | None]
"""What each of the bots has by a tie-break, more being better; None if it does not apply."""

MOST_DIGITS = 15


class Level(msgspec.Struct, frozen=True):
    """Bots that share a rank, and for each of them what set it apart from others, in words."""

    decided_by: dict[str, list[str]]


def settle(
    bots: Sequence[str], tie_breaks: Sequence[TieBreak], measure: Measure
) -> Iterator[Level]:
    """Split level bots by the tie-breaks in turn, best first.

    A tie-break that splits them passes each part that is still level on to the next one; bots
    that are level to the end share the rank.
    """
    if len(bots) == 1 or not tie_breaks:
        yield Level({bot: [] for bot in bots})
        return
    tie_break, *rest = tie_breaks
    values = measure(tie_break, bots) or dict.fromkeys(bots, Fraction(0))
    best_first = sorted(bots, key=lambda bot: -values[bot])
    parts = [list(part) for _, part in groupby(best_first, key=values.__getitem__)]
    for number, part in enumerate(parts):
        reasons = []
        if len(parts) > 1:
            rival = parts[number + 1] if number + 1 < len(parts) else parts[number - 1]
            reasons = [in_words(tie_break, values[part[0]], values[rival[0]])]
        for level in settle(part, rest, measure):
            yield Level({bot: reasons + later for bot, later in level.decided_by.items()})


def head_to_head(
    bots: Sequence[str], tables: Iterable[Played], points: Points, owner: Callable[[str], str]
) -> dict[str, Fraction] | None:
    """Each bot's points per match, over the matches in which at least two of the bots met.

    None while one of them has met no other.
    """
    met: dict[str, list[Fraction]] = {bot: [] for bot in bots}
    for table in tables:
        seats = [seat for seat, label in enumerate(table.seats) if owner(label) in met]
        if len(seats) > 1:
            earned = match_points(table.result.places, points)
            for seat in seats:
                met[owner(table.seats[seat])].append(earned[seat])
    if not all(met.values()):
        return None
    return {bot: sum(earned, Fraction(0)) / len(earned) for bot, earned in met.items()}


def in_words(tie_break: TieBreak, value: Fraction, rival: Fraction) -> str:
    """Why a bot stands above or below the next one, with digits enough to see it.

    >>> in_words("score", Fraction(23), Fraction(68, 3))
    'mean score 23.0 to 22.7'
    """
    match tie_break:
        case "head-to-head":
            return f"points a match head to head {_apart(value, rival)}"
        case "score":
            return f"mean score {_apart(value, rival)}"
        case "wins" | "faults":
            return f"{tie_break} {abs(value)} to {abs(rival)}"
        case _:
            assert_never(tie_break)


def _apart(value: Fraction, rival: Fraction) -> str:
    """Two unequal numbers with as few digits as show that they are unequal."""
    digits = 1
    while f"{float(value):.{digits}f}" == f"{float(rival):.{digits}f}" and digits < MOST_DIGITS:
        digits += 1
    return f"{float(value):.{digits}f} to {float(rival):.{digits}f}"
