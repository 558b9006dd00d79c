"""Whether a worker stays as it is: memory and time a match, over thousands of matches.

One worker plays blocks of bots that think nothing. Its memory and that of its zygotes (PSS: what is
shared counts once) and the time of a match, in the quickest block since, are printed ten times; the
last third must be like the first third after a warm-up.

    python -m bench.endurance [MATCHES]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.errors import ArenaError
from arena.match.block import BlockOrder, play_block
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from tests.bench_making import SEATS, below, memory_mb, orders_of, write_bots
from tests.bench_speed import one_core

MATCHES = 10_000
STRETCHES = 10
WARM_UP = 700
"""Matches that do not count: meanwhile the rules' caches fill, which have a bound."""

FEW_PER_CENT = 5
SLOWER_PER_CENT = 10
"""What time may grow by: the machine's own differences are of this size."""

NO_MEMORY = "the memory of confined processes is shown to root alone: run it as root"


class Stretch(NamedTuple):
    """A tenth of the matches: what worker and zygotes hold after it; a match's time at best."""

    played: int
    worker_mb: float
    zygotes_mb: float
    match_ms: float


def stretches(matches: int) -> Iterator[Stretch]:
    """Play, and look ten times."""
    blocks = -(-matches // (STRETCHES * SEATS))
    level = choose().level
    with one_core(), TemporaryDirectory() as folder, Nursery(level) as nursery:
        orders = orders_of(write_bots(Path(folder)), blocks * STRETCHES)
        for number in range(1, 1 + STRETCHES):
            match_ms = min(_played_ms(order, nursery) for order in islice(orders, blocks)) / SEATS
            worker_mb, zygotes_mb = memory_mb([os.getpid()]), memory_mb(below(os.getpid()))
            if worker_mb is None or zygotes_mb is None:
                raise ArenaError(NO_MEMORY)
            yield Stretch(number * blocks * SEATS, worker_mb, zygotes_mb, match_ms)


def _played_ms(order: BlockOrder, nursery: Nursery) -> float:
    """Play a block, in which no bot may fail; how long it took."""
    began = time.perf_counter()
    block = play_block(order, nursery, lambda: False)
    took_ms = 1e3 * (time.perf_counter() - began)
    if block.void or any(match.played.record.faults for match in block.finished):
        raise ArenaError(f"a bot has failed: {order.matches[0].fixture.place}")
    return took_ms


def verdicts(seen: Sequence[Stretch]) -> Iterator[str]:
    """How the last third differs from the first, in each column."""
    warm = [stretch for stretch in seen if stretch.played > WARM_UP]
    third = len(warm) // 3
    if not third:
        yield f"too few: {WARM_UP} are the warm-up, and three of the ten lines must be behind it"
        return
    yield f"first third after {WARM_UP} matches of warm-up -> last third"
    for what, most in {
        "worker_mb": FEW_PER_CENT,
        "zygotes_mb": FEW_PER_CENT,
        "match_ms": SLOWER_PER_CENT,
    }.items():
        first, last = (
            fmean(getattr(stretch, what) for stretch in part)
            for part in (warm[:third], warm[-third:])
        )
        grown = 100 * (last / first - 1)
        told = "flat" if grown <= most else "GROWS"
        yield f"{what:<12}{first:>10.1f} ->{last:>8.1f}{grown:>+8.1f} %  {told}"


def lines(matches: int) -> Iterator[str]:
    """The table as it grows, then the verdicts."""
    yield f"{'matches':>8}{'worker MB':>12}{'zygotes MB':>12}{'ms a match':>12}"
    seen = []
    for stretch in stretches(matches):
        seen.append(stretch)
        yield (
            f"{stretch.played:>8,}{stretch.worker_mb:>12.1f}"
            f"{stretch.zygotes_mb:>12.1f}{stretch.match_ms:>12.1f}"
        )
    yield from chain([""], verdicts(seen))


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
