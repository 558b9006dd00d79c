"""Checks of the logs beside the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.audit.check import Check, Seen, counted
from arena.plan import FixtureKey
from arena.store.auditing import KeptLog


class Logs(Check):
    """Every log is of a stored match, of the bot that sat there, and of a fault if it says so."""

    name = "logs"

    def __init__(self, logs: Sequence[KeptLog] | None) -> None:
        self._logs: dict[FixtureKey, list[KeptLog]] = {}
        for log in logs or ():
            self._logs.setdefault(log.key, []).append(log)
        self.note = "none are kept" if logs is None else counted(len(logs), "log")

    def see(self, seen: Seen) -> Iterator[str]:
        """How the logs of a match differ from its seats."""
        seats = {seat.seat: seat for seat in seen.match.seats}
        for log in self._logs.pop(seen.match.key, []):
            seat = seats.get(log.seat)
            if seat is None:
                yield f"there is a log of seat {log.seat}, and no such seat"
            elif seat.bot != log.bot:
                yield f"the log of seat {log.seat} is of {log.bot}; {seat.bot} sat there"
            elif log.fault and seat.fault is None:
                yield f"the log of seat {log.seat} is said to be of a fault, and there was none"
            elif not log.fault and seat.fault is not None:
                yield f"the log of seat {log.seat} is not said to be of its fault, {seat.fault}"

    def end(self) -> Iterator[str]:
        """Which logs are of matches that are not stored."""
        for line_up, deal, seating in self._logs:
            yield f"{line_up}, deal {deal}, seating {seating}: logs of a match that is not stored"
