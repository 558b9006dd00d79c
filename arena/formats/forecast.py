"""What a plan comes to: how much is played, how long that may take, how well it will tell."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from arena.formats.catalogue import FORMATS
from arena.formats.timing import START_MS, USED_SHARE, likely_match_s, season_s, worst_match_s
from arena.plan import FixtureKey, Plan
from arena.ranking.expected import ALIKE, LEAST_DEALS, expected_error


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What a season has done so far, and in how many seconds, pauses included."""

    played: int
    seconds: float


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The facts, as programs read them.

    ``played`` are matches of which results are stored; times are for those that are left;
    ``error`` is half the width of the interval that is expected of a bot's points per match
    (0 to 1) in the bot with the fewest deals, None where that cannot be said. The texts say
    what each of these rests on.
    """

    bots: int
    seats: int
    deals: int
    rounds: int
    blocks: int
    matches_per_block: int
    matches: int
    played: int
    deals_per_bot_least: int
    deals_per_bot_most: int
    matches_per_bot_least: int
    matches_per_bot_most: int
    matches_per_pair_least: int
    matches_per_pair_most: int
    workers: int
    likely_s: float
    likely_from: str
    worst_s: float
    worst_from: str
    error: float | None
    error_from: str


def forecast(
    plan: Plan, workers: int, so_far: Pace, played: Collection[FixtureKey] = ()
) -> Forecast:
    """What the plan comes to, with so many workers, after what has been played so far."""
    outline = FORMATS[plan.format.kind].outline(plan, played)
    bots = sum(entrant.counts for entrant in plan.entrants)
    left = max(0, outline.matches - so_far.played)
    seconds_of = {
        name: season_s(left, outline.matches_of_block, workers, match_s(plan.limits, plan.seats))
        for name, match_s in {"likely": likely_match_s, "worst": worst_match_s}.items()
    }
    if so_far.played:
        seconds_of["likely"] = left * so_far.seconds / so_far.played
    return Forecast(
        bots=bots,
        seats=plan.seats,
        deals=plan.deals,
        rounds=outline.rounds,
        blocks=outline.blocks,
        matches_per_block=outline.matches_of_block,
        matches=outline.matches,
        played=so_far.played,
        deals_per_bot_least=outline.deals_of_bot.least,
        deals_per_bot_most=outline.deals_of_bot.most,
        matches_per_bot_least=outline.matches_of_bot.least,
        matches_per_bot_most=outline.matches_of_bot.most,
        matches_per_pair_least=outline.matches_of_pair.least,
        matches_per_pair_most=outline.matches_of_pair.most,
        workers=workers,
        likely_s=seconds_of["likely"],
        likely_from=_likely_from(so_far, workers),
        worst_s=seconds_of["worst"],
        worst_from=_worst_from(workers),
        error=expected_error(
            outline.deals_of_bot.least,
            outline.matches_of_block,
            plan.seats if plan.seats > 1 else bots,
            plan.points,
        ),
        error_from=ERROR_FROM,
    )


ERROR_FROM = (
    "half of a 95 % interval of a bot's points per match (0 to 1), from its number of deals, if all"
    f" bots were equally strong and matches of one deal alike by {ALIKE}; unknown below"
    f" {LEAST_DEALS} deals"
)


def _likely_from(so_far: Pace, workers: int) -> str:
    if so_far.played:
        return (
            f"at the pace of the {_matches(so_far.played)} played so far, from the beginning of"
            " the season until the last of them, pauses included"
        )
    return (
        f"with {_workers(workers)}, if a bot uses {100 * USED_SHARE:.0f} % of match_ms, as sample"
        f" bots do, and {START_MS} ms beside"
    )


def _worst_from(workers: int) -> str:
    return (
        f"with {_workers(workers)}, each on a core of its own, if every bot uses up startup_ms and"
        " match_ms in every match; bots that wait instead of computing may take longer"
    )


def _workers(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers} workers"


def _matches(matches: int) -> str:
    return "1 match" if matches == 1 else f"{matches:,} matches"
