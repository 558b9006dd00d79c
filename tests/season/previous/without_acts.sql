-- A season of three matches out of twelve, as it was stored before bots could change.
PRAGMA application_id = 1413828145;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'league database','season, bots, matches, ratings','2026-11-30 03:26:02.827015+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'league database','sandbox level, repeatable','2026-11-30 03:26:02.828398+00:00');
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
INSERT INTO "bots" VALUES(1,'chance',1,'4e014cc3d6dd8072a0b503bfe455f010b7313567d83a112460a655a6304e047a','','chance.py',0);
INSERT INTO "bots" VALUES(2,'first',1,'cbecb51e79011ff27c122c8ca2bd1f4cdce11b568830d8ea69d109367b525dfa','','first.py',0);
INSERT INTO "bots" VALUES(3,'last',1,'e09e44586f8f95edc162e12c2d7b072f8725c281cbd183712ce99c144dbe4b48','','last.py',0);
INSERT INTO "bots" VALUES(4,'middle',1,'247bdbe243a51e6988320fc56271d339802b49b74d2f42d44d0df2207c62ac0a','','middle.py',0);
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
INSERT INTO "matches" VALUES(1,0,0,'chance@1+middle@1',0,0,'chance@1+middle@1/0','28e554c0a142c8c9c5632414823da0cf',2,147,0);
INSERT INTO "matches" VALUES(2,0,0,'chance@1+middle@1',0,1,'chance@1+middle@1/0','28e554c0a142c8c9c5632414823da0cf',2,138,0);
INSERT INTO "matches" VALUES(3,0,0,'first@1+last@1',0,0,'first@1+last@1/0','21ddc072d5daf74194959b03393008a5',2,106,0);
CREATE TABLE ratings (
    bot_id INTEGER PRIMARY KEY REFERENCES bots (id),
    mu REAL NOT NULL,
    sigma REAL NOT NULL CHECK (sigma > 0),
    matches INTEGER NOT NULL CHECK (matches >= 0)
) STRICT;
INSERT INTO "ratings" VALUES(1,18.9642702304942,6.54854658449259119379e+00,2);
INSERT INTO "ratings" VALUES(2,2.07570904825127122705e+01,7.18977525643824932899e+00,1);
INSERT INTO "ratings" VALUES(3,2.92429095174872841775e+01,7.18977525643824932899e+00,1);
INSERT INTO "ratings" VALUES(4,31.0357297695058,6.54854658449259119379e+00,2);
CREATE TABLE records (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    record TEXT NOT NULL
) STRICT;
INSERT INTO "records" VALUES(1,'{"format":"arena-match/1","game":"ten-1","seed":"28e554c0a142c8c9c5632414823da0cf","players":2,"deck":null,"seats":[{"bot":"middle","version":"247bdbe243a51e6988320fc56271d339802b49b74d2f42d44d0df2207c62ac0a"},{"bot":"chance","version":"4e014cc3d6dd8072a0b503bfe455f010b7313567d83a112460a655a6304e047a"}],"moves":[[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[0,"bid 3t"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"bid 2t"],[0,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take currency"],[1,"draw"],[0,"bid 3t"],[1,"pass"],[1,"draw"],[1,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take currency"],[1,"draw"],[1,"draw"],[1,"draw"],[1,"take currency"],[0,"draw"],[0,"take numbers"],[0,"buy B5 5t"],[1,"draw"],[1,"draw"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"bid 3t"],[0,"pass"],[0,"draw"],[1,"bid 2t"],[0,"pass"],[0,"draw"],[1,"bid 1b"],[0,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[0,"bid 1t"],[1,"bid 2t"],[1,"draw"],[1,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"bid 3t"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[0,"bid 2t"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"bid 1t"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[1,"take currency"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"draw"],[1,"draw"],[0,"draw"],[0,"take currency"],[1,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy B8 5t+1b"],[0,"draw"],[0,"take currency"],[1,"draw"],[0,"bid 2t"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"bid 1t"],[1,"pass"],[0,"pass"]],"faults":[],"result":{"scores":[21,15],"tokens":[1,0],"cards":[21,22],"places":[1,2]}}');
INSERT INTO "records" VALUES(2,'{"format":"arena-match/1","game":"ten-1","seed":"28e554c0a142c8c9c5632414823da0cf","players":2,"deck":null,"seats":[{"bot":"chance","version":"4e014cc3d6dd8072a0b503bfe455f010b7313567d83a112460a655a6304e047a"},{"bot":"middle","version":"247bdbe243a51e6988320fc56271d339802b49b74d2f42d44d0df2207c62ac0a"}],"moves":[[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[0,"bid 3t"],[1,"bid 4t"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[1,"bid 1t"],[0,"bid 4t"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"take currency"],[1,"draw"],[0,"bid 1t"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"take currency"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"take numbers"],[0,"buy O5 5t"],[1,"draw"],[0,"pass"],[1,"bid 1t"],[1,"draw"],[0,"bid 5t+1b"],[1,"pass"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"take currency"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"take currency"],[1,"draw"],[0,"bid 3t"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"take numbers"],[0,"buy O1 1t"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[1,"take currency"],[0,"draw"],[0,"take numbers"],[0,"pass"],[1,"draw"],[1,"take numbers"],[1,"buy R2 2t"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"take currency"],[1,"draw"],[1,"take numbers"],[1,"buy R3 3t"],[0,"draw"],[0,"take numbers"],[0,"buy O3 1b"],[1,"draw"],[1,"take currency"],[0,"draw"],[1,"bid 2t"],[0,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[1,"bid 1t"],[0,"pass"],[0,"take numbers"],[0,"buy O4 1t+1b"],[1,"pass"],[0,"pass"]],"faults":[],"result":{"scores":[14,15],"tokens":[0,0],"cards":[18,19],"places":[2,1]}}');
INSERT INTO "records" VALUES(3,'{"format":"arena-match/1","game":"ten-1","seed":"21ddc072d5daf74194959b03393008a5","players":2,"deck":null,"seats":[{"bot":"first","version":"cbecb51e79011ff27c122c8ca2bd1f4cdce11b568830d8ea69d109367b525dfa"},{"bot":"last","version":"e09e44586f8f95edc162e12c2d7b072f8725c281cbd183712ce99c144dbe4b48"}],"moves":[[0,"draw"],[0,"draw"],[1,"draw"],[1,"take currency"],[0,"draw"],[0,"draw"],[1,"bid 10t"],[0,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy R1 1t"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy O2 2t"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy G6 6t"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy O1 1t"],[0,"draw"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy G7 7t"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[0,"pass"],[1,"pass"],[1,"draw"],[1,"take numbers"],[1,"pass"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[0,"draw"],[0,"draw"],[1,"pass"],[0,"pass"],[0,"draw"],[0,"draw"],[1,"draw"],[1,"take numbers"],[1,"buy G1 1t"],[0,"pass"],[1,"buy B2 2t"]],"faults":[],"result":{"scores":[0,9],"tokens":[5,0],"cards":[0,16],"places":[2,1]}}');
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
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated >= 0), repeatable TEXT NOT NULL DEFAULT 'no' CHECK (repeatable IN ('yes', 'no')),
    CHECK (seed IS NOT NULL OR seed_source = 'committed')
) STRICT;
INSERT INTO "season" VALUES(1,'Test','ten-1','{"name":"Test","game":"ten-1","seats":2,"deals":1,"entrants":[{"name":"chance","number":1,"version":"4e014cc3d6dd8072a0b503bfe455f010b7313567d83a112460a655a6304e047a","wave":0,"author":""},{"name":"first","number":1,"version":"cbecb51e79011ff27c122c8ca2bd1f4cdce11b568830d8ea69d109367b525dfa","wave":0,"author":""},{"name":"last","number":1,"version":"e09e44586f8f95edc162e12c2d7b072f8725c281cbd183712ce99c144dbe4b48","wave":0,"author":""},{"name":"middle","number":1,"version":"247bdbe243a51e6988320fc56271d339802b49b74d2f42d44d0df2207c62ac0a","wave":0,"author":""}],"seating":"rotate","deck":null,"format":{"kind":"round-robin"},"limits":{"startup_ms":5000,"decision_ms":100,"match_ms":5000,"memory_mb":256,"log_kb":64},"packages":[],"reveal_names":false,"points":{"places":null,"tie_breaks":["head-to-head","wins","score","faults"]},"draw_probability":0.02}','1','public',NULL,'0.1.0','3.11.7','strong',3,'yes');
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
INSERT INTO "seats" VALUES(1,0,4,1,21,1,21,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(1,1,1,2,15,0,22,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,0,1,2,14,0,18,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,1,4,1,15,0,19,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,0,2,2,0,5,0,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,1,3,1,9,0,16,NULL,NULL,NULL);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX matches_in_schedule_order
    ON matches (wave, round, line_up, deal, seating);
CREATE INDEX seats_of_bot ON seats (bot_id, match_id);
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
COMMIT;