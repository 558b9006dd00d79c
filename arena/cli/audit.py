"""``arena audit``: does all that a league has stored add up?"""

from __future__ import annotations

from pathlib import Path

import click

from arena.audit.auditing import audit as checked
from arena.cli.options import found_database, league_options, style_option
from arena.cli.output import is_asked_for, note, print_table
from arena.errors import ArenaError
from arena.reports.columns import AUDIT

MOST_FINDINGS = 5
MOST_WITH_VERBOSE = 1_000


@click.command()
@league_options
@style_option
def audit(league: Path, database: Path | None, style: str) -> None:
    """Check that all that LEAGUE has stored adds up.

    Seats and neighbours, every fixture once, tables and records, places, totals and ratings made
    anew from the records alone, the bots' files, logs, seeds, the rules of the league file and the
    organiser's log. Every record is replayed. The status is 1 if anything is wrong; --verbose
    tells more of it. A league can be audited while it is played.
    """
    path = found_database(league, database)
    most = MOST_WITH_VERBOSE if is_asked_for("verbose") else MOST_FINDINGS
    has_file = league.is_file() and league.resolve() != path.resolve()
    checks = checked(league if has_file else None, path, most)
    print_table(AUDIT, checks, style)
    wrong = [check.check for check in checks if check.result == "wrong"]
    if wrong:
        do = "does" if len(wrong) == 1 else "do"
        raise ArenaError(f"{len(wrong)} of {len(checks)} checks {do} not hold: {', '.join(wrong)}")
    note("Everything that was checked adds up.")
