"""The schema of a league's database. Columns and views are made for people to read."""

from __future__ import annotations

from arena.store.schema import Schema

FIRST_STEP = """
CREATE TABLE season (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    league TEXT NOT NULL,
    game TEXT NOT NULL,
    plan TEXT NOT NULL,
    seed TEXT,
    seed_source TEXT NOT NULL CHECK (seed_source IN ('public', 'made', 'committed')),
    commitment TEXT,
    arena TEXT NOT NULL,
    python TEXT NOT NULL,
    sandbox TEXT NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated >= 0),
    CHECK (seed IS NOT NULL OR seed_source = 'committed')
) STRICT;

CREATE TABLE bots (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    label TEXT NOT NULL GENERATED ALWAYS AS (name || '@' || number) STORED UNIQUE,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    path TEXT NOT NULL,
    wave INTEGER NOT NULL CHECK (wave >= 0),
    UNIQUE (name, number)
) STRICT;

-- A fixture that was played. The seeds are made from schedule_place (deal_seed is the deck's).
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    wave INTEGER NOT NULL,
    round INTEGER NOT NULL,
    line_up TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seating INTEGER NOT NULL,
    schedule_place TEXT NOT NULL,
    deal_seed TEXT NOT NULL,
    players INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    clock_limited INTEGER NOT NULL CHECK (clock_limited IN (0, 1)),
    UNIQUE (line_up, deal, seating)
) STRICT;

CREATE UNIQUE INDEX matches_in_schedule_order
    ON matches (wave, round, line_up, deal, seating);

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    bot_id INTEGER NOT NULL REFERENCES bots (id),
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    fault TEXT,
    fault_move INTEGER,
    fault_detail TEXT,
    PRIMARY KEY (match_id, seat),
    CHECK ((fault IS NULL) = (fault_move IS NULL) AND (fault IS NULL) = (fault_detail IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_bot ON seats (bot_id, match_id);

-- A match as one line of JSON, enough to replay it.
CREATE TABLE records (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    record TEXT NOT NULL
) STRICT;

CREATE TABLE ratings (
    bot_id INTEGER PRIMARY KEY REFERENCES bots (id),
    mu REAL NOT NULL,
    sigma REAL NOT NULL CHECK (sigma > 0),
    matches INTEGER NOT NULL CHECK (matches >= 0)
) STRICT;

-- The number that people call a match by is its position in the schedule.
CREATE VIEW schedule AS
SELECT
    row_number() OVER (ORDER BY wave, round, line_up, deal, seating) AS match,
    round, line_up, deal, seating, players, moves, clock_limited,
    id AS match_id
FROM matches;

CREATE VIEW results AS
SELECT
    schedule.match, schedule.round, schedule.line_up, schedule.deal, schedule.seating,
    seats.seat, bots.label AS bot, seats.place, seats.score, seats.tokens, seats.cards,
    seats.fault, seats.fault_move, seats.fault_detail, schedule.clock_limited
FROM schedule
JOIN seats ON seats.match_id = schedule.match_id
JOIN bots ON bots.id = seats.bot_id
ORDER BY schedule.match, seats.seat;

CREATE VIEW faults AS
SELECT match, seat, bot, fault, fault_move, fault_detail
FROM results WHERE fault IS NOT NULL;

CREATE VIEW leaderboard AS
SELECT
    bots.name AS bot, bots.number AS version, ratings.mu - 3 * ratings.sigma AS rating,
    ratings.mu, ratings.sigma, ratings.matches, bots.author
FROM ratings JOIN bots ON bots.id = ratings.bot_id
ORDER BY rating DESC, bots.label;
"""

SANDBOX_STEP = """
ALTER TABLE season ADD COLUMN
    repeatable TEXT NOT NULL DEFAULT 'no' CHECK (repeatable IN ('yes', 'no'));
-- The only level that there was before.
UPDATE season SET sandbox = 'none';
"""

ACTS_STEP = """
ALTER TABLE bots ADD COLUMN status TEXT NOT NULL DEFAULT 'in'
    CHECK (status IN ('in', 'replaced', 'void', 'kept', 'forfeit'));
ALTER TABLE bots ADD COLUMN left_wave INTEGER;
ALTER TABLE bots ADD COLUMN remark TEXT NOT NULL DEFAULT '';

-- What matches were played on: results repeat to the byte on one platform only.
CREATE TABLE platforms (
    id INTEGER PRIMARY KEY,
    arena TEXT NOT NULL,
    python TEXT NOT NULL,
    c_library TEXT NOT NULL,
    processor TEXT NOT NULL,
    sandbox TEXT NOT NULL,
    UNIQUE (arena, python, c_library, processor, sandbox)
) STRICT;

ALTER TABLE matches ADD COLUMN platform_id INTEGER REFERENCES platforms (id);
-- A match of a version that was replaced, or is void, is history and counts no more.
ALTER TABLE matches ADD COLUMN counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1));

-- The organiser's log: what was done to the season, when, by whom and why.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    act TEXT NOT NULL,
    bot TEXT,
    detail TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

DROP VIEW schedule;
CREATE VIEW schedule AS
SELECT
    row_number() OVER (ORDER BY wave, round, line_up, deal, seating) AS match,
    round, line_up, deal, seating, players, moves, clock_limited,
    id AS match_id
FROM matches WHERE counts;
"""

LEAGUE = Schema(
    name="league database",
    application_id=int.from_bytes(b"TEN1", "big"),
    steps={
        "season, bots, matches, ratings": FIRST_STEP,
        "sandbox level, repeatable": SANDBOX_STEP,
        "bots that change, platforms, organiser's log": ACTS_STEP,
    },
)
