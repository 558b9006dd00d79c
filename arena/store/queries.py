"""What is asked of a league's database: the SQL of ``Reader``."""

SEASON = """
SELECT plan, seed, seed_source, commitment, arena, python, sandbox, repeatable FROM season
"""
BOTS = """
SELECT name, number, version, wave, author, status, left_wave, remark, path FROM bots ORDER BY id
"""
PLAYED = """
SELECT line_up, deal, seating FROM matches WHERE counts
"""
STORED_OF_WAVE = """
SELECT EXISTS (SELECT 1 FROM matches WHERE wave = :wave)
"""
ABSENCES = """
SELECT line_up, deal, label FROM seats
JOIN bots ON bots.id = bot_id JOIN matches ON matches.id = match_id
WHERE fault = 'withdrawn'
"""
PLATFORMS = """
SELECT arena, python, c_library, processor, sandbox FROM platforms
WHERE NOT :used OR id IN (SELECT platform_id FROM matches) ORDER BY id
"""
ACTS = """
SELECT at, who, act, bot, detail, reason FROM acts ORDER BY id
"""
COUNTING = """
SELECT count(*) FROM matches WHERE counts
"""
SEAT_RESULTS = """
SELECT line_up, deal, seating, score, tokens, cards, place
FROM matches JOIN seats ON match_id = id WHERE counts >= :least ORDER BY id, seat
"""
RECORDS = """
SELECT CAST(record AS BLOB) FROM matches JOIN records ON match_id = id
WHERE counts = :counts ORDER BY wave, round, line_up, deal, seating
"""
CHOSEN = """
SELECT match, match_id FROM schedule
WHERE match > :after AND (:bot IS NULL AND NOT :faults OR EXISTS (
    SELECT 1 FROM seats JOIN bots ON bots.id = seats.bot_id
    WHERE seats.match_id = schedule.match_id
    AND (:bot IS NULL OR :bot IN (bots.name, bots.label))
    AND (NOT :faults OR seats.fault IS NOT NULL)
))
ORDER BY match DESC LIMIT :last
"""
RESULTS = """
-- CROSS keeps the tables in this order, in which an index has them sorted already.
SELECT matches.wave, round, line_up, deal, seating, schedule_place, deal_seed,
    label, score, tokens, cards, place, fault_move, seat, fault, fault_detail
FROM matches
CROSS JOIN seats ON match_id = matches.id CROSS JOIN bots ON bots.id = bot_id
WHERE counts >= :least ORDER BY matches.wave, round, line_up, deal, seating, seat
"""
SEATS_OF_TABLES = """
-- CROSS as above.
SELECT matches.wave, round, line_up, deal, seating, deal_seed,
    label, score, tokens, cards, place, fault_move
FROM matches
CROSS JOIN seats ON match_id = matches.id CROSS JOIN bots ON bots.id = bot_id
WHERE counts ORDER BY matches.wave, round, line_up, deal, seating, seat LIMIT :most
"""
RECORD = """
SELECT CAST(record AS BLOB) FROM matches JOIN records ON match_id = id
WHERE line_up = :line_up AND deal = :deal AND seating = :seating
"""
NUMBERED = """
SELECT match_id FROM schedule WHERE match = :number
"""
FIXTURE = """
SELECT wave, round, line_up, deal, seating, schedule_place, CAST(record AS BLOB)
FROM matches JOIN records ON match_id = id WHERE id = :match_id
"""
SEATED = """
SELECT label FROM seats JOIN bots ON bots.id = bot_id WHERE match_id = :match_id ORDER BY seat
"""
RATINGS = """
SELECT label, mu, sigma, matches FROM ratings JOIN bots ON bots.id = bot_id ORDER BY bot_id
"""
