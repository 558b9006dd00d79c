"""Whether what a worker tells of a block is what could have come of it."""

from __future__ import annotations

import re

from arena.bot.messages import MAX_ANSWER_BYTES
from arena.errors import RecordError
from arena.match.block import BlockOrder, FinishedMatch, MatchOrder, PlayedBlock, VoidMatch
from arena.match.verifying import check_expected, check_record
from arena.plan import Limits
from arena.players.player import fault_detail
from arena.records import Fault, FaultKind, SeatRecord, write_record

ALWAYS_SILENT = {FaultKind.STALL}
MAYBE_SILENT = ALWAYS_SILENT | {FaultKind.STARTUP, FaultKind.CRASH}
"""Kinds of fault that a bot has by silence, or where it was killed; the first such one in a run
makes a match void."""

MOST_MEASURED = 2 * MAX_ANSWER_BYTES
"""Letters of what was measured of a failure: it may tell what a bot wrote as an answer."""

MOST_OF_A_MARK = 64
"""Bytes of the line that a log has in place of what was left out."""


def check_block(block: PlayedBlock, order: BlockOrder, *, halted: bool) -> None:
    """Raise RecordError unless these are the matches of the order, and may have gone so.

    They are its first ones where the run is being ``halted``, else all. Every record is replayed.
    """
    finished = {match.fixture.key: match for match in block.finished}
    void = {match.fixture.key: match for match in block.void}
    told = len(block.finished) + len(block.void)
    keys = [match.fixture.key for match in order.matches[:told]]
    lacks = len(order.matches) - told
    if {*keys} != finished.keys() | void.keys() or lacks < 0 or (lacks and not halted):
        raise RecordError("block", "other matches than were sent")
    charged = set(order.charged)
    for ordered in order.matches[:told]:
        key = ordered.fixture.key
        if key in void:
            _check_void(void[key], ordered, charged)
            charged.update(void[key].silent)
        else:
            _check_finished(finished[key], ordered, order, charged)


def _check_void(match: VoidMatch, ordered: MatchOrder, charged: set[str]) -> None:
    if match.fixture != ordered.fixture:
        raise RecordError("fixture", "another than was sent")
    silent = {*match.silent}
    may_be = {*ordered.fixture.seats} - charged
    if not silent or not silent <= may_be or len(silent) < len(match.silent):
        raise RecordError("silent", "a match is void by bots that play in it, the first time only")


def _check_finished(
    match: FinishedMatch, ordered: MatchOrder, order: BlockOrder, charged: set[str]
) -> None:
    if match.fixture != ordered.fixture:
        raise RecordError("fixture", "another than was sent")
    record = match.played.record
    expected = {
        "game": order.game,
        "deck": order.deck,
        "seed": ordered.seed,
        "seats": [
            SeatRecord(sitting.entrant.name, sitting.entrant.version)
            for sitting in ordered.sittings
        ],
    }
    check_expected(record, expected)
    check_record(write_record(record))
    for fault in record.faults:
        _check_fault(fault, order)
        is_absent = ordered.sittings[fault.seat].entry is None
        if is_absent != (fault.fault is FaultKind.WITHDRAWN):
            raise RecordError("faults", f"seat {fault.seat} cannot have {fault.fault}")
    silent = {*match.played.silent}
    surely, maybe = (
        {fault.seat for fault in record.faults if fault.fault in kinds}
        for kinds in (ALWAYS_SILENT, MAYBE_SILENT)
    )
    first = {ordered.fixture.seats[seat] for seat in silent & maybe} - charged
    if first or not surely <= silent <= maybe:
        raise RecordError("silent", "a bot's first silence makes a match void")
    _check_logs(match, order.limits)


def _check_fault(fault: Fault, order: BlockOrder) -> None:
    """Its sentence is fixed by the limits, but for a forbidden action, which cites a rule."""
    if fault.fault is FaultKind.ILLEGAL:
        cited = re.escape(f"{order.game} §")
        sentence = re.compile(rf"[a-z][a-z ,:-]{{0,100}} \({cited}[0-9.]{{1,8}}\)")
        holds = sentence.fullmatch(fault.detail) is not None
    else:
        holds = fault.detail == fault_detail(fault.fault, order.limits)
    if not holds:
        raise RecordError("faults", f"{fault.fault} is not told as {fault.detail!r}")


def _check_logs(match: FinishedMatch, limits: Limits) -> None:
    logs = match.played.logs
    most = limits.log_kb * 1024 + MOST_OF_A_MARK
    if len(logs) != match.played.record.players:
        raise RecordError("logs", "not one for each seat")
    if any(len(log.text) > most or len(log.measured) > MOST_MEASURED for log in logs):
        raise RecordError("logs", "longer than the league allows")
