"""Kills of a run with -9, of its coordinator, a worker, a zygote, at many moments.

Each moment is a league of its own, which is played with a kill and gone on with; all that it comes
to must be the bytes of the unbroken run, its databases whole, nothing stored lost and nothing left
running. Whom it hits and when is drawn from the seed; in which phase that is, the coordinator tells
(tests/season/killing.py). ``stored`` are the matches before the kill, ``after`` those after it: at
once where the coordinator was hit, else at the end of the run, which must go on by itself. Exit
status 1 if anything is wrong, or if fewer than four of five hit before the end.

    python -m bench.kills [MOMENTS] [SEED]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.season.killing import END, PHASES, Moment, Seen, attempt, moments, unbroken

MOMENTS = 50
SEED = "kills"
DEALS = 6


def lines(number: int, seed: str) -> Iterator[str]:
    """The table as it grows, then the sum; the last line is ``ok`` or what is not."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch, "unbroken")
        folder.mkdir()
        whole = unbroken(folder, DEALS)
        yield (
            f"seed {seed}; unbroken: {whole.matches} matches in {whole.whole_s:.1f} s,"
            f" the first after {whole.first_s:.1f} s"
        )
        yield "    at s   aimed at victim      hit in    stored  after"
        seen: list[Seen] = []
        for place, moment in enumerate(moments(number, seed)):
            folder = Path(scratch, str(place))
            folder.mkdir()
            seen.append(attempt(folder, DEALS, moment, whole))
            yield _line(place, moment, seen[-1])
    yield from _sum(seen)


def _line(place: int, moment: Moment, seen: Seen) -> str:
    told = "; ".join(seen.wrong) or "equal"
    return (
        f"{place + 1:>3} {seen.at_s:>6.2f} {moment.aim:<9}{moment.victim:<12}"
        f"{seen.phase or 'too late':<9}{seen.stored:>7}{seen.stored_after:>7}  {told}"
    )


def _sum(seen: list[Seen]) -> Iterator[str]:
    hit = Counter(one.phase for one in seen)
    early = sum(hit[phase] for phase in PHASES)
    wrong = sum(bool(one.wrong) for one in seen)
    yield ""
    yield ", ".join(f"{phase} {hit[phase]}" for phase in (*PHASES, END))
    yield f"{early} of {len(seen)} hit before the end; {wrong} went wrong"
    missed = 5 * early < 4 * len(seen)
    yield "WRONG" if wrong else "TOO FEW HIT" if missed else "ok"


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    last = ""
    for last in lines(int(given.get(0, MOMENTS)), given.get(1, SEED)):
        sys.stdout.write(last + "\n")
        sys.stdout.flush()
    sys.exit(last != "ok")
