"""What the sections of ``make bench`` are made of: lines of its table, clocks, one core."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

REPEATS = 7


class Speed(NamedTuple):
    """One line of the table. A rate shall be at least its target, everything else at most.

    ``note`` is what stands at its end: a ratio, a share.
    """

    what: str
    measured: float
    unit: str
    target: float | None = None
    note: str = ""

    def verdict(self) -> str:
        """Whether the target is met; empty without one."""
        if self.target is None:
            return ""
        is_rate = self.unit.endswith("/s")
        met = self.measured >= self.target if is_rate else self.measured <= self.target
        return "met" if met else "MISSED"

    def beside(self, what: str, baseline: float) -> Speed:
        """The line of a baseline, which says how many times as much this one is."""
        return Speed(
            f"  beside {what}", baseline, self.unit, note=f"x {self.measured / baseline:.2f}"
        )

    def line(self) -> str:
        """The line as it is printed."""
        digits = 1 if self.measured < 1_000 else 0
        target = "" if self.target is None else f"{self.target:,}"
        columns = f"{self.what:<54}{self.measured:>12,.{digits}f}{target:>10} {self.unit:<10}"
        return f"{columns}{self.verdict():<8}{self.note}".rstrip()


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The least processor time that the work took."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def microseconds(work: Callable[[], object], times: int) -> float:
    """The time of one call, from the best repeat of many calls."""

    def many() -> None:
        for _ in range(times):
            work()

    return seconds(many) / times * 1e6


def quickest(windows: int, *works: Callable[[], object]) -> list[float]:
    """The least time by the wall clock of each piece of work, in seconds; they take turns."""
    least = [float("inf")] * len(works)
    for _ in range(windows):
        for number, work in enumerate(works):
            started = time.perf_counter()
            work()
            least[number] = min(least[number], time.perf_counter() - started)
    return least


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and those that it starts, to one core, as a worker does."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
