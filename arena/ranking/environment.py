"""TrueSkill's environment on the standard library, sound for rare draws and far-apart ratings."""

from __future__ import annotations

import math
import warnings
from statistics import NormalDist

with warnings.catch_warnings():
    # The package is of 2018; compiling it anew warns about its escapes.
    warnings.simplefilter("ignore", SyntaxWarning)
    warnings.simplefilter("ignore", DeprecationWarning)
    from trueskill import TrueSkill

STANDARD_NORMAL = NormalDist()
TAIL = -10.0
"""Left of this the densities are divided by each other before they vanish."""

TERMS = 60
"""Of the continued fraction; left of TAIL a third of them reach full precision."""


def cdf(x: float) -> float:
    """Distribution function of the standard normal."""
    return math.erfc(-x / math.sqrt(2)) / 2


def pdf(x: float) -> float:
    """Density of the standard normal."""
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def excess(depth: float) -> float:
    """How far pdf(x) / cdf(x) lies above ``depth`` = -x, for depth well above 0.

    Laplace's continued fraction of Mills' ratio, 1/(depth + 2/(depth + 3/(depth + ...))).

    >>> abs(excess(10) - (pdf(-10) / cdf(-10) - 10)) < 1e-12
    True
    """
    value = 0.0
    for term in range(TERMS, 0, -1):
        value = term / (depth + value)
    return value


class Environment(TrueSkill):  # type: ignore[misc] # because trueskill has no types
    """The package's environment without skill decay (tau = 0).

    The package divides densities and distribution functions that both become 0 in the tails, and
    raises FloatingPointError, even if the favourite won. Here v and w, the first two moments of a
    truncated normal (Herbrich, Minka and Graepel, 2006), are computed from Mills' ratio there.
    """

    def __init__(self, draw_probability: float) -> None:
        backend = (cdf, pdf, STANDARD_NORMAL.inv_cdf)
        super().__init__(tau=0.0, draw_probability=draw_probability, backend=backend)

    def v_win(self, diff: float, draw_margin: float) -> float:
        """How far a win moves the mean of the difference, in its standard deviations."""
        x = diff - draw_margin
        return excess(-x) - x if x < TAIL else pdf(x) / cdf(x)

    def w_win(self, diff: float, draw_margin: float) -> float:
        """The share of its variance that the difference loses by a win."""
        x = diff - draw_margin
        above = excess(-x) if x < TAIL else pdf(x) / cdf(x) + x
        return (above - x) * above

    def v_draw(self, diff: float, draw_margin: float) -> float:
        """How far a draw moves the mean of the difference, in its standard deviations."""
        if draw_margin - abs(diff) >= TAIL:
            return float(super().v_draw(diff, draw_margin))
        pull, _ = _far_draw(abs(diff), draw_margin)
        return math.copysign(pull, -diff)

    def w_draw(self, diff: float, draw_margin: float) -> float:
        """The share of its variance that the difference loses by a draw."""
        if draw_margin - abs(diff) >= TAIL:
            return float(super().w_draw(diff, draw_margin))
        _, share = _far_draw(abs(diff), draw_margin)
        return share


def _far_draw(gap: float, margin: float) -> tuple[float, float]:
    """Size of v and value of w for a draw over a gap so wide that it lies in the tail.

    Everything is divided by the density at the window's near end, which is what vanishes.
    """
    near, far = gap - margin, gap + margin
    fall = math.exp(-2 * margin * gap)
    mass = 1 / (near + excess(near)) - fall / (far + excess(far))
    pull = -math.expm1(-2 * margin * gap) / mass
    return pull, pull * pull - (near - far * fall) / mass
