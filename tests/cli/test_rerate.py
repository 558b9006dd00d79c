"""Ratings made anew from the records, whatever was stored instead of them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.store.facts import Act, Ratings
from arena.store.reader import open_reader
from arena.store.writer import open_writer
from tests.cli.leagues import make_league
from tests.cli.running import called


def spoil(league: Path, *statements: str) -> None:
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        for statement in statements:
            database.execute(statement)


def ratings(league: Path) -> Ratings:
    with open_reader(league.with_suffix(".db")) as reader:
        return reader.ratings()


def acts(league: Path) -> list[Act]:
    with open_reader(league.with_suffix(".db")) as reader:
        return list(reader.acts())


SPOILT = {
    "none": ["DELETE FROM ratings", "UPDATE season SET rated = 0"],
    "others": ["UPDATE ratings SET mu = 1, sigma = 2, matches = 3"],
    "the last digit": ["UPDATE ratings SET mu = mu + 1e-12"],
    "too many": ["UPDATE season SET rated = 99"],
    "other seats": ["UPDATE ratings SET mu = 0", "UPDATE seats SET place = 4 - place, score = 0"],
    "no seats": ["UPDATE ratings SET mu = 0", "DELETE FROM seats"],
}


@pytest.mark.parametrize("statements", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_ratings_are_those_of_the_run_again(
    tmp_path: Path, seats: int, statements: list[str]
) -> None:
    league = make_league(tmp_path, seats=seats)
    before = ratings(league)
    spoil(league, *statements)
    assert before != ratings(league)
    assert called("rerate", league).returncode == 0
    assert before == ratings(league)


@pytest.mark.parametrize("seed", ["2026", None])
def test_what_waits_for_earlier_matches_is_not_rated(tmp_path: Path, seed: str | None) -> None:
    league = make_league(tmp_path, rated=3, without=4, seed=seed)
    before = ratings(league)
    spoil(league, "UPDATE season SET rated = 5", "UPDATE ratings SET matches = 5")
    done = called("rerate", league)
    assert (0, before) == (done.returncode, ratings(league))
    assert done.stderr == "3 ratings changed; 3 of the season's matches rated, 5 before.\n"


def test_a_match_that_does_not_count_is_not_rated(tmp_path: Path) -> None:
    league = make_league(tmp_path, ["ant", "bee"], seats=2, deals=1)
    spoil(league, "UPDATE matches SET counts = 0 WHERE seating = 1")
    called("rerate", league)
    assert (1, [1, 1]) == (ratings(league).rated, [bot.matches for bot in ratings(league).bots])


def test_what_has_changed_is_printed_and_noted(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    was = {rating.bot: rating for rating in ratings(league).bots}
    spoil(
        league,
        "UPDATE ratings SET mu = 30.5, sigma = 2 WHERE bot_id = 1",
        "DELETE FROM ratings WHERE bot_id = 2",
    )
    done = called("rerate", league, "--format", "json")
    sentence = "2 ratings changed; 6 of the season's matches rated"
    assert (0, f"{sentence}.\n") == (done.returncode, done.stderr)
    ant, bee = json.loads(done.stdout)
    assert ["bot", "matches", "mu", "sigma", "matches_before", "mu_before", "sigma_before"] == [
        *ant
    ]
    assert ("ant@1", was["ant@1"].mu, 30.5, 2.0, 6) == (
        *(ant["bot"], ant["mu"], ant["mu_before"], ant["sigma_before"], ant["matches_before"]),
    )
    assert ("bee@1", 6, None) == (bee["bot"], bee["matches"], bee["mu_before"])
    (act,) = acts(league)
    assert ("rerate", None, sentence) == (act.act, act.bot, act.detail)


def test_ratings_that_stay_the_same_are_told_so(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    before = ratings(league)
    done = called("rerate", league)
    sentence = "The ratings stayed the same; 6 of the season's matches rated.\n"
    assert (0, "", sentence) == (done.returncode, done.stdout, done.stderr)
    assert called("rerate", league, "--format", "json").stdout == "[]\n"
    assert before == ratings(league)
    assert ["rerate", "rerate"] == [act.act for act in acts(league)]


@pytest.mark.parametrize(
    ("sentence", "statement"),
    [
        ("match 2: record: not a match record", "UPDATE records SET record = '{}'"),
        ("match 2: record: the match has none", "DELETE FROM records"),
        (
            "match 2: seats: ant, ant, clumsy; the line-up is ant@1+bee@1+clumsy@1",
            (
                "UPDATE records SET record = json_set(record, '$.seats[0].bot', 'ant',"
                " '$.seats[1].bot', 'ant', '$.seats[2].bot', 'clumsy')"
            ),
        ),
        (
            "match 2: result: 0 tokens, 3 seats",
            "UPDATE records SET record = json_set(record, '$.result.tokens', json('[]'))",
        ),
        (
            "match 2: places [1, 1, 1, 1] are no ranking",
            "UPDATE records SET record = json_set(record, '$.result.places', json('[3,3,3]'))",
        ),
    ],
)
def test_a_record_that_cannot_be_rated_changes_nothing(
    tmp_path: Path, sentence: str, statement: str
) -> None:
    league = make_league(tmp_path)
    second = "(SELECT match_id FROM schedule WHERE match = 2)"
    spoil(league, f"{statement} WHERE match_id = {second}", "UPDATE ratings SET mu = 1")
    before = ratings(league)
    done = called("rerate", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert sentence.partition("[")[0] in done.stderr
    assert (before, []) == (ratings(league), acts(league))


def test_a_league_that_is_played_is_not_rated_beside_it(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    with open_writer(league.with_suffix(".db")):
        done = called("rerate", league)
    assert done.returncode == 1
    assert "another process is writing it" in done.stderr
