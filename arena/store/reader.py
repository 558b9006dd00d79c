"""Reads a league's database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from arena.errors import RecordError, StoreError
from arena.plan import Entrant, Fixture, FixtureKey, Plan
from arena.records import Fault, FaultKind, MatchRecord, Result, read_record
from arena.store.facts import (
    Act,
    Platform,
    Ratings,
    Registered,
    Season,
    StoredMatch,
    StoredRating,
    StoredResult,
)
from arena.store.league_schema import LEAGUE
from arena.store.opening import open_for_reading
from arena.store.queries import (
    ABSENCES,
    ACTS,
    BOTS,
    CHOSEN,
    COUNTING,
    FIXTURE,
    NUMBERED,
    PLATFORMS,
    PLAYED,
    RATINGS,
    RECORD,
    RECORDS,
    RESULTS,
    SEASON,
    SEAT_RESULTS,
    SEATED,
    SEATS_OF_TABLES,
    STORED_OF_WAVE,
)
from arena.store.refusals import in_sentences

NO_LIMIT = -1


def made_by(league: Path | None) -> str:
    """The command that makes a league's database, as sentences name it."""
    return f"`arena run {league or 'LEAGUE'}`"


def open_reader(path: Path, league: Path | None = None) -> Reader:
    """A league's database as it is at this moment, whoever is writing it.

    ``league`` is its league file, for the sentence that says how a database is made. Raises
    StoreError for whatever keeps it from being read; makes and changes nothing.
    """
    return Reader(path, open_for_reading(path, LEAGUE, made_by(league)))


