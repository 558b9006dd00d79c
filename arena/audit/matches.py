"""Checks of each match for itself: its rows, its record, its result, its faults."""

from __future__ import annotations

from collections.abc import Iterator

from arena.audit.check import Check, Facts, Seen, counted
from arena.ranking.played import placed
from arena.records import MatchRecord, SeatRecord


class Tables(Check):
    """The rows of a match and its seats say what its one record says."""

    name = "tables"

    def __init__(self, facts: Facts) -> None:
        self._entrants = facts.entrants
        self._matches = 0

    def see(self, seen: Seen) -> Iterator[str]:
        """What of a match's rows is not as its record has it."""
        self._matches += 1
        self.note = f"{counted(self._matches, 'match', 'es')} with their seats and records"
        match, record = seen.match, seen.record
        seats = [seat.seat for seat in match.seats]
        if seats != [*range(match.players)]:
            yield f"seats {seats} are stored for {counted(match.players, 'player')}"
        if match.record is None:
            yield "it has no record"
        if record is None:
            return
        result = record.result
        pairs: list[tuple[str, object, object]] = [
            ("players", match.players, record.players),
            ("moves", match.moves, len(record.moves)),
            ("clock_limited", match.clock_limited, record.clock_limited),
            ("deal_seed", match.deal_seed, record.seed),
            ("seats", self._seated(seen), record.seats),
            ("place", [seat.place for seat in match.seats], result.places),
            ("score", [seat.score for seat in match.seats], result.scores),
            ("tokens", [seat.tokens for seat in match.seats], result.tokens),
            ("cards", [seat.cards for seat in match.seats], result.cards),
        ]
        for column, stored, recorded in pairs:
            if stored != recorded:
                yield f"{column}: {_shown(stored)} in the tables, {_shown(recorded)} in the record"

    def _seated(self, seen: Seen) -> list[SeatRecord]:
        """Who sat there, as a record would write it."""
        bots = [(label, self._entrants.get(label)) for label in seen.labels]
        return [
            SeatRecord(label, "") if bot is None else SeatRecord(bot.name, bot.version)
            for label, bot in bots
        ]


class Records(Check):
    """Every record is one of this league, and every move of it is legal."""

    name = "records"

    def __init__(self, facts: Facts) -> None:
        self._plan = facts.plan
        self._replayed = 0

    def see(self, seen: Seen) -> Iterator[str]:
        """What of a record does not hold by the rules, results and faults apart."""
        if seen.error is not None:
            yield str(seen.error)
        if seen.record is None:
            return
        for key in ("game", "deck"):
            recorded, planned = getattr(seen.record, key), getattr(self._plan, key)
            if recorded != planned:
                yield f"{key}: {recorded!r}; the season has {planned!r}"
        self._replayed += 1
        self.note = f"{counted(self._replayed, 'record')} replayed by the rules"
        error = seen.replay
        if error is not None and error.where not in {Places.where, Faults.where}:
            yield str(error)


class Places(Check):
    """Every result follows from the moves, and its places from scores, tokens, cards, faults."""

    name = "places"
    where = "result"

    def __init__(self) -> None:
        self._results = 0

    def see(self, seen: Seen) -> Iterator[str]:
        """What of a record's result does not follow."""
        if seen.record is None:
            return
        self._results += 1
        self.note = counted(self._results, "result")
        places = seen.record.result.places
        expected = _places(seen.record)
        if places != expected:
            yield f"places {places}; scores, tokens, cards and faults give {expected}"
        elif (error := seen.replay) is not None and error.where == self.where:
            yield str(error)


class Faults(Check):
    """No seat has more than one fault, and the tables and the record know the same ones."""

    name = "faults"
    where = "faults"

    def __init__(self) -> None:
        self._faults = 0

    def see(self, seen: Seen) -> Iterator[str]:
        """What of a match's faults is not told once and the same."""
        if seen.record is None:
            return
        recorded = {
            fault.seat: (fault.fault.value, fault.move, fault.detail)
            for fault in seen.record.faults
        }
        stored = {
            seat.seat: (seat.fault, seat.fault_move, seat.fault_detail)
            for seat in seen.match.seats
            if (seat.fault, seat.fault_move, seat.fault_detail) != (None, None, None)
        }
        self._faults += len(recorded)
        self.note = counted(self._faults, "forfeited seat")
        if (error := seen.replay) is not None and error.where == self.where:
            yield str(error)
        for seat in sorted(recorded.keys() | stored.keys()):
            if recorded.get(seat) != stored.get(seat):
                in_tables, in_record = _fault(stored.get(seat)), _fault(recorded.get(seat))
                yield f"seat {seat}: {in_tables} in the tables, {in_record} in the record"


def _places(record: MatchRecord) -> list[int]:
    """The places that follow from what else a record says, without its moves."""
    moves = {fault.seat: fault.move for fault in record.faults}
    result = record.result
    lists = (result.scores, result.tokens, result.cards)
    if any(len(values) != record.players for values in lists):
        return []
    return placed(*lists, [moves.get(seat) for seat in range(record.players)])


def _fault(fault: tuple[str | None, int | None, str | None] | None) -> str:
    if fault is None:
        return "no fault"
    kind, move, detail = fault
    return f"{kind} at move {move} ({detail})"


def _shown(value: object) -> str:
    """A value in a sentence; of versions the beginning is enough."""
    if isinstance(value, list) and value and isinstance(value[0], SeatRecord):
        return ", ".join(f"{seat.bot} {seat.version[:12]}" for seat in value)
    return str(value)
