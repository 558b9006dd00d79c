"""Progress on standard error: a line that renews itself, or a line now and then."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from arena.reports.amounts import duration
from arena.season.loop import Progress

RENEW_S = 0.2
REPEAT_S = 5.0


class ProgressLine:
    """Tells how far a run is and how much time is left, by the pace of this run."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._stream = sys.stderr
        self._live = self._stream.isatty()
        self._began: tuple[float, int] | None = None
        self._shown = 0.0
        self._open = False

    def __call__(self, progress: Progress) -> None:
        """Show the progress if it is time; what was lost always."""
        now = time.monotonic()
        if self._began is None:
            self._began = (now, progress.played)
        if progress.lost is not None:
            fixture = progress.lost.order.matches[0].fixture
            self.warn(
                f"Block {fixture.line_up}, deal {fixture.deal}, was lost: {progress.lost.reason}; "
                "its matches are played again, each alone."
            )
        if progress.failure is not None:
            fixture = progress.failure.match.fixture
            self.warn(
                f"Match {fixture.line_up}, deal {fixture.deal}, seating {fixture.seating}, was "
                f"lost again, alone: {progress.failure.reasons[-1]}; it is left unplayed."
            )
        if progress.void is not None:
            fixture = progress.void.fixture
            self.warn(
                f"{', '.join(progress.void.silent)} was silent or killed; the match is void and "
                f"is played again, alone ({fixture.line_up}, deal {fixture.deal})."
            )
        done = progress.played == progress.total
        if self._quiet or (not done and now - self._shown < (RENEW_S if self._live else REPEAT_S)):
            return
        self._shown = now
        text = _sentence(progress, now - self._began[0], progress.played - self._began[1])
        with self._as_long_as_there_is_a_terminal():
            self._stream.write(f"\r\x1b[K{text}" if self._live else f"{text}\n")
            self._stream.flush()
        self._open = self._live

    def note(self, sentence: str) -> None:
        """A sentence on a line of its own, unless there is to be quiet."""
        if not self._quiet:
            self.warn(sentence)

    def warn(self, sentence: str) -> None:
        """A sentence on a line of its own."""
        self.close()
        with self._as_long_as_there_is_a_terminal():
            click.echo(sentence, err=True)

    @property
    def idle(self) -> bool:
        """Whether there has been no progress to show."""
        return self._began is None

    def close(self) -> None:
        """End a line that would have renewed itself."""
        if self._open:
            with self._as_long_as_there_is_a_terminal():
                self._stream.write("\n")
                self._stream.flush()
            self._open = False

    @contextmanager
    def _as_long_as_there_is_a_terminal(self) -> Iterator[None]:
        """A run outlives the terminal that it was started from, and then tells nobody.

        A pipe without a reader is another thing: whoever listened has gone, and the run ends.
        """
        try:
            yield
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


def _sentence(progress: Progress, seconds: float, played: int) -> str:
    """Matches, share, pace and time left, in less than 80 columns.

    >>> _sentence(Progress(140, 280), 10.0, 100)
    '140 of 280 matches (50 %), 10.0 a second, 14 s left'
    """
    total = max(progress.total, 1)
    text = f"{progress.played:,} of {progress.total:,} matches ({100 * progress.played // total} %)"
    if not played or not seconds:
        return text
    pace = played / seconds
    text += f", {pace:.1f} a second"
    left = progress.total - progress.played
    return f"{text}, {duration(left / pace)} left" if left else text
