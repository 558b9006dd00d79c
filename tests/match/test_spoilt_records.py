"""Records of random matches, spoilt and changed in many ways: refused, or true."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from arena.errors import RecordError
from arena.games.ten.game import TEN
from arena.match.replay import check
from arena.records import Fault, FaultKind, MatchRecord, Result, read_record, write_record
from tests.games.ten.playing import randoms
from tests.match.recording import records

replaced = msgspec.structs.replace


def refusal(record: MatchRecord) -> str:
    """Where the record does not hold, empty if it does; it must be one or the other."""
    try:
        check(read_record(write_record(record)), TEN)
    except RecordError as error:
        return error.where
    return ""


@given(records)
@settings(max_examples=100)
def test_a_match_that_was_played_holds(record: MatchRecord) -> None:
    assert refusal(record) == ""
    assert read_record(write_record(record)) == record


def moved(record: MatchRecord, moves: list[tuple[int, str]]) -> MatchRecord:
    return replaced(record, moves=moves)


def drop(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    return moved(record, record.moves[:at] + record.moves[at + 1 :])


def cut(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    return moved(record, record.moves[:at])


def append(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    return moved(record, [*record.moves, record.moves[at]])


def other_seat(record: MatchRecord, at: int, random: Random) -> MatchRecord:
    seat, text = record.moves[at]
    other = seat + random.choice([-7, -1, 1, 2, 10**30])
    return moved(record, [*record.moves[:at], (other, text), *record.moves[at + 1 :]])


def no_action(record: MatchRecord, at: int, random: Random) -> MatchRecord:
    seat, text = record.moves[at]
    spoilt = random.choice([text + " ", text.upper(), "", text[:-1], text + "+", "bid 01t"])
    return moved(record, [*record.moves[:at], (seat, spoilt), *record.moves[at + 1 :]])


def pieces_in_another_order(record: MatchRecord, _: int, __: Random) -> MatchRecord:
    def backwards(text: str) -> str:
        words = text.split(" ")
        return " ".join([*words[:-1], "+".join(reversed(words[-1].split("+")))])

    return moved(record, [(seat, backwards(text)) for seat, text in record.moves])


def other_result(record: MatchRecord, at: int, random: Random) -> MatchRecord:
    lists = msgspec.structs.asdict(record.result)
    values = lists[random.choice(sorted(lists))]
    values[at % len(values)] += random.choice([-1, 1, 10**30])
    return replaced(record, result=Result(**{key: list(value) for key, value in lists.items()}))


def longer_result(record: MatchRecord, _: int, __: Random) -> MatchRecord:
    return replaced(record, result=replaced(record.result, places=[*record.result.places, 1]))


def fault_nowhere(record: MatchRecord, _: int, random: Random) -> MatchRecord:
    nowhere = random.choice([-1, len(record.moves), 10**30])
    return replaced(record, faults=[*record.faults, Fault(0, nowhere, FaultKind.CRASH, "")])


def fault_twice(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    fault = Fault(record.moves[at][0], at, FaultKind.CRASH, "")
    return replaced(record, faults=[*record.faults, fault, fault])


def fault_at_another_seat_s_move(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    fault = Fault(record.moves[at][0] + 1, at, FaultKind.CRASH, "")
    return replaced(record, faults=[fault])


def other_deck(record: MatchRecord, _: int, random: Random) -> MatchRecord:
    spoilt = random.choice([{}, {"X1": 1}, {"R1": -1, "R2": 2}, {"R1": 0}, {"R1": 10**30}])
    return replaced(record, deck=spoilt)


ALWAYS_WRONG = [
    *(cut, append, other_seat, no_action, pieces_in_another_order, other_result),
    *(longer_result, fault_nowhere, fault_twice, fault_at_another_seat_s_move, other_deck),
]


@pytest.mark.parametrize("spoil", ALWAYS_WRONG, ids=lambda spoil: spoil.__name__)
def test_a_spoilt_record_is_refused_unless_nothing_was_changed(
    spoil: Callable[[MatchRecord, int, Random], MatchRecord],
) -> None:
    @given(records, randoms)
    @settings(max_examples=30)
    def spoilt_records_are_refused(record: MatchRecord, random: Random) -> None:
        kept = write_record(record)
        spoilt = spoil(record, random.randrange(len(record.moves)), random)
        if write_record(spoilt) != kept:
            assert refusal(spoilt)

    spoilt_records_are_refused()


def swap(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    pair = record.moves[at : at + 2][::-1]
    return moved(record, [*record.moves[:at], *pair, *record.moves[at + 2 :]])


def repeat(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    return moved(record, [*record.moves[: at + 1], *record.moves[at:]])


def other_action(record: MatchRecord, at: int, random: Random) -> MatchRecord:
    seat, _ = record.moves[at]
    other = random.choice(record.moves)[1]
    return moved(record, [*record.moves[:at], (seat, other), *record.moves[at + 1 :]])


def other_payment(record: MatchRecord, _: int, random: Random) -> MatchRecord:
    paying = [number for number, (_, text) in enumerate(record.moves) if "b" in text[:2]]
    if not paying:
        return record
    at = random.choice(paying)
    seat, text = record.moves[at]
    payment = random.choice(["1t", "1b", "2t", "1t+1b", "R1", "9b"])
    changed = f"{text.rpartition(' ')[0]} {payment}"
    return moved(record, [*record.moves[:at], (seat, changed), *record.moves[at + 1 :]])


def new_fault(record: MatchRecord, at: int, _: Random) -> MatchRecord:
    fault = Fault(record.moves[at][0], at, FaultKind.ILLEGAL, "")
    return replaced(record, faults=[fault])


def no_faults(record: MatchRecord, _: int, __: Random) -> MatchRecord:
    return replaced(record, faults=[])


def other_seed(record: MatchRecord, _: int, random: Random) -> MatchRecord:
    return replaced(record, seed=str(random.random()))


def other_copies(record: MatchRecord, _: int, random: Random) -> MatchRecord:
    table = dict(record.deck or {"R1": 3, "$2": 3})
    table[random.choice(list(table))] += 1
    return replaced(record, deck=table)


OFTEN_WRONG = [
    *(
        drop,
        swap,
        repeat,
        other_action,
        other_payment,
        new_fault,
        no_faults,
        other_seed,
        other_copies,
    )
]


@pytest.mark.parametrize("change", OFTEN_WRONG, ids=lambda change: change.__name__)
def test_a_changed_record_holds_or_is_refused_with_a_sentence(
    change: Callable[[MatchRecord, int, Random], MatchRecord],
) -> None:
    """A losing offer may have been another one; what holds must tell its own true result."""

    @given(records, randoms)
    @settings(max_examples=30)
    def changed_records(record: MatchRecord, random: Random) -> None:
        changed = change(record, random.randrange(len(record.moves)), random)
        if not refusal(changed):
            state = TEN.start(changed.seed, changed.players, changed.deck)
            for seat, text in changed.moves:
                assert seat == state.to_move
                state.apply(TEN.read(text))
            assert TEN.result(state).scores == changed.result.scores

    changed_records()
