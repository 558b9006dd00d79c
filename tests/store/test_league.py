"""What is stored in a league's database is what is read from it, in schedule order."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypedDict

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import StoreError
from arena.plan import Entrant
from arena.records import FaultKind, write_record
from arena.store.facts import Act, Ratings, StoredRating
from arena.store.reader import open_reader
from arena.store.writer import Writer, open_or_create, open_writer
from tests.store.making import NAMES, Played, block, fault, match, paths, ratings, season

ANT, BEE, HINDI = NAMES
LATE = ["\ufb00", "\U00010300"]
"""Two letters that UTF-8 and Python sort in this order, and UTF-16 in the other."""


REVEAL = Act(at="2026-11-30T04:00:00Z", who="organiser", act="reveal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def writer(path: Path) -> Iterator[Writer]:
    with open_or_create(path, season(), paths()) as opened:
        yield opened


def test_a_new_database_holds_the_season_and_its_bots(writer: Writer) -> None:
    assert writer.season() == season()
    assert [bot.entrant for bot in writer.bots()] == season().plan.entrants
    assert {bot.entrant.label: bot.path for bot in writer.bots()} == paths()
    assert writer.played_keys() == set()
    assert writer.ratings() == Ratings(rated=0, bots=[])


def test_a_season_that_was_begun_is_opened_and_not_changed(path: Path) -> None:
    with open_or_create(path, season(), paths()) as first:
        first.add_matches(block(0))
    with open_or_create(path, season(["x", "y"]), paths(["x", "y"])) as second:
        assert second.season() == season()
        assert [bot.entrant.name for bot in second.bots()] == NAMES
        assert len(second.played_keys()) == second.played() == 2


def test_a_match_is_read_as_it_was_stored(writer: Writer) -> None:
    fixture, record = match([HINDI, ANT], deal=2, seating=1, faults=[fault()])
    assert writer.add_matches([(fixture, record)]) == 1
    (stored,) = writer.matches()
    assert (stored.number, stored.fixture, stored.record) == (1, fixture, record)
    assert writer.match(1) == stored
    assert writer.played_keys() == {fixture.key}
    assert writer.results() == {fixture.key: record.result}
    assert list(writer.records()) == [write_record(record)]


def test_a_second_result_of_a_fixture_is_dropped(writer: Writer) -> None:
    first, second = match(scores=[7, 4]), match(scores=[1, 9])
    assert writer.add_matches([first]) == 1
    assert writer.add_matches([second, match(deal=1)]) == 1
    assert writer.add_matches([second]) == 0
    assert [(stored.fixture, stored.record) for stored in writer.matches()] == [
        first,
        match(deal=1),
    ]


def test_matches_and_ratings_are_stored_together_or_not_at_all(writer: Writer) -> None:
    writer.add_matches(block(0), ratings(2))
    stranger = match([ANT, "stranger"], deal=1)
    with pytest.raises(sqlite3.IntegrityError, match="bot_id"):
        writer.add_matches([*block(1), stranger], ratings(5))
    assert len(writer.played_keys()) == 2
    assert writer.ratings() == ratings(2)
    with pytest.raises(sqlite3.IntegrityError, match="mu"):
        writer.add_matches(block(1), ratings(4, mu=float("nan")))
    assert len(writer.played_keys()) == 2
    assert writer.ratings() == ratings(2)


FIXTURES = st.lists(
    st.builds(
        lambda seats, deal, seating, round_number: match(
            seats, deal=deal, seating=seating, round_number=round_number
        ),
        st.permutations([ANT, HINDI, *LATE]).map(lambda names: names[:2]),
        st.integers(0, 12),
        st.integers(0, 1),
        st.integers(0, 12),
    ),
    unique_by=lambda played: played[0].key,
)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=30, deadline=None)
@given(played=FIXTURES, at_once=st.integers(1, 5))
def test_the_order_of_finishing_leaves_no_trace(
    tmp_path_factory: pytest.TempPathFactory, played: list[Played], at_once: int
) -> None:
    names = [ANT, HINDI, *LATE]
    path = tmp_path_factory.mktemp("order") / "house.db"
    in_order = sorted(played, key=lambda one: one[0].order)
    with open_or_create(path, season(names), paths(names)) as writer:
        for start in range(0, len(played), at_once):
            writer.add_matches(played[start : start + at_once])
        assert [(one.fixture, one.record) for one in writer.matches()] == in_order
        assert [one.number for one in writer.matches()] == [*range(1, len(played) + 1)]
        assert list(writer.records()) == [write_record(record) for _, record in in_order]


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None
)
@given(mu=NUMBERS, sigma=NUMBERS.filter(lambda sigma: sigma > 0), rated=st.integers(0, 2**40))
def test_ratings_are_read_to_the_last_bit(
    writer: Writer, mu: float, sigma: float, rated: int
) -> None:
    writer.store_ratings(ratings(rated, mu, sigma))
    assert writer.ratings() == ratings(rated, mu, sigma)


def test_new_ratings_take_the_place_of_all_old_ones(writer: Writer) -> None:
    writer.store_ratings(ratings(1))
    bee = StoredRating(bot=f"{BEE}@1", mu=30.1, sigma=1.5, matches=4)
    writer.store_ratings(Ratings(rated=4, bots=[bee]))
    assert writer.ratings() == Ratings(rated=4, bots=[bee])


class Choice(TypedDict, total=False):
    bot: str
    faults: bool
    after: int
    last: int


PLAYED = [
    match([ANT, BEE], deal=0),
    match([BEE, ANT], deal=1, faults=[fault(0)]),
    match([ANT, HINDI], deal=2, faults=[fault(1, FaultKind.CRASH)]),
    match([BEE, HINDI], deal=3),
]


@pytest.mark.parametrize(
    ("numbers", "choice"),
    [
        pytest.param([1, 2, 3, 4], Choice(), id="all"),
        pytest.param([1, 2, 3], Choice(bot=ANT), id="of a bot"),
        pytest.param([3, 4], Choice(bot=f"{HINDI}@1"), id="of a version"),
        pytest.param([], Choice(bot=f"{HINDI}@2"), id="of a version that has not played"),
        pytest.param([2, 3], Choice(faults=True), id="with faults"),
        pytest.param([2], Choice(bot=BEE, faults=True), id="with the bot's own faults"),
        pytest.param([], Choice(bot=ANT, faults=True), id="with faults of others only"),
        pytest.param([3, 4], Choice(last=2), id="the last two"),
        pytest.param([3], Choice(bot=ANT, last=1), id="the bot's last"),
        pytest.param([], Choice(last=0), id="the last none"),
        pytest.param([1, 2, 3, 4], Choice(last=9), id="more than there are"),
        pytest.param([3, 4], Choice(after=2), id="after a number"),
    ],
)
def test_matches_are_chosen(writer: Writer, numbers: list[int], choice: Choice) -> None:
    writer.add_matches(reversed(PLAYED))
    chosen = list(writer.matches(**choice))
    assert [one.number for one in chosen] == numbers
    assert [(one.fixture, one.record) for one in chosen] == [PLAYED[at - 1] for at in numbers]


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_number_that_no_match_has_is_refused(writer: Writer, number: int) -> None:
    writer.add_matches(block(0))
    with pytest.raises(StoreError, match=rf"house\.db: there is no match {number}; 2 have been"):
        writer.match(number)


def test_a_plan_is_changed_without_touching_what_was_played(writer: Writer) -> None:
    writer.add_matches(block(0), ratings(2))
    renamed = [msgspec.structs.replace(bot, author="new") for bot in season().plan.entrants]
    newcomer = Entrant(name="wasp", number=1, version="77", wave=1)
    plan = msgspec.structs.replace(
        season().plan, name="Palace", deals=9, entrants=[*renamed, newcomer]
    )
    changed = msgspec.structs.replace(season(), plan=plan, sandbox="good", repeatable=False)
    writer.change_season(changed, paths([*NAMES, "wasp"]))
    assert writer.season() == changed
    assert [bot.entrant for bot in writer.bots()] == plan.entrants
    assert len(writer.played_keys()) == 2
    assert writer.ratings() == ratings(2)


def test_a_secret_seed_is_stored_when_it_is_revealed_and_changes_nothing_else(path: Path) -> None:
    secret = msgspec.structs.replace(
        season(), seed=None, seed_source="committed", commitment="sha256:0"
    )
    with open_or_create(path, secret, paths()) as writer:
        writer.add_matches([match()], ratings(1))
        assert (writer.season(), writer.season().revealed) == (secret, False)
        before = list(writer.matches()), writer.ratings()
        writer.reveal("5eed", REVEAL)
        assert writer.season() == msgspec.structs.replace(secret, seed="5eed")
        assert writer.season().revealed
        assert [*writer.acts()] == [REVEAL]
        assert (list(writer.matches()), writer.ratings()) == before


def test_a_public_seed_is_never_replaced(writer: Writer) -> None:
    writer.reveal("5eed", REVEAL)
    assert (writer.season(), writer.season().revealed) == (season(), False)


def test_the_views_read_well(path: Path, writer: Writer) -> None:
    writer.add_matches([PLAYED[1], PLAYED[0]], ratings(2, mu=30.0, sigma=2.0))
    with closing(sqlite3.connect(path)) as plain:
        seats = plain.execute(
            "SELECT match, seat, bot, place, score, tokens, cards, fault FROM results"
        ).fetchall()
        assert seats == [
            (1, 0, "ant@1", 1, 7, 3, 17, None),
            (1, 1, "bee@1", 2, 4, 0, 14, None),
            (2, 0, "bee@1", 1, 7, 3, 17, "timeout"),
            (2, 1, "ant@1", 2, 4, 0, 14, None),
        ]
        assert plain.execute("SELECT * FROM faults").fetchall() == [
            (2, 0, "bee@1", "timeout", 3, "decision over 100 ms")
        ]
        assert plain.execute("SELECT * FROM leaderboard").fetchall() == [
            ("ant", 1, 24.0, 30.0, 2.0, 2, "ant's author")
        ]
        assert plain.execute("SELECT match, clock_limited FROM schedule").fetchall() == [
            (1, 0),
            (2, 1),
        ]


def test_a_reader_sees_one_moment(path: Path, writer: Writer) -> None:
    writer.add_matches(block(0), ratings(2))
    with open_reader(path) as reader:
        writer.add_matches(block(1), ratings(4))
        assert len(list(reader.matches())) == 2
        assert reader.ratings() == ratings(2)
    with open_reader(path) as reader:
        assert len(list(reader.matches())) == 4


def test_a_reader_cannot_write(path: Path, writer: Writer) -> None:
    with open_reader(path) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.execute("DELETE FROM ratings")
    assert writer.ratings() == Ratings(rated=0, bots=[])


def imported(program: str, *arguments: object) -> Sequence[str]:
    """What a program of its own imports of the libraries that take long to import."""
    ending = "\nimport sys; print(*{'sqlite_utils', 'numpy'} & sys.modules.keys())"
    command = [sys.executable, "-c", program + ending, *map(str, arguments)]
    root = Path(__file__).parents[2]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.parametrize("opening", ["reader.open_reader", "writer.open_writer"])
def test_a_database_that_is_up_to_date_is_opened_without_sqlite_utils(
    path: Path, opening: str
) -> None:
    open_or_create(path, season(), paths()).close()
    program = (
        "import sys, pathlib; from arena.store import reader, writer\n"
        f"league = {opening}(pathlib.Path(sys.argv[1])); league.season(); league.close()"
    )
    assert imported(program, path) == []


def test_the_files_beside_a_database_go_with_its_writer(path: Path) -> None:
    with open_or_create(path, season(), paths()) as writer:
        writer.add_matches(block(0))
    open_writer(path).close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["house.db", "house.db-lock"]
