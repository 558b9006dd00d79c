"""The text of a new league file."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from arena.plan import Limits, Seating

TITLE = """\
# A league. `arena run` plays it; docs/league.md tells every key.

[league]
name = {name}
game = "ten-1"
{seed}

[tables]
# Bots at a table, 1 to 5.
seats = {seats}
# Deals of each line-up; more can be added later.
deals = {deals}
# Each deal is played in every rotation of the seats ("rotate"), in every order ("all"), or once
# in the order of this file ("fixed").
seating = {seating}

[limits]
# Of one bot in one match, in milliseconds: wall clock until it is ready, processor time of one
# decision, processor time of the match.
startup_ms = {startup_ms}
decision_ms = {decision_ms}
match_ms = {match_ms}
# Megabytes of memory; kilobytes of its output that are kept.
memory_mb = {memory_mb}
log_kb = {log_kb}

# Each bot has a table [[bots]]; paths lead from this file.
"""

BOT = """
[[bots]]
name = {name}
path = {path}
{author}
"""

NO_AUTHOR = '# author = "whose it is"'

PUBLIC = """\
# Every deal follows from this text, and whoever reads it can compute them all.
seed = {seed}"""

MADE = """\
# No seed is given: the first `arena run` makes one, tells it and keeps it in the database."""

COMMITTED = """\
# Every deal follows from a secret seed, which is in the seed file and nowhere else; here is its
# SHA-256. Publish that before the first match, and keep a copy of the seed file. After the last
# match `arena league reveal` publishes the seed; docs/fairness.md tells how it is checked.
commitment = {commitment}
seed_file = {seed_file}"""


class NewBot(NamedTuple):
    """A bot to be listed; ``path`` leads from the league file."""

    name: str
    path: str
    author: str = ""


class Commitment(NamedTuple):
    """What a league file says of a seed that is secret: its SHA-256, and where it is."""

    digest: str
    seed_file: str


class Draft(NamedTuple):
    """What a new league is to be. Its seed is public, committed to, or None: made at first run."""

    name: str
    bots: Sequence[NewBot]
    seats: int
    deals: int
    seating: Seating
    seed: str | Commitment | None


def league_text(draft: Draft) -> str:
    """The league file of a draft; nothing is checked here."""
    limits = Limits()
    text = TITLE.format(
        name=toml_text(draft.name),
        seed=_seed_lines(draft.seed),
        seats=draft.seats,
        deals=draft.deals,
        seating=toml_text(draft.seating),
        startup_ms=limits.startup_ms,
        decision_ms=limits.decision_ms,
        match_ms=limits.match_ms,
        memory_mb=limits.memory_mb,
        log_kb=limits.log_kb,
    )
    return text + "".join(map(bot_text, draft.bots))


def bot_text(bot: NewBot) -> str:
    """What stands at the end of a league file when it lists one bot more."""
    author = f"author = {toml_text(bot.author)}" if bot.author else NO_AUTHOR
    return BOT.format(name=toml_text(bot.name), path=toml_text(bot.path), author=author)


def _seed_lines(seed: str | Commitment | None) -> str:
    match seed:
        case None:
            return MADE
        case Commitment(digest, seed_file):
            return COMMITTED.format(commitment=toml_text(digest), seed_file=toml_text(seed_file))
        case str():
            return PUBLIC.format(seed=toml_text(seed))


def toml_text(text: str) -> str:
    r"""A text as TOML has it, on one line and with everything escaped that cannot be seen.

    What is no text, half of a surrogate pair, stays and has no encoding.

    >>> print(toml_text('a "b"\n\\ é'))
    "a \"b\"\u000a\\ é"
    """
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable() or unicodedata.category(character) == "Cs":
        return character
    return f"\\U{ord(character):08x}" if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
