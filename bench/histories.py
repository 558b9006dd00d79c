"""Seasons made up at random, each lived in one go and in pieces (tests/season/histories.py).

The seeds are the numbers from FIRST on. Exit status 1 if one came to something else in pieces, was
told something else, or did not add up.

    python -m bench.histories [HOW_MANY] [FIRST]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.season.histories import lived_twice

HISTORIES = 50


def lines(number: int, first: int) -> Iterator[str]:
    """A line for each history; the last one is ``ok`` or how many went wrong."""
    wrong = 0
    for seed in range(first, first + number):
        steps: list[str] = []
        trouble = ""
        with TemporaryDirectory() as folder:
            try:
                for lived in lived_twice(Path(folder), str(seed)):
                    steps.append(
                        lived.step.name + ("" if lived.whole.status == 0 else " (refused)")
                    )
                    if lived.whole != lived.pieces:
                        trouble = "differs in pieces"
                        break
            except AssertionError as error:
                trouble = f"does not hold: {error}"
        wrong += bool(trouble)
        yield f"{seed:>4}  {trouble or 'equal'}: {', '.join(steps)}"
    yield f"{wrong} went wrong" if wrong else "ok"


if __name__ == "__main__":
    given = dict(enumerate(map(int, sys.argv[1:])))
    last = ""
    for last in lines(given.get(0, HISTORIES), given.get(1, 1)):
        sys.stdout.write(last + "\n")
        sys.stdout.flush()
    sys.exit(last != "ok")
