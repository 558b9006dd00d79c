"""What a worker may tell of a block, and what it may not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.cluster.checking import check_block
from arena.errors import RecordError
from arena.formats.catalogue import FORMATS
from arena.games.catalogue import GAMES
from arena.match.block import (
    BlockOrder,
    FinishedMatch,
    PlayedBlock,
    VoidMatch,
    order_of,
)
from arena.match.referee import Table, play
from arena.players.player import Failure, PlayerLog, failure
from arena.records import FaultKind, SeatRecord
from tests.cli.leagues import SEED, RandomPlayer, make_plan
from tests.cli.running import ROOT

PLAN = make_plan(["ant", "bee", "cow"])
(BLOCK, *_) = FORMATS[PLAN.format.kind].blocks(PLAN, SEED, {})
ORDER = order_of(BLOCK, PLAN, SEED, {entrant.label: Path("bot.py") for entrant in PLAN.entrants})


class Failing(RandomPlayer):
    """Fails at its first question in this way."""

    def __init__(self, failed: Failure) -> None:
        super().__init__("", PLAN, None)
        self._failed = failed

    def ask(self, view: object, legal: object) -> Failure:  # noqa: ARG002 because it plays blindly
        return self._failed


def finished(number: int, first: RandomPlayer | None = None) -> FinishedMatch:
    """The match of that number as an honest worker tells it; ``first`` sits in seat 0."""
    match = ORDER.matches[number]
    table = Table(
        seed=match.seed,
        deck=ORDER.deck,
        seats=[SeatRecord(one.entrant.name, one.entrant.version) for one in match.sittings],
    )
    players = [RandomPlayer(sitting.seed, PLAN, None) for sitting in match.sittings]
    return FinishedMatch(
        match.fixture, play(GAMES[ORDER.game], table, [first or players[0], *players[1:]])
    )


def failed(kind: FaultKind, *, by_machine: bool = False) -> FinishedMatch:
    return finished(0, Failing(failure(kind, PLAN.limits, by_machine=by_machine)))


HONEST = PlayedBlock([finished(number) for number in range(3)], [])
FIRST, SECOND, THIRD = HONEST.finished
CHARGED = replace(ORDER, charged=[*FIRST.fixture.seats])


def without_first(order: BlockOrder) -> BlockOrder:
    """The order in which the bot of the first match's first seat is absent from that match."""
    match = order.matches[0]
    sittings = [replace(match.sittings[0], entry=None), *match.sittings[1:]]
    return replace(order, matches=[replace(match, sittings=sittings), *order.matches[1:]])


ABSENT = without_first(ORDER)


def void(*silent: str) -> PlayedBlock:
    return PlayedBlock([SECOND, THIRD], [VoidMatch(FIRST.fixture, [*silent])])


def with_first(match: FinishedMatch) -> PlayedBlock:
    return PlayedBlock([match, SECOND, THIRD], [])


def silently(kind: FaultKind) -> PlayedBlock:
    return with_first(failed(kind, by_machine=True))


HOLDING = {
    "all matches": (HONEST, ORDER),
    "in another order": (PlayedBlock([THIRD, FIRST, SECOND], []), ORDER),
    "a fault": (with_first(failed(FaultKind.CRASH)), ORDER),
    "the first silence": (void(FIRST.fixture.seats[1]), ORDER),
    "a further silence": (silently(FaultKind.STALL), CHARGED),
    "a silent start": (silently(FaultKind.STARTUP), CHARGED),
    "a second kill": (silently(FaultKind.CRASH), CHARGED),
    "a bot that was withdrawn": (with_first(failed(FaultKind.WITHDRAWN)), ABSENT),
    "a start that failed at once": (with_first(failed(FaultKind.STARTUP)), ORDER),
}


@pytest.mark.parametrize(("block", "order"), HOLDING.values(), ids=HOLDING)
def test_what_may_have_come_of_a_block_holds(block: PlayedBlock, order: BlockOrder) -> None:
    check_block(block, order, halted=False)


def test_a_halted_run_lacks_the_last_matches_only() -> None:
    for count in range(4):
        check_block(PlayedBlock(HONEST.finished[:count], []), ORDER, halted=True)
    with pytest.raises(RecordError, match="other matches"):
        check_block(PlayedBlock([SECOND], []), ORDER, halted=True)


def record(**changed: object) -> PlayedBlock:
    played = FIRST.played
    return with_first(
        replace(FIRST, played=replace(played, record=replace(played.record, **changed)))
    )


def detail(match: FinishedMatch, told: str) -> PlayedBlock:
    (fault,) = match.played.record.faults
    faults = [replace(fault, detail=told)]
    changed = replace(match.played.record, faults=faults)
    return with_first(replace(match, played=replace(match.played, record=changed)))


def logs(*told: PlayerLog) -> PlayedBlock:
    return with_first(replace(FIRST, played=replace(FIRST.played, logs=[*told])))


