"""Whether a worker stays as it is: memory and time a match, over thousands of matches.

One worker plays blocks of bots that think nothing. Its memory and that of its zygotes (PSS: what is
shared counts once) and the mean time of a match are printed ten times; the last third must be like
the first third after a warm-up.

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
from arena.match.block import play_block
from arena.players.choosing import choose
from arena.players.nursery import Nursery
from tests.bench_making import SEATS, below, memory_mb, orders_of, write_bots
from tests.bench_speed import one_core

MATCHES = 10_000
STRETCHES = 10
WARM_UP = 1
"""Stretches that do not count."""

FEW_PER_CENT = 5
SLOWER_PER_CENT = 25
"""What time may differ by: the machine's own differences are of this size."""

NO_MEMORY = "the memory of confined processes is shown to root alone: run it as root"


class Stretch(NamedTuple):
    """A tenth of the matches: what worker and zygotes hold after it, and the time of a match."""

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
            began = time.perf_counter()
            for order in islice(orders, blocks):
                for match in play_block(order, nursery, lambda: False).finished:
                    if match.played.record.faults:
                        raise ArenaError(f"{match.fixture.key}: {match.played.record.faults}")
            match_ms = 1e3 * (time.perf_counter() - began) / (blocks * SEATS)
            worker_mb, zygotes_mb = memory_mb([os.getpid()]), memory_mb(below(os.getpid()))
            if worker_mb is None or zygotes_mb is None:
                raise ArenaError(NO_MEMORY)
            yield Stretch(number * blocks * SEATS, worker_mb, zygotes_mb, match_ms)


def verdicts(seen: Sequence[Stretch]) -> Iterator[str]:
    """How the last third differs from the first, in each column."""
    warm = seen[WARM_UP:]
    third = len(warm) // 3
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
    yield from chain(["", "first third after the warm-up -> last third"], verdicts(seen))


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
