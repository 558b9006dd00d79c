"""What the documents work out by hand is what the engine computes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from arena.games.ten.actions import read, read_payment, write
from arena.games.ten.cards import CARDS, codes
from arena.games.ten.deck import shuffled, standard_table
from arena.games.ten.game import TEN
from arena.games.ten.scoring import score
from arena.games.ten.view import View
from arena.league.reading import read_league
from arena.league.schema import BOT, TABLES
from arena.records import Result, read_record, write_record

DOCS = Path(__file__).parents[1] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
LEAGUE = (DOCS / "league.md").read_text(encoding="utf-8")
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")

HANDS = re.findall(r"^\| `((?:[RBOGW][1-9#] )+[RBOGW][1-9#])` +\| +(\d+) \|", RULES, re.MULTILINE)
PAYMENTS = re.findall(r"^\| `([^`]+)` +\| +(\d+) \| (fine|refused)", RULES, re.MULTILINE)


@pytest.mark.parametrize(("hand", "points"), HANDS)
def test_the_rules_score_their_examples_rightly(hand: str, points: str) -> None:
    assert score(CARDS[code] for code in hand.split()) == int(points)


@pytest.mark.parametrize(("payment", "value"), [pair[:2] for pair in PAYMENTS])
def test_the_rules_add_up_their_payments_rightly(payment: str, value: str) -> None:
    assert read_payment(payment).value == int(value)


def test_the_rules_have_examples_of_both() -> None:
    assert len(HANDS) == 8
    assert len(PAYMENTS) == 6


def test_the_rules_count_the_decks_rightly() -> None:
    row = re.search(r"^\| \*\*the whole deck\*\* +\| +(\d+) \| +(\d+) \| +(\d+) \|", RULES, re.M)
    assert row is not None
    assert [sum(standard_table(players).values()) for players in (2, 3, 4)] == [
        int(cards) for cards in row.groups()
    ]


@pytest.mark.parametrize("players", [4, 1])
def test_the_rules_deal_the_cards_of_the_seed_0(players: int) -> None:
    opening = " ".join(codes(shuffled("0", standard_table(players))[:6]))
    assert re.search(rf"{players} players?\s+draws?\s+`{re.escape(opening)}`", RULES)


ACTIONS = sorted(set(re.findall(r"`((?:bid|buy) [^`]*[0-9][^`]*)`", RULES + PROTOCOL)))


@pytest.mark.parametrize("text", ACTIONS)
def test_actions_in_the_documents_are_written_as_records_hold_them(text: str) -> None:
    assert write(read(text)) == text


BLOCKS = [
    msgspec.json.decode(block) for block in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)
]


def test_the_protocol_shows_every_message_an_answer_and_a_record() -> None:
    assert [block.get("type") for block in BLOCKS] == ["start", "decide", None, "end", None]
    record = read_record(msgspec.json.encode(BLOCKS[-1]))
    assert write_record(record) == msgspec.json.encode(BLOCKS[-1])


def test_the_protocol_tells_one_match_from_its_question_to_its_result() -> None:
    _start, question, answer, end, match = BLOCKS
    record = read_record(msgspec.json.encode(match))
    asked = record.moves.index((0, answer["action"]))
    state = TEN.start(record.seed, record.players, record.deck)
    for index, (seat, text) in enumerate(record.moves):
        assert TEN.to_move(state) == seat
        if index == asked:
            view = TEN.view(state, seat, record.moves[asked - 2 : asked])
            assert msgspec.to_builtins(view) == _paired(question["view"])
            assert [TEN.write(action) for action in TEN.legal(state)] == question["legal"]
        TEN.apply(state, TEN.read(text))
    assert TEN.to_move(state) is None
    assert TEN.result(state) == record.result == msgspec.convert(end["result"], Result)


def _paired(view: object) -> object:
    return msgspec.to_builtins(msgspec.convert(view, View))


@pytest.mark.parametrize("table", [*TABLES, "bots"])
def test_the_keys_of_the_league_file_are_told(table: str) -> None:
    keys = BOT if table == "bots" else TABLES[table]
    heading = "## `[[bots]]`" if table == "bots" else f"## `[{table}]`"
    section = LEAGUE.partition(f"{heading}\n")[2].partition("\n## ")[0]
    first_cells = " ".join(re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE))
    told = set(re.findall(r"`\[?(?:tables\.)?(\w+)\]?`", first_cells))
    assert set(keys) == told


def test_the_league_file_shown_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", LEAGUE, re.DOTALL)
    (tmp_path / "greedy.py").write_text("")
    bots = "".join(f'\n[[bots]]\nname = "{name}"\npath = "greedy.py"\n' for name in "abc")
    (tmp_path / "house.toml").write_text(text.replace("../bots/", "") + bots)
    assert "House league" == read_league(tmp_path / "house.toml").draft.name