ELSEWHERE = replace(FIRST.fixture, place="elsewhere")
ILLEGAL = finished(0, Failing(Failure(FaultKind.ILLEGAL, "not your turn (ten-1 §2.1)")))
SPOILT: dict[str, tuple[str, Callable[[], PlayedBlock], BlockOrder]] = {
    "a bot withdrawn by the worker": (
        "cannot have withdrawn",
        lambda: with_first(failed(FaultKind.WITHDRAWN)),
        ORDER,
    ),
    "a bot that is absent and has failed": (
        "cannot have crash",
        lambda: with_first(failed(FaultKind.CRASH)),
        ABSENT,
    ),
    "a match too few": ("other matches", lambda: PlayedBlock([FIRST, SECOND], []), ORDER),
    "a match twice": ("other matches", lambda: PlayedBlock([FIRST, FIRST, SECOND], []), ORDER),
    "a match more": ("other matches", lambda: PlayedBlock([*HONEST.finished, FIRST], []), ORDER),
    "finished and void": (
        "other matches",
        lambda: replace(HONEST, void=[VoidMatch(FIRST.fixture, ["ant@1"])]),
        ORDER,
    ),
    "another fixture": (
        "fixture: another",
        lambda: with_first(replace(FIRST, fixture=ELSEWHERE)),
        ORDER,
    ),
    "another void fixture": (
        "fixture: another",
        lambda: PlayedBlock([SECOND, THIRD], [VoidMatch(ELSEWHERE, ["ant@1"])]),
        ORDER,
    ),
    "another match's record": (
        "seed|seats",
        lambda: with_first(replace(FIRST, played=SECOND.played)),
        ORDER,
    ),
    "another seed": ("seed: ", lambda: record(seed="another"), ORDER),
    "another version": (
        "seats: ",
        lambda: record(seats=[SeatRecord("ant", "00"), *FIRST.played.record.seats[1:]]),
        ORDER,
    ),
    "another deck": ("deck: ", lambda: record(deck={"R1": 1}), ORDER),
    "another format": ("format: ", lambda: record(format="arena-match/0"), ORDER),
    "a move less": ("moves: ", lambda: record(moves=FIRST.played.record.moves[:-1]), ORDER),
    "void by nobody": ("silent: ", void, ORDER),
    "void by a stranger": ("silent: ", lambda: void("dog@1"), ORDER),
    "void by one that was silent before": (
        "silent: ",
        lambda: void(FIRST.fixture.seats[1]),
        CHARGED,
    ),
    "a first silence that counts": ("silent: ", lambda: silently(FaultKind.STALL), ORDER),
    "a first kill that counts": ("silent: ", lambda: silently(FaultKind.CRASH), ORDER),
    "a stall without silence": ("silent: ", lambda: with_first(failed(FaultKind.STALL)), CHARGED),
    "silence without a fault": (
        "silent: ",
        lambda: with_first(replace(FIRST, played=replace(FIRST.played, silent=[0]))),
        CHARGED,
    ),
    "silence of no seat": (
        "silent: ",
        lambda: with_first(replace(FIRST, played=replace(FIRST.played, silent=[7]))),
        CHARGED,
    ),
    "a fault in other words": (
        "faults: crash is not told",
        lambda: detail(failed(FaultKind.CRASH), "it was ugly"),
        ORDER,
    ),
    "a forbidden action by no rule": (
        "faults: illegal is not told",
        lambda: detail(ILLEGAL, "it was ugly"),
        ORDER,
    ),
    "a log too few": ("logs: not one", lambda: logs(PlayerLog(), PlayerLog()), ORDER),
    "a log without end": (
        "logs: longer",
        lambda: logs(PlayerLog(b"x" * 70_000), PlayerLog(), PlayerLog()),
        ORDER,
    ),
}


def rules() -> Iterator[str]:
    """What a record says where a rule of a game forbids an action, for each rule that does."""
    for source in (ROOT / "arena/games").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            match node:
                case ast.Call(
                    func=ast.Name("ActionError"),
                    args=[ast.Constant(str(reason)), ast.Constant(str(rule))],
                ):
                    yield f"{reason} ({ORDER.game} §{rule})"


def test_every_rule_is_told_as_the_coordinator_allows() -> None:
    told = [*rules()]
    for sentence in told:
        check_block(detail(ILLEGAL, sentence), ORDER, halted=False)
    calls = [
        line
        for source in (ROOT / "arena/games").rglob("*.py")
        for line in source.read_text().splitlines()
        if "raise ActionError(" in line
    ]
    assert len(told) == len(calls) > 20


@pytest.mark.parametrize(("sentence", "block", "order"), SPOILT.values(), ids=SPOILT)
def test_what_cannot_have_come_of_a_block_is_refused(
    sentence: str, block: Callable[[], PlayedBlock], order: BlockOrder
) -> None:
    with pytest.raises(RecordError, match=sentence):
        check_block(block(), order, halted=False)
