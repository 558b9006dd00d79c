"""An audit: every check of a league, over one pass through its matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from arena.audit.acts import Acts
from arena.audit.bots import Bots, Files
from arena.audit.check import Check, Checked, Facts, Seen
from arena.audit.logs import Logs
from arena.audit.matches import Faults, Places, Records, Tables
from arena.audit.ratings import Rebuilt
from arena.audit.schedule import Counts, Fixtures, Neighbours, Seats
from arena.audit.season import Agreement, refuse_impossible
from arena.audit.seeds import Seeds
from arena.audit.sums import Totals
from arena.errors import LeagueError, excerpt
from arena.formats.catalogue import FORMATS
from arena.league.reading import League, read_league
from arena.plan import Fixture, FixtureKey
from arena.store.auditing import Inspector, kept_logs, open_inspector
from arena.store.facts import Season
from arena.store.logs import logs_path

LONGEST = 300
"""Characters of a finding: what is stored may hold anything."""


def audit(league: Path | None, database: Path, most: int) -> list[Checked]:
    """Check all that a league has stored; of each check at most so many findings are told.

    ``league`` is its file, None if there is none. The database may be written meanwhile: it is
    audited as it was when this began. Raises StoreError for one that cannot be read.
    """
    logs = kept_logs(logs_path(database))
    with open_inspector(database, league) as stored:
        facts = _facts(stored, league)
        refuse_impossible(facts.plan, database)
        checks = _checks(facts, stored, Logs(logs))
        findings = {check.name: _Findings(most) for check in checks}
        for match in stored.whole_matches():
            seen = Seen(match)
            for check in checks:
                for sentence in check.see(seen):
                    findings[check.name].add(f"{seen.name}: {sentence}")
        for check in checks:
            for sentence in check.end():
                findings[check.name].add(sentence)
        return [_checked(check, findings[check.name]) for check in checks]


class Database(Check):
    """SQLite finds its file whole and every row what it refers to; nothing acts by itself."""

    name = "database"

    def __init__(self, stored: Inspector) -> None:
        self._stored = stored

    def end(self) -> Iterator[str]:
        """What SQLite finds."""
        self.note = "SQLite's own checks"
        yield from self._stored.damages()
        yield from self._stored.changed("index", "trigger")


class _Findings:
    """Sentences, of which so many are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self._kept: list[str] = []

    def add(self, sentence: str) -> None:
        self._count += 1
        if len(self._kept) < self._most:
            self._kept.append(excerpt(sentence, LONGEST))

    def told(self) -> list[str]:
        more = self._count - len(self._kept)
        return [*self._kept, f"and {more:,} more"] if more else self._kept


def _given(league: Path | None, season: Season) -> League | LeagueError | None:
    """The league file, or what is wrong with it."""
    if league is None:
        return None
    try:
        given = read_league(league, secret=False)
        if season.seed is None and given.seed_file is not None and given.seed_file.exists():
            return read_league(league)
        return given
    except LeagueError as error:
        return error


def _facts(stored: Inspector, league: Path | None) -> Facts:
    season = stored.season()
    bots = stored.bots()
    given = _given(league, season)
    seed = season.seed
    if seed is None and isinstance(given, League):
        seed = given.seed
    return Facts(
        season=season,
        entrants={bot.entrant.label: bot.entrant for bot in bots},
        seed=seed,
        league=given,
        is_public=not any(bot.path for bot in bots),
    )


def _checks(facts: Facts, stored: Inspector, logs: Logs) -> Sequence[Check]:
    schedule = _schedule(facts, stored)
    return [
        Database(stored),
        Agreement(facts, stored),
        Bots(facts, stored.bots()),
        Acts(facts, stored),
        Files(facts, stored.path),
        Seeds(facts),
        Counts(facts),
        Fixtures(schedule),
        Seats(facts.plan),
        Neighbours(facts, schedule),
        Tables(facts),
        Records(facts),
        Places(),
        Faults(),
        Totals(facts, stored),
        Rebuilt(facts, stored.ratings(), schedule),
        logs,
    ]


def _schedule(facts: Facts, stored: Inspector) -> dict[FixtureKey, Fixture]:
    """All fixtures that are certain by now, in their order; the seed only draws who sits where."""
    plan = facts.plan
    blocks = FORMATS[plan.format.kind].blocks(plan, facts.seed or "", stored.results())
    return {fixture.key: fixture for block in blocks for fixture in block.fixtures}


def _checked(check: Check, findings: _Findings) -> Checked:
    told = findings.told()
    return Checked(
        check=check.name,
        result="wrong" if told else "not checked" if check.unchecked else "holds",
        note=check.note,
        findings=told,
    )
