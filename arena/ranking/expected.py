"""How well a bot's points will be known after so many deals, before any of them is played."""

from __future__ import annotations

import math
from statistics import NormalDist

from arena.plan import Points
from arena.ranking.points import Finish, most_points, points_for

LEAST_DEALS = 4
"""With fewer an interval would be as wide as the scale."""

ALIKE = 0.2
"""How alike a bot's points in two matches of one deal are taken to be, as a correlation.

In leagues of the sample bots it was 0.11 with 2 seats, 0.26 with 3, 0.19 with 4.
"""


def expected_error(deals: int, matches: int, bots: int, points: Points) -> float | None:
    """Half the width of the 95 % interval that is to be expected of a bot's points per match.

    Of a bot that plays so many ``deals``, each in so many ``matches``, at tables of so many
    ``bots``; as a share of what an unshared first place is worth. None for too few deals.

    Deals are drawn independently, the matches of one deal are not, so it is the standard error
    of a mean of cluster means: t * s * sqrt((1 + (m - 1) r) / (m n)) with n deals of m matches,
    s the deviation of a match, t Student's quantile of n - 1, and r the correlation within a
    deal (Kish, Survey Sampling, 1965, 5.4: the design effect). Assumed is that all bots are
    equally strong, so that every place is as likely and s is that of the places' points, and
    that r is ``ALIKE``. Among unequal bots the interval is narrower.
    """
    if deals < LEAST_DEALS:
        return None
    variance = _variance_of_places(bots, points) * (1 + (matches - 1) * ALIKE) / matches
    return _student(deals - 1) * math.sqrt(variance / deals)


def _variance_of_places(bots: int, points: Points) -> float:
    """Of the points of a place that is drawn by lot, none of them shared.

    >>> _variance_of_places(2, Points())
    0.25
    """
    best = most_points(points)
    worth = [points_for(Finish(place + 1, 1, bots), points) / best for place in range(bots)]
    mean = sum(worth) / bots
    return float(sum((value - mean) ** 2 for value in worth) / bots)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, to 1 % from 3 degrees of freedom on.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.

    >>> [round(_student(freedom), 2) for freedom in (5, 10, 1000)]
    [2.57, 2.23, 1.96]
    """
    x = NormalDist().inv_cdf(0.975)
    terms = [
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
    ]
    return math.fsum(term / freedom**power for power, term in enumerate(terms))
