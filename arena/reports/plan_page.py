"""What a league comes to, as people read it before they run it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.reports.amounts import duration, known, rough_duration
from arena.reports.columns import Column, Row, text

PLAN_FOR_PEOPLE = [text("what"), text("planned")]

NOTHING = "nothing is left to play"


def plan_columns(facts: Row) -> list[Column]:
    """The columns of a table that has the facts in one row."""
    return [Column(key=key, is_number=not isinstance(fact, str)) for key, fact in facts.items()]


def plan_rows(facts: Mapping[str, Any]) -> list[Row]:
    """The facts of a forecast, a row for each."""
    played = f", {facts['played']:,} of them played" if facts["played"] else ""
    left = facts["matches"] > facts["played"]
    size = facts["matches_per_block"]
    told = {
        "bots": f"{facts['bots']:,}, at tables of {facts['seats']}",
        "deals": f"{facts['deals']:,} of each line-up",
        "rounds": f"{facts['rounds']:,}",
        "blocks": f"{facts['blocks']:,}, each of {size} {'match' if size == 1 else 'matches'}",
        "matches": f"{facts['matches']:,}{played}",
        "deals per bot": _range(facts, "deals_per_bot"),
        "matches per bot": _range(facts, "matches_per_bot"),
        "matches per pair": _range(facts, "matches_per_pair"),
        "likely time": f"about {rough_duration(facts['likely_s'])}" if left else NOTHING,
        "worst time": duration(facts["worst_s"]) if left else NOTHING,
        "expected error": "unknown" if facts["error"] is None else f"± {known(facts['error'])}",
    }
    return [{"what": what, "planned": planned} for what, planned in told.items()]


def plan_notes(facts: Mapping[str, Any]) -> list[str]:
    """What the last rows of the table rest on, a sentence for each."""
    return [
        f"Likely time: {facts['likely_from']}.",
        f"Worst time: {facts['worst_from']}.",
        f"Expected error: {facts['error_from']}.",
    ]


def _range(facts: Mapping[str, Any], key: str) -> str:
    least, most = facts[f"{key}_least"], facts[f"{key}_most"]
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
