"""A match in words."""

from __future__ import annotations

import pytest

from arena.records import Fault, FaultKind
from arena.reports.match_page import match_facts, match_page
from arena.store.facts import MatchLog, StoredMatch
from tests.store.making import fault, match


def stored(*faults: Fault) -> StoredMatch:
    fixture, record = match(faults=faults)
    return StoredMatch(number=7, fixture=fixture, record=record)


def log(text: str, *, failed: bool = False, measured: str = "", seat: int = 0) -> MatchLog:
    return MatchLog(
        line_up="ant@1+bee@1",
        deal=0,
        seating=0,
        seat=seat,
        bot="ant@1",
        text=text,
        measured=measured,
        fault=failed,
    )


def logs_of(page: str) -> list[str]:
    """The paragraphs of a page about its logs."""
    return [part.rstrip("\n") for part in page.split("\n\n") if part.startswith("Seat ")]


TEN = [f"line {number}" for number in range(1, 11)]
MORE = [*TEN, "line 11"]


@pytest.mark.parametrize(
    ("heading", "body", "kept"),
    [
        ("printed nothing.", [], log("")),
        ("printed this:", ["one"], log("one\n")),
        ("printed this:", TEN, log("\n".join(TEN))),
        ("printed 11 lines; the first 10 (--log 0 shows all):", TEN, log("\n".join(MORE))),
        (
            "printed 11 lines; the last 10 (--log 0 shows all):",
            MORE[1:],
            log("\n".join(MORE), failed=True),
        ),
        (
            "printed nothing.",
            ["(measured: 153 ms of 100 ms)"],
            log("", failed=True, measured="153 ms\nof 100 ms"),
        ),
        ("printed this:", ["x" * 38 + "…" + "x" * 37], log("x" * 200)),
    ],
)
def test_a_log_is_shown_in_part(heading: str, body: list[str], kept: MatchLog) -> None:
    page = match_page(stored(), {0: kept}, 80)
    assert logs_of(page)[0].splitlines() == [
        f"Seat 0, ant@1, {heading}",
        *(f"    {line}" for line in body),
    ]


def test_a_log_among_others_may_be_missing() -> None:
    page = match_page(stored(), {0: log("one")}, 80)
    assert logs_of(page)[1] == "Seat 1, bee@1, its log is not kept."


@pytest.mark.parametrize(
    ("warned", "kind"),
    [(True, FaultKind.TIMEOUT), (True, FaultKind.STALL), (False, FaultKind.CRASH)],
)
def test_a_match_that_a_clock_decided_may_not_repeat(warned: bool, kind: FaultKind) -> None:
    match = stored(fault(kind=kind))
    assert ("A bot ran into a clock" in match_page(match, {}, 80)) == warned
    assert match_facts(match)["clock_limited"] == warned
