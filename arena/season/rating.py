"""Ratings made anew from all finished matches that count."""

from __future__ import annotations

from collections.abc import Iterable

from arena.errors import ArenaError, RecordError, StoreError
from arena.formats.catalogue import FORMATS
from arena.plan import Block, Plan
from arena.ranking.played import Played
from arena.ranking.standings import bot_of
from arena.records import MatchRecord, read_record
from arena.season.fold import RatingFold
from arena.store.auditing import Inspector
from arena.store.facts import Ratings, StoredResult
from arena.store.reader import Reader

NO_RATINGS = Ratings(rated=0, bots=[])
"""Before the first match."""


def rebuilt(reader: Reader, plan: Plan, seed: str) -> Ratings:
    """The ratings after the matches of a plan that have been played, from the first one on.

    ``plan`` may be one that is not stored yet, by which some count that are history by now;
    ``seed`` is the league's.
    """
    played = reader.results(history=True)
    blocks = FORMATS[plan.format.kind].blocks(plan, seed, played)
    return folded(plan, blocks, reader.stored_results(history=True))


def folded(plan: Plan, blocks: Iterable[Block], results: Iterable[StoredResult]) -> Ratings:
    """The ratings after the results of a schedule; those that are not in it do not count."""
    fixtures = [fixture for block in blocks for fixture in block.fixtures]
    scheduled = {fixture.key for fixture in fixtures}
    fold = RatingFold(plan, NO_RATINGS, fixtures)
    for result in results:
        if result.fixture.key in scheduled:
            fold.add(result.fixture.key, as_played(result))
    return fold.ratings


def from_records(stored: Inspector, plan: Plan, seed: str) -> Ratings:
    """The ratings after the stored matches that count, by their records and by nothing else.

    Of the rows of a match only its place in the schedule is asked for. ``seed`` is the league's,
    where the format needs it. Raises StoreError for a record that cannot be read, or is not one
    of its match.
    """
    blocks = FORMATS[plan.format.kind].blocks(plan, seed, stored.results())
    fixtures = [fixture for block in blocks for fixture in block.fixtures]
    scheduled = {fixture.key for fixture in fixtures}
    fold = RatingFold(plan, NO_RATINGS, fixtures)
    for match in stored.whole_matches():
        if match.number is not None and match.key in scheduled:
            try:
                if match.record is None:
                    raise RecordError("record", "the match has none")
                fold.add(match.key, by_its_record(match.order, read_record(match.record)))
            except ArenaError as error:
                raise StoreError(f"{stored.path}: match {match.number}: {error}") from error
    return fold.ratings


def by_its_record(order: tuple[int, int, str, int, int], record: MatchRecord) -> Played:
    """A match as ranking sees it: its place in the schedule, and all else from the record.

    Raises RecordError for a record of other bots than the line-up.
    """
    line_up = {bot_of(label): label for label in order[2].split("+")}
    names = [seat.bot for seat in record.seats]
    if sorted(names) != sorted(line_up):
        raise RecordError("seats", f"{', '.join(names)}; the line-up is {order[2]}")
    result = record.result
    for key in result.__struct_fields__:
        if len(getattr(result, key)) != record.players:
            raise RecordError(
                "result", f"{len(getattr(result, key))} {key}, {record.players} seats"
            )
    moves = {fault.seat: fault.move for fault in record.faults}
    return Played(
        order=order,
        seed=record.seed,
        seats=[line_up[name] for name in names],
        result=result,
        faults=[moves.get(seat) for seat in range(record.players)],
    )


def as_played(stored: StoredResult) -> Played:
    """A stored match as ranking sees it."""
    moves = {fault.seat: fault.move for fault in stored.faults}
    return Played(
        order=stored.fixture.order,
        seed=stored.seed,
        seats=stored.fixture.seats,
        result=stored.result,
        faults=[moves.get(seat) for seat in range(len(stored.fixture.seats))],
    )
