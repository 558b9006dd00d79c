"""How much stronger each sample bot is than the next one.

Each pair meets in 100 blocks at tables of four, ten deals with every two of the other five bots.
The lead is the mean difference of points (share of opponents beaten) in a block; its interval
comes from the spread of blocks, not of matches.

    python -m bench.strength
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from math import sqrt
from multiprocessing import Pool
from statistics import mean, stdev
from typing import NamedTuple

from arena import seeds
from arena.formats.seating import seatings
from arena.match.single import Conditions, Contestant, in_process, own_seeds, play_single
from arena.plan import Limits, Points
from arena.players.samples import sample_bots
from arena.ranking.points import match_points

ORDER = ("random", "cautious", "greedy", "collector", "bidder", "counter", "searcher")
DEALS = 10
T_95 = 1.984
"""Student's t at 97.5 % with 99 degrees of freedom: 100 blocks."""


class Block(NamedTuple):
    """One deal by one line-up; the lead of ``stronger`` over ``weaker`` is asked."""

    weaker: str
    stronger: str
    line_up: tuple[str, ...]
    deal: int


def lead(block: Block) -> float:
    """The difference of the mean points of two bots over the four seatings of a deal."""
    place = f"{'+'.join(block.line_up)}/{block.deal}"
    bots = sample_bots()
    differences = []
    for number, seats in enumerate(seatings(list(block.line_up), "rotate", "strength", place)):
        deal = seeds.deal_seed("strength", place)
        played = play_single(
            Conditions(game="ten-1"),
            deal,
            own_seeds(f"{deal}/{number}", len(seats)),
            [Contestant(name=name, version="", entry=bots[name].path) for name in seats],
            in_process(Limits()),
        )
        points = dict(zip(seats, match_points(played.record.result.places, Points()), strict=True))
        differences.append(float(points[block.stronger] - points[block.weaker]))
    return mean(differences)


def main() -> None:
    """Print a row for each pair of neighbours."""
    out = sys.stdout
    out.write("| stronger | weaker | blocks | lead | 95 % interval |\n|---|---|--:|--:|--:|\n")
    with Pool(2) as pool:
        for weaker, stronger in pairwise(ORDER):
            others = [name for name in ORDER if name not in {weaker, stronger}]
            blocks = [
                Block(weaker, stronger, tuple(sorted((weaker, stronger, *more))), deal)
                for more in combinations(others, 2)
                for deal in range(DEALS)
            ]
            leads = pool.map(lead, blocks, chunksize=1)
            half = T_95 * stdev(leads) / sqrt(len(leads))
            out.write(
                f"| {stronger} | {weaker} | {len(leads)} | {mean(leads):+.3f} "
                f"| {mean(leads) - half:+.3f} to {mean(leads) + half:+.3f} |\n"
            )
            out.flush()


if __name__ == "__main__":
    main()
