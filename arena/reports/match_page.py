"""One match in words: its place in the schedule, its result, what its bots printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.records import MatchRecord
from arena.reports.cells import printable
from arena.reports.columns import SEATS, Row
from arena.reports.terminal import terminal_table
from arena.reports.widths import shortened
from arena.store.facts import MatchLog, StoredMatch
from arena.store.logs import LAST_MATCHES

EXCERPT_LINES = 10
INDENT = "    "


def seat_rows(record: MatchRecord, bots: Sequence[str]) -> list[Row]:
    """A row for each seat of a match; ``bots`` says what to call them."""
    faults = {fault.seat: fault for fault in record.faults}
    result = record.result
    rows: list[Row] = []
    for seat, bot in enumerate(bots):
        fault = faults.get(seat)
        rows.append(
            {
                "seat": seat,
                "bot": bot,
                "place": result.places[seat],
                "score": result.scores[seat],
                "tokens": result.tokens[seat],
                "cards": result.cards[seat],
                "fault": fault.fault.value if fault else None,
                "move": fault.move if fault else None,
                "detail": fault.detail if fault else None,
            }
        )
    return rows


def match_facts(match: StoredMatch) -> dict[str, object]:
    """The match as one object for programs."""
    fixture, record = match.fixture, match.record
    return {
        "match": match.number,
        "round": fixture.round,
        "line_up": fixture.line_up,
        "deal": fixture.deal,
        "seating": fixture.seating,
        "place": fixture.place,
        "seed": record.seed,
        "moves": len(record.moves),
        "clock_limited": record.clock_limited,
        "seats": seat_rows(record, fixture.seats),
    }


def match_page(match: StoredMatch, logs: Mapping[int, MatchLog], columns_wide: int) -> str:
    """The match for people; ``logs`` by seat, as far as they are kept."""
    fixture, record = match.fixture, match.record
    heading = (
        f"Match {match.number}: round {fixture.round}, deal {fixture.deal}, "
        f"seating {fixture.seating}, {len(record.moves)} moves\n"
        f"Line-up {fixture.line_up}\n"
        f"Deal's seed {record.seed}\n"
    )
    seats = terminal_table(SEATS, seat_rows(record, fixture.seats), columns_wide)
    parts = [heading, seats]
    if record.clock_limited:
        parts.append(
            "A bot ran into a clock or did not start: played again, it may go another way.\n"
        )
    if logs:
        parts += [
            _excerpt(seat, bot, logs.get(seat), columns_wide)
            for seat, bot in enumerate(fixture.seats)
        ]
    else:
        parts.append(
            "No log of this match is kept; those of faults are, and those of each bot's last "
            f"{LAST_MATCHES} matches.\n"
        )
    return "\n".join(_printable_lines(part) for part in parts)


def log_text(log: MatchLog) -> str:
    """All that is kept of a log, with nothing in it that a terminal obeys."""
    text = _printable_lines(log.text)
    return text if text.endswith("\n") or not text else f"{text}\n"


def _printable_lines(text: str) -> str:
    return "\n".join(printable(line.expandtabs()) for line in text.split("\n"))


def _excerpt(seat: int, bot: str, log: MatchLog | None, columns_wide: int) -> str:
    """The beginning of a log; its end if the bot failed, since a traceback stands there."""
    who = f"Seat {seat}, {bot},"
    if log is None:
        return f"{who} its log is not kept.\n"
    lines = log_text(log).splitlines()
    part, chosen = "first", lines[:EXCERPT_LINES]
    if log.fault:
        part, chosen = "last", lines[-EXCERPT_LINES:]
    if len(lines) > EXCERPT_LINES:
        told = f"{len(lines)} lines; the {part} {EXCERPT_LINES} (--log {seat} shows all):"
    else:
        told = "this:" if lines else "nothing."
    heading = f"{who} printed {told}"
    body = [f"{INDENT}{shortened(line, columns_wide - len(INDENT))}" for line in chosen]
    if log.measured:
        body.append(f"{INDENT}(measured: {' '.join(log.measured.split())})")
    return "\n".join([heading, *body]) + "\n"
