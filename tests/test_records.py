"""Match records: one line of JSON each way, and what no reader takes (protocol §2)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.errors import RecordError
from arena.games.ten.game import TEN
from arena.match.replay import check
from arena.records import (
    FORMAT,
    MAX_LINE_BYTES,
    Fault,
    FaultKind,
    MatchRecord,
    Result,
    SeatRecord,
    read_record,
    write_record,
)

RECORD = MatchRecord(
    format=FORMAT,
    game="ten-1",
    seed="한국",
    players=2,
    deck={"R1": 2, "$1": 1},
    seats=[SeatRecord("漢字", "00ff"), SeatRecord('q"\\', "")],
    moves=[(0, "draw"), (0, "take numbers")],
    faults=[Fault(1, 1, FaultKind.STALL, "no answer")],
    result=Result(scores=[1, 0], tokens=[5, 5], cards=[1, 0], places=[1, 2]),
)

LINE = (
    '{"format":"arena-match/1","game":"ten-1","seed":"한국","players":2,"deck":{"R1":2,"$1":1},'
    '"seats":[{"bot":"漢字","version":"00ff"},{"bot":"q\\"\\\\","version":""}],'
    '"moves":[[0,"draw"],[0,"take numbers"]],'
    '"faults":[{"seat":1,"move":1,"fault":"stall","detail":"no answer"}],'
    '"result":{"scores":[1,0],"tokens":[5,5],"cards":[1,0],"places":[1,2]}}'
)


def test_a_record_is_one_line_with_its_keys_in_order_and_letters_as_they_are() -> None:
    assert write_record(RECORD) == LINE.encode()
    assert read_record(LINE.encode()) == RECORD


def test_any_spelling_of_the_same_json_is_read() -> None:
    value = json.loads(LINE)
    for spelling in [
        json.dumps(value),
        json.dumps(value, indent=1, ensure_ascii=True),
        json.dumps(dict(reversed(value.items())), ensure_ascii=False),
        f" {LINE}\r\n",
    ]:
        assert read_record(spelling.encode()) == RECORD


@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        *[(True, kind) for kind in (FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.STALL)],
        *[(False, kind) for kind in (FaultKind.CRASH, FaultKind.ILLEGAL, FaultKind.MEMORY)],
    ],
)
def test_a_match_is_marked_if_a_clock_decided(marked: bool, kind: FaultKind) -> None:
    fault = Fault(0, 1, kind, "")
    record = MatchRecord(
        **{**{name: getattr(RECORD, name) for name in RECORD.__struct_fields__}, "faults": [fault]}
    )
    assert record.clock_limited == marked


def changed(old: str, new: str) -> bytes:
    """The line with one piece replaced."""
    assert LINE.count(old) >= 1
    return LINE.replace(old, new, 1).encode()


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


WRONG = [
    ("nothing", b"", "record", "not a match record"),
    ("half a line", LINE.encode()[:200], "record", "not a match record"),
    ("two records", LINE.encode() * 2, "record", "not a match record"),
    ("null", b"null", "record", "not a match record"),
    ("a list", b"[1]", "record", "not a match record"),
    ("a byte-order mark", b"\xef\xbb\xbf" + LINE.encode(), "record", "not a match record"),
    ("UTF-16", LINE.encode("utf-16"), "record", "not a match record"),
    ("no UTF-8", LINE.encode().replace("한".encode(), b"\xff\xfe"), "record", "UTF-8"),
    ("half a surrogate", changed("한국", "\\ud800"), "record", "surrogate"),
    ("a raw surrogate", LINE.encode().replace("한".encode(), b"\xed\xa0\x80"), "record", "UTF-8"),
    ("a control character", changed("한국", "\x01"), "record", "not a match record"),
    ("deep lists", changed("[[0", nested(100_000) + "[[0"), "record", "not a match record"),
    ("deep lists as a new key", changed("{", '{"x":' + nested(50_000) + ","), "record", "`x`"),
    ("deep tables", changed('{"R1":2', '{"R1":' + '{"R1":' * 50_000), "record", "`int`"),
    ("an unknown key", changed("{", '{"date":1,'), "record", "unknown field `date`"),
    ("an unknown key inside", changed('{"bot"', '{"elo":1,"bot"'), "record", "unknown field"),
    ("a key that commands", changed("{", '{"\\u001b[2J":1,'), "record", "`\\x1b[2J`"),
    ("a missing key", changed('"players":2,', ""), "record", "missing required field `players`"),
    ("a key twice", changed('"players":2', '"players":2,"players":2'), "record", "'players'"),
    ("a key twice inside", changed('"seat":1', '"seat":1,"seat":1'), "record", "'seat'"),
    ("a card twice", changed('"R1":2', '"R1":2,"R1":2'), "record", "'R1' comes more than once"),
    (
        "a card twice among 60,000",
        changed('"R1":2', ",".join(f'"{card}":0' for card in [*range(60_000), 59_999])),
        "record",
        "'59999' comes more than once",
    ),
    ("a key twice, spelt differently", changed('"R1":2', '"R1":2,"R\\u0031":2'), "record", "'R1'"),
    ("a boolean for a number", changed('"players":2', '"players":true'), "record", "`int`"),
    ("a float for a number", changed('"players":2', '"players":2.0'), "record", "`int`"),
    ("a power for a number", changed('"players":2', '"players":2e0'), "record", "`int`"),
    ("a text for a number", changed('"players":2', '"players":"2"'), "record", "`int`"),
    ("NaN", changed('"players":2', '"players":NaN'), "record", "malformed"),
    ("infinity", changed('"players":2', '"players":Infinity'), "record", "malformed"),
    ("a leading zero", changed('"players":2', '"players":02'), "record", "malformed"),
    ("a number for a text", changed('"한국"', "5"), "record", "`str`"),
    ("null for a text", changed('"한국"', "null"), "record", "`str`"),
    ("a float in the result", changed("[1,0]", "[1.0,0]"), "record", "`int`"),
    ("a boolean in the deck", changed('"R1":2', '"R1":true'), "record", "`int`"),
    ("a move of one part", changed('[0,"draw"]', "[0]"), "record", "length 2"),
    ("a move of three parts", changed('[0,"draw"]', '[0,"draw",0]'), "record", "length 2"),
    ("an unknown fault", changed('"stall"', '"sulk"'), "record", "'sulk'"),
    ("a number of 5,000 digits", changed("[1,0]", f"[{'9' * 5000},0]"), "record", "out of range"),
    ("another format", changed("arena-match/1", "arena-match/2"), "format", "'arena-match/2'"),
    ("no players", changed('"players":2', '"players":0'), "players", "1 to 5 seats"),
    ("six players", changed('"players":2', '"players":6'), "players", "1 to 5 seats"),
    (
        "players by the million",
        changed('"players":2', f'"players":{10**4000}'),
        "players",
        "1 to 5 seats",
    ),
    ("a seat too few", changed('"players":2', '"players":3'), "seats", "2 for 3 players"),
    ("a deck of 1,001 cards", changed('"R1":2', '"R1":1000'), "deck", "at most 1,000 cards"),
    ("a deck of a huge number", changed('"R1":2', f'"R1":{10**4000}'), "deck", "at most 1,000"),
    (
        "10,001 moves",
        changed('[0,"draw"]', ",".join(['[0,"draw"]'] * 10_000)),
        "moves",
        "10,001; a match has at most 10,000",
    ),
    (
        "a byte more than 1 MiB",
        LINE.encode() + b" " * (MAX_LINE_BYTES + 1 - len(LINE.encode())),
        "record",
        "1,048,577 bytes; a line has at most 1,048,576",
    ),
]


@pytest.mark.parametrize(
    ("line", "where", "what"), [pytest.param(*rest, id=name) for name, *rest in WRONG]
)
def test_what_is_refused(line: bytes, where: str, what: str) -> None:
    with pytest.raises(RecordError) as raised:
        read_record(line)
    assert raised.value.where == where
    sentence = str(raised.value)
    assert what in sentence
    assert sentence.isprintable()
    assert len(sentence) < 1_200


def test_the_bounds_themselves_are_read() -> None:
    longest = LINE.encode() + b" " * (MAX_LINE_BYTES - len(LINE.encode()))
    assert read_record(longest) == RECORD
    many = changed('[0,"draw"]', ",".join(['[0,"draw"]'] * 9_999))
    assert len(read_record(many).moves) == 10_000
    assert read_record(changed('"R1":2', '"R1":999')).deck == {"R1": 999, "$1": 1}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(json.loads(LINE))), json_values)
@settings(max_examples=300)
@example("deck", {"R1": -(10**4000)})
@example("deck", {"R1": 10**4000, "R2": -(10**4000)})
@example("faults", [{"seat": 0, "move": 10**4000, "fault": "crash", "detail": ""}])
@example("faults", [{"seat": -1, "move": -1, "fault": "crash", "detail": ""}])
@example("moves", [[10**4000, "draw"]])
@example("moves", [[0, "\x1b[2J"]])
@example("moves", [[0, "bid " + "+".join(["R1"] * 100_000)]])
@example("moves", [])
@example("result", {"scores": [0] * 100_000, "tokens": [], "cards": [], "places": []})
def test_whatever_stands_in_a_record_it_is_refused_with_a_sentence(key: str, value: Any) -> None:
    line = json.dumps({**json.loads(LINE), key: value}).encode()
    with pytest.raises(RecordError) as raised:
        check(read_record(line), TEN)
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 1_200


@given(st.binary(max_size=60), st.integers(0, len(LINE)))
@settings(max_examples=200)
def test_whatever_bytes_stand_in_a_line_it_is_read_or_refused(junk: bytes, at: int) -> None:
    text = LINE.encode()
    try:
        record = read_record(text[:at] + junk + text[at + len(junk) :])
    except RecordError as error:
        assert str(error).isprintable()  # noqa: PT017 (most lines are refused, not all)
    else:
        assert read_record(write_record(record)) == record


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.lists(st.integers(-3, 99), max_size=5)
records = st.integers(1, 5).flatmap(
    lambda players: st.builds(
        MatchRecord,
        format=st.just(FORMAT),
        game=texts,
        seed=texts,
        players=st.just(players),
        deck=st.none() | st.dictionaries(texts, st.integers(0, 20), max_size=4),
        seats=st.lists(st.builds(SeatRecord, texts, texts), min_size=players, max_size=players),
        moves=st.lists(st.tuples(st.integers(0, 4), texts), max_size=5),
        faults=st.lists(
            st.builds(
                Fault,
                st.integers(0, 4),
                st.integers(0, 9),
                st.sampled_from(FaultKind),
                texts.filter(str.isprintable),
            ),
            max_size=2,
        ),
        result=st.builds(Result, numbers, numbers, numbers, numbers),
    )
)


@given(records)
def test_a_record_that_is_written_is_read_back(record: MatchRecord) -> None:
    line = write_record(record)
    assert b"\n" not in line
    assert read_record(line) == record
    assert write_record(read_record(line)) == line


@pytest.mark.parametrize("detail", ["a\nb", "\x1b[2J", "\u202e", "\x9b", "x" * 301])
def test_what_cannot_be_shown_is_no_detail(detail: str) -> None:
    fault = Fault(0, 0, FaultKind.ILLEGAL, detail)
    record = MatchRecord(
        format=FORMAT,
        game="ten-1",
        seed="1",
        players=1,
        deck=None,
        seats=[SeatRecord("a", "0")],
        moves=[],
        faults=[fault],
        result=Result([0], [0], [0], [1]),
    )
    with pytest.raises(RecordError, match="the detail of a fault has at most 300 characters"):
        read_record(write_record(record))
