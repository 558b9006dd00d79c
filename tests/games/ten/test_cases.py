"""Agreement with an independent implementation of ten-1 (tests/cases/README.md)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena.errors import RecordError
from arena.games.ten.cards import CARDS, codes
from arena.games.ten.deck import shuffled, standard_table
from arena.games.ten.game import TEN
from arena.games.ten.scoring import score
from arena.match.replay import check
from arena.records import read_record, write_record

CASES = Path(__file__).parents[2] / "cases"


class Dealt(msgspec.Struct):
    """A deck in drawing order."""

    seed: str
    players: int
    deck: list[str]


class Scored(msgspec.Struct):
    """A collection and its points."""

    cards: list[str]
    score: int


class Spoilt(msgspec.Struct):
    """A record with a mistake: its kind, the other implementation's words, the record's text."""

    wrong: str
    because: str
    record: msgspec.Raw

    @property
    def where(self) -> str:
        """The place of the mistake as ours would name it."""
        if self.because.startswith("record ends"):
            return "moves"
        if self.because.startswith("result"):
            return "result"
        return self.because.partition(":")[0]


DECKS = msgspec.json.decode((CASES / "decks.json").read_bytes(), type=list[Dealt])
SCORES = msgspec.json.decode((CASES / "scoring.json").read_bytes(), type=list[Scored])
RECORDS = (CASES / "matches.jsonl").read_bytes().splitlines()
SPOILT = [
    msgspec.json.decode(line, type=Spoilt)
    for line in (CASES / "bad.jsonl").read_bytes().splitlines()
]


def test_there_are_cases() -> None:
    assert (len(DECKS), len(SCORES), len(RECORDS), len(SPOILT)) == (25, 60, 40, 78)


@pytest.mark.parametrize("dealt", DECKS, ids=lambda dealt: f"{dealt.seed} for {dealt.players}")
def test_decks(dealt: Dealt) -> None:
    assert codes(shuffled(dealt.seed, standard_table(dealt.players))) == dealt.deck
    assert codes(reversed(TEN.start(dealt.seed, dealt.players).deck)) == dealt.deck


@pytest.mark.parametrize("scored", SCORES, ids=lambda scored: " ".join(scored.cards))
def test_scores(scored: Scored) -> None:
    assert score(CARDS[code] for code in scored.cards) == scored.score


@pytest.mark.parametrize("line", RECORDS, ids=range(1, len(RECORDS) + 1))
def test_whole_records_hold_and_are_written_as_they_were(line: bytes) -> None:
    record = read_record(line)
    check(record, TEN)
    assert write_record(record) == line


@pytest.mark.parametrize(
    "spoilt", SPOILT, ids=[f"{spoilt.wrong}-{number}" for number, spoilt in enumerate(SPOILT)]
)
def test_spoilt_records_are_refused_at_the_same_place(spoilt: Spoilt) -> None:
    with pytest.raises(RecordError) as raised:
        check(read_record(bytes(spoilt.record)), TEN)
    assert raised.value.where == spoilt.where


RULES = {
    "superfluous": "§5.4",
    "superbust": "§5.4",
    "short": "§5.4",
    "twin": "§5.6",
    "twinpay": "§5.6",
    "spent": "§5.1",
    "bustsupply": "§5.3",
    "equal": "§6.2",
    "bank": "§6.2",
    "absent": "§4.1",
    "order": "protocol §2",
    "caretaker": "protocol §1.2",
    "caretakerdraw": "protocol §1.2",
}
"""By the kind of mistake: the rule that our refusal cites."""


@pytest.mark.parametrize(
    "spoilt",
    [spoilt for spoilt in SPOILT if spoilt.wrong in RULES],
    ids=lambda spoilt: spoilt.wrong,
)
def test_and_the_refusal_cites_the_rule(spoilt: Spoilt) -> None:
    with pytest.raises(RecordError) as raised:
        check(read_record(bytes(spoilt.record)), TEN)
    assert RULES[spoilt.wrong] in raised.value.what
