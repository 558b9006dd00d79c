"""How a league can be spoilt by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import rmtree

from arena.season.registration import snapshots_path
from tests.cli.running import called

Spoil = Callable[[Path], None]
"""What is done to a league, given its file."""


@contextmanager
def spoiling(database: Path) -> Iterator[sqlite3.Connection]:
    """The database as anybody can write it, with nothing that protects it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA legacy_alter_table = ON")
        yield connection


def sql(*statements: str, rerate: bool = False, logs: bool = False) -> Spoil:
    """Statements on the database; after which the ratings may be made anew."""

    def spoil(league: Path) -> None:
        end = "-logs.db" if logs else ".db"
        with spoiling(league.with_name(f"{league.stem}{end}")) as database:
            for statement in statements:
                database.execute(statement)
        if rerate:
            assert called("rerate", league).returncode == 0

    return spoil


def fresh_version(number: int, wave: int, status: str) -> Spoil:
    """Another version of the bot ``last``, with the same files, as a row and in the plan."""
    left = "1" if status == "replaced" else "NULL"
    return sql(
        "INSERT INTO bots (name, number, version, author, path, wave, status, left_wave)"
        f" SELECT name, {number}, version, author, path, {wave}, '{status}', {left}"
        " FROM bots WHERE name = 'last'",
        "UPDATE season SET plan = json_insert(plan, '$.entrants[#]', (SELECT json_object("
        " 'name', name, 'number', number, 'version', version, 'wave', wave, 'status', status,"
        f" 'left', left_wave) FROM bots WHERE label = 'last@{number}'))",
    )


def with_status(name: str, status: str, *, remark: str = "", rerate: bool = False) -> Spoil:
    """A bot that was taken out of the season in all places but the organiser's log."""
    left = "NULL" if status == "in" else "0"
    entrants = (
        "UPDATE season SET plan = json_set(plan, '$.entrants', (SELECT json_group_array(json("
        "CASE WHEN json_extract(value, '$.name') = '{0}' THEN json_set(value, '$.status', '{1}',"
        " '$.left', {2}, '$.remark', '{3}') ELSE value END)) FROM json_each(plan, '$.entrants')))"
    )
    return sql(
        f"UPDATE bots SET status = '{status}', left_wave = {left}, remark = '{remark}'"
        f" WHERE name = '{name}'",
        entrants.format(name, status, left, remark),
        "UPDATE matches SET counts = 0 WHERE id IN (SELECT match_id FROM seats JOIN bots"
        " ON bots.id = bot_id WHERE status = 'void')",
        rerate=rerate,
    )


def act(kind: str, bot: str | None, *details: str) -> Spoil:
    """Acts in the organiser's log that nobody has done."""
    whose = "NULL" if bot is None else f"'{bot}'"
    return sql(
        *(
            "INSERT INTO acts (at, who, act, bot, detail, reason)"
            f" VALUES ('', '', '{kind}', {whose}, '{detail}', '')"
            for detail in details
        )
    )


def swap(matches: str, *, secret: bool = False) -> Spoil:
    """Two bots change places at the table, in all that is stored of the matches."""

    def spoil(league: Path) -> None:
        with spoiling(league.with_suffix(".db")) as database:
            ids = [one for (one,) in database.execute(f"SELECT id FROM matches WHERE {matches}")]
            assert ids
            for match_id in ids:
                swap_in(database, match_id)
            if secret:
                database.execute(
                    "UPDATE season SET seed = NULL, seed_source = 'committed', commitment = 'x'"
                )
        league.with_name(f"{league.stem}-logs.db").unlink()
        if secret:
            league.rename(league.with_suffix(".old"))
        assert called("rerate", league).returncode == 0

    return spoil


def swap_in(database: sqlite3.Connection, match_id: int) -> None:
    seats = [
        *database.execute(
            "SELECT seat, bot_id FROM seats JOIN bots ON bots.id = bot_id"
            " WHERE match_id = ? AND name IN ('last', 'middle') ORDER BY seat",
            (match_id,),
        )
    ]
    (one, first), (two, second) = seats
    for seat, bot in ((one, second), (two, first)):
        database.execute(
            "UPDATE seats SET bot_id = ? WHERE match_id = ? AND seat = ?", (bot, match_id, seat)
        )
    database.execute(
        f"UPDATE records SET record = json_set(record, '$.seats[{one}]',"
        f" json_extract(record, '$.seats[{two}]'), '$.seats[{two}]',"
        f" json_extract(record, '$.seats[{one}]')) WHERE match_id = ?",
        (match_id,),
    )


BLOCK = "line_up = 'chance@1+last@1+middle@1' AND deal = 0"
ONE = f"{BLOCK} AND seating = 1"
ID = f"(SELECT id FROM matches WHERE {ONE})"
FAULTED = "(SELECT min(match_id) FROM seats WHERE fault IS NOT NULL)"
ON_ID = f"WHERE match_id = {ID}"

RESULTS_OF_SEAT_0 = (
    "DROP VIEW results",
    (
        "CREATE VIEW results AS SELECT match, seat, label AS bot, place, score, fault, fault_move,"
        " fault_detail FROM schedule JOIN seats USING (match_id) JOIN bots ON bots.id = bot_id "
        " WHERE seat > 0"
    ),
)
SHIFTED_PLACES = (
    f"UPDATE seats SET place = place % 3 + 1 {ON_ID}",
    (
        "UPDATE records SET record = json_set(record, '$.result.places',"
        f" (SELECT json_group_array(place) FROM (SELECT place FROM seats {ON_ID} ORDER BY seat)))"
        f" {ON_ID}"
    ),
)
HIGHER_SCORE = (
    f"UPDATE seats SET score = score + 50 {ON_ID} AND place = 1",
    (
        "UPDATE records SET record = json_set(record, '$.result.scores',"
        f" (SELECT json_group_array(score) FROM (SELECT score FROM seats {ON_ID} ORDER BY seat)))"
        f" {ON_ID}"
    ),
)
STORED_TWICE = (
    "CREATE TABLE copy AS SELECT * FROM matches",
    "DROP TABLE matches",
    "ALTER TABLE copy RENAME TO matches",
    "CREATE UNIQUE INDEX matches_by_id ON matches (id)",
    (
        "INSERT INTO seats SELECT 1000, seat, bot_id, place, score, tokens, cards, fault,"
        f" fault_move, fault_detail FROM seats {ON_ID}"
    ),
    f"INSERT INTO records SELECT 1000, record FROM records {ON_ID}",
    f"CREATE TABLE twice AS SELECT * FROM matches WHERE id = {ID}",
    "UPDATE twice SET id = 1000",
    "INSERT INTO matches SELECT * FROM twice",
    "DROP TABLE twice",
)


def edited(name: str, text: str | None) -> Spoil:
    """A file beside the league that was written anew, or is gone."""

    def spoil(league: Path) -> None:
        path = league.with_name(name)
        path.unlink()
        if text is not None:
            path.write_text(text)

    return spoil


def listed_otherwise(before: str, after: str) -> Spoil:
    """Another text in the league file."""

    def spoil(league: Path) -> None:
        text = league.read_text()
        assert before in text
        league.write_text(text.replace(before, after))

    return spoil


def without_kept_files(league: Path) -> None:
    rmtree(snapshots_path(league.with_suffix(".db")))


def with_other_kept_files(league: Path) -> None:
    for file in snapshots_path(league.with_suffix(".db")).glob("*/last.py"):
        file.write_text("# nothing")