class Reader:
    """What a league's database says. To be closed after use."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database; harmless when that has been done."""
        self._connection.close()

    def season(self) -> Season:
        """The league and its season; StoreError if the database does not hold one."""
        rows = list(self._rows(SEASON))
        if not rows:
            raise StoreError(f"{self.path}: it is half-written or damaged, without a season")
        ((plan, seed, source, commitment, arena, python, sandbox, repeatable),) = rows
        return Season(
            plan=self._plan(plan),
            seed=seed,
            seed_source=source,
            commitment=commitment,
            arena=arena,
            python=python,
            sandbox=sandbox,
            repeatable=repeatable == "yes",
        )

    def bots(self) -> list[Registered]:
        """Every version of every bot, in the order of registration."""
        names = Entrant.__struct_fields__
        return [
            Registered(entrant=Entrant(**dict(zip(names, facts, strict=True))), path=path)
            for *facts, path in self._rows(BOTS)
        ]

    def absences(self) -> set[tuple[str, int, str]]:
        """Line-up, deal and label, for every withdrawn bot for which the caretaker has played."""
        return set(self._rows(ABSENCES))

    def platforms(self, *, used: bool = False) -> list[Platform]:
        """What the season has gone on on, oldest first; or only what stored matches are of."""
        names = Platform.__struct_fields__
        rows = self._rows(PLATFORMS, used=used)
        return [Platform(**dict(zip(names, row, strict=True))) for row in rows]

    def acts(self) -> Iterator[Act]:
        """The organiser's log, oldest first."""
        for row in self._rows(ACTS):
            yield Act(**dict(zip(Act.__struct_fields__, row, strict=True)))

    def has_played(self, wave: int) -> bool:
        """Whether a match of the wave has been stored, be it history by now."""
        ((stored,),) = self._rows(STORED_OF_WAVE, wave=wave)
        return bool(stored)

    def played(self) -> int:
        """How many fixtures have been played."""
        ((count,),) = self._rows(COUNTING)
        return int(count)

    def played_keys(self) -> set[FixtureKey]:
        """The fixtures that have been played."""
        return set(self._rows(PLAYED))

    def results(self, *, history: bool = False) -> dict[FixtureKey, Result]:
        """The result of every fixture that has been played, of ``history`` too if asked for."""
        found: dict[FixtureKey, Result] = {}
        rows = self._rows(SEAT_RESULTS, least=not history)
        for key, seats in groupby(rows, key=lambda row: row[:3]):
            scores, tokens, cards, places = map(
                list, zip(*(seat[3:] for seat in seats), strict=True)
            )
            found[key] = Result(scores=scores, tokens=tokens, cards=cards, places=places)
        return found

    def matches(
        self,
        *,
        after: int = 0,
        bot: str | None = None,
        faults: bool = False,
        last: int | None = None,
    ) -> Iterator[StoredMatch]:
        """Finished matches in schedule order, one at a time.

        Those after a number; those of a bot (a name, or the label of one version); those with
        a fault, of that bot if one is named; of all these only the last so many.
        """
        limit = NO_LIMIT if last is None else last
        chosen = list(self._rows(CHOSEN, after=after, bot=bot, faults=faults, last=limit))
        for number, match_id in reversed(chosen):
            yield self._match(number, match_id)

    def stored_results(self, *, history: bool = False) -> Iterator[StoredResult]:
        """Finished matches in schedule order, one at a time, without their moves.

        With ``history`` also those that do not count, and all are numbered together.
        """
        number = 0
        rows = self._rows(RESULTS, least=not history)
        blocks = groupby(groupby(rows, key=lambda row: row[:5]), key=lambda match: match[0][:4])
        for block, (_, matches) in enumerate(blocks, start=1):
            for _, seats in matches:
                number += 1
                yield _stored_result(number, block, list(seats))

    def seats_of_tables(self, most: int) -> Iterator[tuple[Any, ...]]:
        """The first so many seats in schedule order, as plain rows: all that tables are made of.

        Wave, round, line-up, deal, seating; the deal's seed; the bot's label, score, tokens,
        cards, place, and the move of its fault.
        """
        return self._rows(SEATS_OF_TABLES, most=most)

    def match(self, number: int) -> StoredMatch:
        """The match that people call by a number; StoreError if there is none."""
        rows = list(self._rows(NUMBERED, number=number))
        if not rows:
            raise StoreError(
                f"{self.path}: there is no match {number}; {self.played()} have been stored"
            )
        ((match_id,),) = rows
        return self._match(number, match_id)

    def records(self, *, counts: bool = True) -> Iterator[bytes]:
        """The line of every record that counts, or of those that do not, in schedule order.

        Without its newline.
        """
        for (record,) in self._rows(RECORDS, counts=counts):
            yield record

    def record(self, key: FixtureKey) -> bytes | None:
        """The line of one fixture's record; None if it has none."""
        line_up, deal, seating = key
        rows = self._rows(RECORD, line_up=line_up, deal=deal, seating=seating)
        return next((record for (record,) in rows), None)

    def ratings(self) -> Ratings:
        """The ratings as they were last stored."""
        ((rated,),) = self._rows("SELECT coalesce(max(rated), 0) FROM season")
        bots = [
            StoredRating(bot=bot, mu=mu, sigma=sigma, matches=matches)
            for bot, mu, sigma, matches in self._rows(RATINGS)
        ]
        return Ratings(rated=rated, bots=bots)

    def _match(self, number: int, match_id: int) -> StoredMatch:
        (row,) = self._rows(FIXTURE, match_id=match_id)
        wave, round_number, line_up, deal, seating, place, record = row
        fixture = Fixture(
            wave=wave,
            round=round_number,
            line_up=line_up,
            deal=deal,
            seating=seating,
            seats=[label for (label,) in self._rows(SEATED, match_id=match_id)],
            place=place,
        )
        return StoredMatch(number=number, fixture=fixture, record=self._record(number, record))

    def _plan(self, text: str) -> Plan:
        try:
            return msgspec.json.decode(text, type=Plan)
        except msgspec.MsgspecError as error:
            raise StoreError(f"{self.path}: its plan cannot be read: {error}") from error

    def _record(self, number: int, line: bytes) -> MatchRecord:
        try:
            return read_record(line)
        except RecordError as error:
            raise StoreError(f"{self.path}: match {number}: {error}") from error

    def _rows(self, query: str, **values: object) -> Iterator[Any]:
        with in_sentences(self.path):
            yield from self._connection.execute(query, values)


def _stored_result(number: int, block: int, seats: list[tuple[Any, ...]]) -> StoredResult:
    """A match from the rows of its seats."""
    wave, round_number, line_up, deal, seating, place, seed = seats[0][:7]
    columns = list(zip(*seats, strict=True))
    labels, scores, tokens, cards, places = map(list, columns[7:12])
    return StoredResult(
        number=number,
        block=block,
        fixture=Fixture(
            wave=wave,
            round=round_number,
            line_up=line_up,
            deal=deal,
            seating=seating,
            seats=labels,
            place=place,
        ),
        seed=seed,
        result=Result(scores=scores, tokens=tokens, cards=cards, places=places),
        faults=[
            Fault(seat=seat, move=move, fault=FaultKind(kind), detail=detail)
            for move, seat, kind, detail in sorted(row[12:] for row in seats if row[14])
        ]
        if any(columns[14])
        else [],
    )
