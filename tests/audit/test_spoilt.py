"""What was spoilt by hand is found, by the check for it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from arena.season.registration import snapshots_path
from tests.audit.conftest import copied
from tests.audit.making import CHECKS, audited
from tests.audit.spoiling import (
    BLOCK,
    FAULTED,
    HIGHER_SCORE,
    ON_ID,
    ONE,
    RESULTS_OF_SEAT_0,
    SHIFTED_PLACES,
    STORED_TWICE,
    Spoil,
    act,
    edited,
    fresh_version,
    listed_otherwise,
    spoiling,
    sql,
    swap,
    with_other_kept_files,
    with_status,
    without_kept_files,
)
from tests.cli.running import called

ALONE = [
    (
        "database",
        "1 row of ratings without what is meant in bots",
        sql("INSERT INTO ratings VALUES (99, 25, 8, 0)"),
    ),
    (
        "database",
        "is never used",
        sql("PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema WHERE name = 'seats_of_bot'"),
    ),
    (
        "database",
        "trigger kind: arena makes none",
        sql(
            "CREATE TRIGGER kind AFTER INSERT ON seats WHEN new.seat = 0"
            " BEGIN UPDATE seats SET score = score + 1 WHERE match_id = new.match_id; END"
        ),
    ),
    (
        "season",
        "league.toml says otherwise: points.tie_breaks was ",
        sql("UPDATE season SET plan = json_set(plan, '$.points.tie_breaks', json('[]'))"),
    ),
    (
        "season",
        "league.toml says otherwise: points.places was [5,1,0], is not given",
        sql("UPDATE season SET plan = json_set(plan, '$.points.places', json('[5,1,0]'))"),
    ),
    (
        "season",
        "league.toml says otherwise: limits.decision_ms was 77, is ",
        sql("UPDATE season SET plan = json_set(plan, '$.limits.decision_ms', 77)"),
    ),
    (
        "season",
        "league.toml says otherwise: tables.deals was 2, is 1; deals can only be added",
        listed_otherwise("deals = 2", "deals = 1"),
    ),
    ("season", "it is shown as Other, ten-1; ", sql("UPDATE season SET league = 'Other'")),
    (
        "season",
        "arena 7.7.7 and Python ",
        sql("UPDATE season SET arena = '7.7.7'"),
    ),
    (
        "season",
        "matches were played in the sandbox none; the lowest is ",
        sql("UPDATE platforms SET sandbox = 'none'"),
    ),
    ("season", "there is no sandbox 'great'", sql("UPDATE season SET sandbox = 'great'")),
    (
        "acts",
        "last@1 is 'void'; the log makes it 'in'",
        with_status("last", "void", rerate=True),
    ),
    (
        "acts",
        "last@1 has the remark 'disqualified: x'; the log ''",
        with_status("last", "in", remark="disqualified: x"),
    ),
    (
        "acts",
        "last@1 is 'in'; the log makes it 'kept'",
        act("withdraw", "last", "keep"),
    ),
    ("acts", "bot last: the season has 1 version; the log makes it 2", act("accept", "last", "x")),
    ("acts", "bot new: the season has 0 versions; the log makes it 1", act("add", "new", "x")),
    ("acts", "last@1 has the files ", act("add", "last", "version 1, files 00")),
    ("acts", "bot last: the log tells of 'bribe' (9), which is no act", act("bribe", "last", "9")),
    ("acts", "the seed has not been revealed; the log tells 1 time", act("reveal", None, "")),
    (
        "acts",
        "arena was 2 when it changed, and 1 by the act before",
        act("run", None, "arena was 0, is 1", "arena was 2, is 3"),
    ),
    ("acts", "; the log's last act has 3.0", act("run", None, "Python was 2.7, is 3.0")),
    (
        "acts",
        "the log has 1 act, and the last is number 7",
        sql("INSERT INTO acts VALUES (7, '', '', 'rerate', NULL, '', '')"),
    ),
    (
        "bots",
        "last@1 is another in its row than in the plan: author 'x', not ''",
        sql("UPDATE bots SET author = 'x' WHERE name = 'last'"),
    ),
    (
        "files",
        "bot last: its files have changed since last@1: last.py differs",
        edited("last.py", "# new"),
    ),
    ("files", "league.toml:14: bots.path is", edited("last.py", None)),
    ("files", "bot chance@1: its files (version ", without_kept_files),
    ("files", "the kept files are not those of this version", with_other_kept_files),
    (
        "files",
        "bot new is listed in ",
        listed_otherwise('name = "last"', 'name = "new"'),
    ),
    ("files", "league.toml:6: tables.seats is", listed_otherwise("seats = 3", "seats = 9")),
    (
        "seeds",
        "and the season is committed to sha256:00",
        sql("UPDATE season SET commitment = 'sha256:00'"),
    ),
    (
        "seeds",
        "league.toml says otherwise: league.seed was ",
        listed_otherwise('seed = "', 'seed = "another '),
    ),
    (
        "counts",
        "it does not count, and none of its bots is replaced or void",
        sql(f"UPDATE matches SET counts = 0 WHERE {ONE}", rerate=True),
    ),
    ("fixtures", "round 77; the fixture has 0", sql(f"UPDATE matches SET round = 77 WHERE {ONE}")),
    ("fixtures", "wave 1; the fixture has 0", sql(f"UPDATE matches SET wave = 1 WHERE {ONE}")),
    (
        "seats",
        "chance@1+last@1+middle@1, deal 0: last@1 sits in seat",
        swap(ONE, secret=True),
    ),
    ("neighbours", "the order is", swap(BLOCK)),
    ("tables", "moves: ", sql(f"UPDATE matches SET moves = moves + 1 WHERE {ONE}")),
    ("tables", "clock_limited: ", sql(f"UPDATE matches SET clock_limited = 1 WHERE {ONE}")),
    (
        "tables",
        "seats [0, 1, 2] are stored for 2 players",
        sql(f"UPDATE matches SET players = 2 WHERE {ONE}"),
    ),
    ("tables", "tokens: [", sql(f"UPDATE seats SET tokens = tokens + 1 {ON_ID}")),
    ("tables", "cards: [", sql(f"UPDATE seats SET cards = cards + 1 {ON_ID} AND seat = 2")),
    (
        "tables",
        "seats: ",
        sql(f"UPDATE records SET record = json_set(record, '$.seats[1].version', 'abc') {ON_ID}"),
    ),
    (
        "records",
        "move 3: seat ",
        sql(f"UPDATE records SET record = json_set(record, '$.moves[3][1]', 'bid 99t') {ON_ID}"),
    ),
    ("places", "; scores, tokens, cards and faults give [", sql(*SHIFTED_PLACES, rerate=True)),
    ("places", "result: the moves give scores [", sql(*HIGHER_SCORE)),
    (
        "faults",
        "(other) in the tables, crash at move ",
        sql(f"UPDATE seats SET fault_detail = 'other' WHERE match_id = {FAULTED} AND fault <> ''"),
    ),
    (
        "faults",
        "seat 0: None at move None (x) in the tables, no fault in the record",
        sql(f"UPDATE seats SET fault_detail = 'x' {ON_ID} AND fault IS NULL"),
    ),
    (
        "faults",
        "has more than one",
        sql(
            "UPDATE records SET record = json_insert(record, '$.faults[#]',"
            f" json_extract(record, '$.faults[0]')) WHERE match_id = {FAULTED}"
        ),
    ),
    ("totals", "view results: it is not the one of arena", sql(*RESULTS_OF_SEAT_0)),
    ("totals", "view faults: it is gone", sql("DROP VIEW faults")),
    (
        "totals",
        "view leaderboard: it is not the one of arena",
        sql(
            "DROP VIEW leaderboard",
            "CREATE VIEW leaderboard AS SELECT name AS bot, number AS version, mu, sigma, matches,"
            " mu AS rating, author FROM ratings JOIN bots ON id = bot_id ORDER BY name",
        ),
    ),
    ("ratings", "last@1: mu ", sql("UPDATE ratings SET mu = mu + 0.00001 WHERE bot_id = 2")),
    ("ratings", "sigma ", sql("UPDATE ratings SET sigma = sigma + 1 WHERE bot_id = 2")),
    ("ratings", ", 19 matches; the", sql("UPDATE ratings SET matches = matches + 1")),
    ("ratings", "last@1: no rating; the", sql("DELETE FROM ratings WHERE bot_id = 2")),
    ("ratings", "23 matches are said to be rated;", sql("UPDATE season SET rated = 23")),
    (
        "logs",
        "logs of a match that is not stored",
        sql("UPDATE logs SET deal = 9 WHERE id = 5", logs=True),
    ),
    ("logs", "is said to be of a fault", sql("UPDATE logs SET fault = 1", logs=True)),
    ("logs", "is not said to be of its fault", sql("UPDATE logs SET fault = 0", logs=True)),
    (
        "logs",
        "is of chance@1@2; chance@1 sat there",
        sql("UPDATE logs SET bot = bot || '@2'", logs=True),
    ),
    ("logs", "and no such seat", sql("UPDATE logs SET seat = 7 WHERE id = 5", logs=True)),
]


@pytest.mark.parametrize(("check", "sentence", "spoil"), ALONE)
def test_what_was_spoilt_is_found_by_one_check(
    league: Path, check: str, sentence: str, spoil: Spoil
) -> None:
    spoil(league)
    status, results, findings = audited(league, *database_of(league))
    assert 1 == status
    assert [check] == [name for name, result in results.items() if result == "wrong"]
    assert any(sentence in finding for finding in findings[check]), findings


def database_of(league: Path) -> list[str]:
    """Where the database is, for a league whose file is gone."""
    return [] if league.exists() else ["--db", str(league.with_suffix(".db"))]


def test_every_check_finds_something_that_no_other_finds() -> None:
    assert {*CHECKS} == {check for check, _, _ in ALONE}


TOGETHER = [
    (["bots", "acts"], fresh_version(3, 0, "replaced")),
    (["bots", "acts"], fresh_version(2, 1, "in")),
    (["bots", "acts"], fresh_version(2, 2, "replaced")),
    (
        ["season", "records"],
        sql("UPDATE season SET plan = json_set(plan, '$.deck', json('{\"R1\":60}'))"),
    ),
    (["seeds", "neighbours"], sql("UPDATE season SET seed = 'another'")),
    (["seeds", "tables"], sql(f"UPDATE matches SET deal_seed = '0' WHERE {ONE}")),
    (["seeds", "fixtures"], sql(f"UPDATE matches SET schedule_place = '0' WHERE {ONE}")),
    (["fixtures", "logs"], sql(f"UPDATE matches SET deal = 9 WHERE {ONE}", rerate=True)),
    (["fixtures", "seats"], sql(*STORED_TWICE)),
    (["tables", "totals"], sql(f"UPDATE seats SET score = score + 1 {ON_ID}")),
    (["tables", "totals", "ratings"], sql(f"DELETE FROM records {ON_ID}")),
    (["records", "totals", "ratings"], sql(f"UPDATE records SET record = '{{}}' {ON_ID}")),
    (
        ["faults", "totals", "logs"],
        sql(
            "UPDATE seats SET fault = 'crash', fault_move = 3, fault_detail = 'x'"
            f" {ON_ID} AND seat = 0"
        ),
    ),
    (
        ["places", "tables", "totals", "ratings"],
        sql(f"UPDATE records SET record = json_set(record, '$.result.scores', json('[]')) {ON_ID}"),
    ),
    (
        ["places", "ratings"],
        sql(
            f"UPDATE seats SET place = 7 {ON_ID}",
            "UPDATE records SET record = json_set(record, '$.result.places', json('[7,7,7]'))"
            f" {ON_ID}",
        ),
    ),
    (
        ["database", "bots", "files", "fixtures", "neighbours", "tables", "totals", "logs"],
        sql("DELETE FROM bots WHERE name = 'last'"),
    ),
    (
        ["fixtures", "seats", "neighbours", "tables", "totals", "logs"],
        sql(f"DELETE FROM seats {ON_ID} AND seat = 1"),
    ),
    (
        ["database", "tables"],
        sql("INSERT INTO records VALUES (77, '{}')", "UPDATE matches SET moves = 0"),
    ),
]


@pytest.mark.parametrize(("checks", "spoil"), TOGETHER)
def test_what_spoils_several_things_is_found_by_several_checks(
    league: Path, checks: list[str], spoil: Spoil
) -> None:
    spoil(league)
    status, results, _ = audited(league)
    assert 1 == status
    wrong = {name for name, result in results.items() if result == "wrong"}
    assert {*checks} <= wrong, wrong


def test_a_match_of_history_that_counts_is_found(changing: Path, tmp_path: Path) -> None:
    league = copied(changing, tmp_path)
    sql("UPDATE matches SET counts = 1 WHERE id = (SELECT max(id) FROM matches WHERE NOT counts)")(
        league
    )
    _, results, findings = audited(league)
    assert ["counts", "fixtures"] == [name for name in results if results[name] == "wrong"]
    assert findings["counts"][0].endswith(("it counts, and first@1 is replaced", "is void"))
    assert "is no fixture of the schedule" in findings["fixtures"][0]


def test_files_of_history_need_not_be_kept(changing: Path, tmp_path: Path) -> None:
    league = copied(changing, tmp_path)
    database = league.with_suffix(".db")
    with spoiling(database) as connection:
        ((version,),) = connection.execute("SELECT version FROM bots WHERE label = 'first@1'")
    rmtree(snapshots_path(database) / version)
    assert (0, {}) == audited(league)[::2]
    assert "1 of history not kept" in called("audit", league).stdout
