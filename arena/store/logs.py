"""The file beside a league's database that keeps what bots printed.

It is a file of its own since logs reveal strategy, and since they would outgrow the results.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from arena.plan import FixtureKey
from arena.store.facts import MatchLog
from arena.store.opening import (
    is_filled,
    open_for_reading,
    open_for_writing,
    put_away,
    refuse_for_writing,
    transaction,
)
from arena.store.refusals import in_sentences
from arena.store.schema import Schema

FIRST_STEP = """
CREATE TABLE logs (
    id INTEGER PRIMARY KEY,
    line_up TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seating INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bot TEXT NOT NULL,
    fault INTEGER NOT NULL CHECK (fault IN (0, 1)),
    truncated INTEGER NOT NULL CHECK (truncated IN (0, 1)),
    measured TEXT NOT NULL,
    text TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    UNIQUE (line_up, deal, seating, seat)
) STRICT;

CREATE INDEX logs_of_bot ON logs (bot, fault, bytes);
"""
QUICK_STEP = """
-- However many logs there are, one more takes no longer: what is asked at each is found at once.
DROP INDEX logs_of_bot;
CREATE INDEX logs_of_bot ON logs (bot, id);
CREATE INDEX logs_to_forget ON logs (bot, fault, id);

-- The bytes of each bot's logs, kept by the two triggers.
CREATE TABLE sizes (
    bot TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sizes SELECT bot, sum(bytes) FROM logs GROUP BY bot;

CREATE TRIGGER log_is_kept AFTER INSERT ON logs BEGIN
    INSERT INTO sizes VALUES (NEW.bot, NEW.bytes)
    ON CONFLICT (bot) DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER log_is_forgotten AFTER DELETE ON logs BEGIN
    UPDATE sizes SET bytes = bytes - OLD.bytes WHERE bot = OLD.bot;
END;
"""
LOGS = Schema(
    name="database of logs",
    application_id=int.from_bytes(b"TENL", "big"),
    steps={"logs": FIRST_STEP, "sizes of logs": QUICK_STEP},
)

LAST_MATCHES = 20
"""So many of each bot's latest matches keep their logs, faults or not."""

LEAGUE_BYTES = 256 << 20
"""All logs of a league together."""

ROW_BYTES = 100
"""What a log takes beside its texts, and as much again for its entries in three indexes."""

PAGE_BYTES = 4096
"""Of the file: as many logs share a page as fit into it whole, and the rest of it is empty."""

FORGET_BEFORE_IT_WAS_PLAYED_AGAIN = """
DELETE FROM logs
WHERE line_up = :line_up AND deal = :deal AND seating = :seating AND seat = :seat
"""
ADD = """
INSERT INTO logs
    (line_up, deal, seating, seat, bot, fault, truncated, measured, text, bytes)
VALUES
    (:line_up, :deal, :seating, :seat, :bot, :fault, :truncated, :measured, :text, :bytes)
"""
FORGET_OLDER = """
DELETE FROM logs WHERE bot = :bot AND fault = 0 AND id <= (
    SELECT id FROM logs WHERE bot = :bot ORDER BY id DESC LIMIT 1 OFFSET :last
)
"""
TOTAL = """
SELECT coalesce(sum(bytes), 0) FROM sizes
"""
FORGET_ONE_OF_THE_LARGEST = """
DELETE FROM logs WHERE id = (
    SELECT id FROM logs WHERE bot = (SELECT bot FROM sizes ORDER BY bytes DESC, bot LIMIT 1)
    ORDER BY fault, id LIMIT 1
) RETURNING bytes
"""
OF_MATCH = """
SELECT line_up, deal, seating, seat, bot, fault, truncated, measured, text FROM logs
WHERE line_up = ? AND deal = ? AND seating = ? ORDER BY seat
"""
MAKER = "`arena run LEAGUE`"


def logs_path(database: Path) -> Path:
    """Where the logs of a league are kept.

    >>> logs_path(Path("leagues/house.db")).as_posix()
    'leagues/house-logs.db'
    """
    return database.with_name(f"{database.stem}-logs{database.suffix}")


def log_text(output: bytes) -> str:
    r"""What a bot printed as a text that can be stored, whatever it was.

    >>> log_text(b"bid \xff")
    'bid \\xff'
    """
    return output.decode(errors="backslashreplace")


def read_logs(path: Path, key: FixtureKey) -> list[MatchLog]:
    """The logs that are kept of a match, by seat; none if no logs are kept at all.

    Raises StoreError for a file that cannot be read.
    """
    if not is_filled(path):
        return []
    with closing(open_for_reading(path, LOGS, MAKER)) as connection, in_sentences(path):
        rows = connection.execute(OF_MATCH, key)
        names = [column for column, *_ in rows.description]
        return [
            msgspec.convert(dict(zip(names, row, strict=True)), MatchLog, strict=False)
            for row in rows
        ]


class LogWriter:
    """Keeps logs of faults and of each bot's latest matches. To be closed after use.

    Opens the file, or makes it readable for its owner alone. Only the one who writes the
    league's database writes its logs. Raises StoreError for a file that cannot be written.
    """

    def __init__(self, path: Path, league_bytes: int = LEAGUE_BYTES) -> None:
        self.path = path
        self.league_bytes = league_bytes
        refuse_for_writing(path, LOGS, MAKER)
        if not path.exists():
            path.touch(mode=0o600)
        # A log that a power cut takes is missed by nobody.
        self._connection = open_for_writing(path, LOGS, fill=lambda _: None, synchronous="NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; harmless when that has been done."""
        put_away(self._connection)

    def add(self, logs: Iterable[MatchLog]) -> None:
        """Store the logs of finished matches, and drop what need not be kept any longer.

        If a match was played again, its new logs take the place of the old. Where all logs are
        too many, the bot with most of them pays, so that none can drive out the others'.
        """
        with transaction(self._connection, self.path):
            for log in logs:
                row = msgspec.structs.asdict(log) | {"bytes": _size(log)}
                self._connection.execute(FORGET_BEFORE_IT_WAS_PLAYED_AGAIN, row)
                self._connection.execute(ADD, row)
                self._connection.execute(FORGET_OLDER, {"bot": log.bot, "last": LAST_MATCHES})
            _keep_within(self._connection, self.league_bytes)


def _size(log: MatchLog) -> int:
    """The bytes that a log takes in the file, rather more than less."""
    row = len((log.text + log.measured + log.line_up + log.bot).encode()) + ROW_BYTES
    entries = len((log.line_up + 3 * log.bot).encode()) + ROW_BYTES
    if row <= PAGE_BYTES:
        return PAGE_BYTES // (PAGE_BYTES // row) + entries
    return -(-row // PAGE_BYTES) * PAGE_BYTES + entries


def _keep_within(connection: sqlite3.Connection, league_bytes: int) -> None:
    (total,) = connection.execute(TOTAL).fetchone()
    while total > league_bytes:
        ((freed,),) = connection.execute(FORGET_ONE_OF_THE_LARGEST).fetchall()
        total -= freed
