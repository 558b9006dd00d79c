"""The right code plays under the right name, wherever its files are and whatever their names."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from arena.games.ten.game import TEN
from arena.records import MatchRecord, read_record
from arena.store.reader import open_reader
from tests.cli.running import arena, called

SOURCE = """
NAME = {name!r}

def decide(view):
    print("I am", NAME)
    return view.legal[int({share} * (len(view.legal) - 1))]
"""

SHARES = [0.0, 1.0, 0.5, 0.25, 0.75]
"""Where in the list of what is allowed each bot chooses."""

PLACES = {
    "one name in different folders": ["a/bot.py", "b/bot.py", "c/bot.py", "a/b/bot.py", "bot.py"],
    "one name of folders": ["a/x/bot.py", "b/x/bot.py", "x/bot.py", "c/x/bot.py", "x y/x/bot.py"],
    "spaces": ["my bot.py", "my  bot.py", " bot.py", "my bots/my bot.py", "my bots/bot .py"],
    "accents": [
        "élève.py",
        "e\N{COMBINING ACUTE ACCENT}leve.py",
        "e\N{COMBINING ACUTE ACCENT}le\N{COMBINING GRAVE ACCENT}ve.py",
        "elève/मराठी.py",
        "eleve.py",
    ],
    "leading dashes": ["-h.py", "--help.py", "-/bot.py", "--/-.py", "-c.py"],
    "signs": ['"quoted".py', "it's.py", "a=b.py", "#1.py", "back\\slash.py"],
}
FOLDERS = {"one name of folders"}
"""Where the bot is the folder, and not the file in it."""

LEAGUES = {"spaces": "my league é.toml", "leading dashes": "-league.toml"}


def version(file: str, content: bytes, *, executable: bool = False) -> str:
    """The SHA-256 that names a bot of one file, as docs/protocol.md tells it."""
    name = file.encode()
    digest = sha256(len(name).to_bytes(8, "big") + name)
    digest.update(b"x" if executable else b"-")
    digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()


@pytest.mark.parametrize("kind", PLACES)
def test_the_right_code_plays_under_the_right_name(tmp_path: Path, kind: str) -> None:
    file = LEAGUES.get(kind, "league.toml")
    options, versions, shares = [], {}, {}
    for number, (place, share) in enumerate(zip(PLACES[kind], SHARES, strict=True)):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists()
        name = f"bot {number}"
        path.write_text(SOURCE.format(name=name, share=share))
        bot = str(Path(place).parent) if kind in FOLDERS else place
        options += ["--bot", f"{name}={bot}"]
        versions[name] = version(path.name, path.read_bytes())
        shares[name] = share
    written = called(
        *["league", "new", "--seats=3", "--deals=1", "--seed=1", *options, "--", file],
        cwd=tmp_path,
    )
    assert 0 == written.returncode, written.stderr
    done = arena("run", "--workers=2", "--", file, cwd=tmp_path)
    assert 0 == done.returncode, done.stderr
    with open_reader((tmp_path / file).with_suffix(".db")) as reader:
        records = [read_record(line) for line in reader.records()]
        numbers = {bot.entrant.name: bot.path for bot in reader.bots()}
    assert 30 == len(records)
    assert list(versions) == list(numbers)
    for record in records:
        assert [] == record.faults
        assert [versions[seat.bot] for seat in record.seats] == [
            seat.version for seat in record.seats
        ]
        assert_played_by(record, shares)
    for seat in range(3):
        log = called("show", "--log", str(seat), "--", file, "7", cwd=tmp_path).stdout
        assert {f"I am {records[6].seats[seat].bot}"} == set(log.splitlines())


def assert_played_by(record: MatchRecord, shares: dict[str, float]) -> None:
    """Each move is the one that the code of the bot in its seat chooses."""
    state = TEN.start(record.seed, record.players, record.deck)
    for seat, action in record.moves:
        legal = [TEN.write(one) for one in TEN.legal(state)]
        share = shares[record.seats[seat].bot]
        assert action == legal[int(share * (len(legal) - 1))]
        TEN.apply(state, TEN.read(action))
