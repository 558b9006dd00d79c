"""``arena league reveal``: the secret seed at the end of a season, and what is checked then."""

from __future__ import annotations

import shlex
import sqlite3
import subprocess
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from arena import seeds
from arena.errors import StoreError
from arena.league.reading import read_league
from arena.season.opening import open_season
from arena.season.revealing import Left, is_revealed, left_to_play
from arena.store.reader import open_reader
from arena.store.writer import open_writer
from tests.cli.leagues import SEED, keep_seed, make_league, make_plan
from tests.cli.running import called
from tests.season.making import write_league
from tests.season.playing import STRONG, outcome, play_league

COMMITMENT = seeds.commitment_to(SEED)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A finished season whose seed is secret; none of its bots has a file."""
    league = make_league(tmp_path, seed=None)
    keep_seed(league)
    return league


def stored_seed(league: Path) -> str | None:
    with open_reader(league.with_suffix(".db")) as reader:
        return reader.season().seed


def test_the_seed_is_printed_and_kept(secret: Path) -> None:
    assert stored_seed(secret) is None
    done = called("league", "reveal", "house.toml", cwd=secret.parent)
    assert (0, f"{SEED}\n") == (done.returncode, done.stdout)
    assert f"It is kept in house.db now. Whoever has {COMMITMENT} checks it so:" in done.stderr
    assert SEED == stored_seed(secret)


def test_the_commands_that_it_tells_do_what_they_should(secret: Path) -> None:
    done = called("league", "reveal", secret)
    by_hand, verify = done.stderr.splitlines()[1:]
    summed = subprocess.run(by_hand, shell=True, capture_output=True, text=True, check=True)
    assert COMMITMENT == f"sha256:{summed.stdout.split()[0]}"
    words = shlex.split(verify)
    assert "arena" == words[0]
    assert 0 == called(*words[1:]).returncode


def test_a_second_time_it_says_so_and_needs_no_seed_file(secret: Path) -> None:
    called("league", "reveal", secret)
    secret.with_suffix(".seed").unlink()
    before = secret.with_suffix(".db").read_bytes()
    done = called("league", "reveal", secret)
    assert (0, f"{SEED}\n") == (done.returncode, done.stdout)
    assert done.stderr.startswith(f"It had been revealed before. Whoever has {COMMITMENT}")
    assert before == secret.with_suffix(".db").read_bytes()


def test_while_matches_are_left_it_stays_secret(tmp_path: Path) -> None:
    league = make_league(tmp_path, seed=None, without=2)
    keep_seed(league)
    done = called("league", "reveal", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert "house.db: 1 of 6 matches are left to play, and whoever knows" in done.stderr
    assert SEED not in done.stderr
    assert stored_seed(league) is None
    assert 0 == called("league", "reveal", league, "--unfinished").returncode
    assert SEED == stored_seed(league)


def test_nothing_is_left_where_nothing_can_be_played() -> None:
    assert (0, 0) == left_to_play(make_plan(["a", "b"], seats=3), SEED, {})
    assert Left(6, 6) == left_to_play(make_plan(["a", "b", "c"], seats=3), SEED, {})


def test_the_seed_must_be_the_one_that_was_committed_to(secret: Path) -> None:
    secret.with_suffix(".seed").write_text("2027")
    done = called("league", "reveal", secret)
    assert 1 == done.returncode
    assert "is not the one that league.commitment commits to" in done.stderr
    assert stored_seed(secret) is None


def test_a_league_file_that_commits_to_another_seed_is_refused(secret: Path) -> None:
    keep_seed(secret, "2027")
    done = called("league", "reveal", "house.toml", cwd=secret.parent)
    other = seeds.commitment_to("2027")
    assert (
        f"Error: house.toml: its commitment is {other}, and the season in house.db is committed "
        f"to {COMMITMENT}.\n" == done.stderr
    )
    assert stored_seed(secret) is None


def test_a_league_file_that_commits_to_nothing_is_refused(secret: Path) -> None:
    text = secret.read_text()
    lines = [line for line in text.splitlines() if "commitment" not in line and "seed" not in line]
    secret.write_text("\n".join(lines))
    done = called("league", "reveal", secret)
    assert "house.toml: its commitment is not given, and the season in " in done.stderr


def test_a_seed_file_that_is_missing_is_told(secret: Path) -> None:
    secret.with_suffix(".seed").unlink()
    done = called("league", "reveal", secret)
    assert 1 == done.returncode
    assert "house.seed cannot be read: No such file or directory.\n" in done.stderr


def test_a_public_seed_is_no_secret(league: Path) -> None:
    done = called("league", "reveal", league)
    assert 1 == done.returncode
    assert done.stderr.endswith("house.db: its seed was never secret; it is '2026'.\n")


def test_a_season_that_has_not_begun(tmp_path: Path) -> None:
    keep_seed(tmp_path / "house.toml")
    done = called("league", "reveal", "house.toml", cwd=tmp_path)
    sentence = "there is no such database; `arena run house.toml` makes it"
    assert f"Error: house.db: {sentence}.\n" == done.stderr
    assert not (tmp_path / "house.db").exists()


def test_while_a_run_writes_it_waits(secret: Path) -> None:
    with open_writer(secret.with_suffix(".db")):
        done = called("league", "reveal", secret)
    assert 1 == done.returncode
    assert "another process is writing it" in done.stderr


def changed(league: Path, *changes: str) -> None:
    with closing(sqlite3.connect(league.with_suffix(".db"))) as database, database:
        for change in changes:
            database.execute(change)


def test_a_revealed_season_is_checked_against_its_commitment(secret: Path) -> None:
    called("league", "reveal", secret)
    secret.with_suffix(".seed").unlink()
    done = called("verify", secret)
    assert (0, "") == (done.returncode, done.stdout)
    assert f"The league's seed fits {COMMITMENT}: see that this is" in done.stderr
    assert done.stderr.endswith("6 records checked, all hold.\n")


CHEATS = {
    "another seed": (
        ["UPDATE season SET seed = 'x'"],
        "house.db: its seed is of the commitment sha256:2d71",
    ),
    "no commitment": (
        ["UPDATE season SET commitment = NULL"],
        "house.db: its seed is said to be committed, and committed to nothing.",
    ),
    "seed and commitment": (
        [f"UPDATE season SET seed = 'x', commitment = '{seeds.commitment_to('x')}'"],
        "house.toml and house.db differ: league.commitment was sha256:2d711642",
    ),
}


@pytest.mark.parametrize(("changes", "said"), CHEATS.values(), ids=CHEATS)
def test_another_seed_than_was_promised_is_a_failure(
    secret: Path, changes: list[str], said: str
) -> None:
    called("league", "reveal", secret)
    changed(secret, *changes)
    done = called("verify", "house.toml", cwd=secret.parent)
    assert (1, "") == (done.returncode, done.stdout)
    assert said in done.stderr


def test_a_commitment_is_compared_while_the_seed_is_secret(secret: Path) -> None:
    changed(secret, "UPDATE season SET commitment = 'sha256:0'")
    done = called("verify", "house.toml", cwd=secret.parent)
    assert 1 == done.returncode
    assert (
        f"house.toml and house.db differ: league.commitment was sha256:0, is {COMMITMENT}.\n"
        in done.stderr
    )


@pytest.mark.parametrize("content", [None, b"\xff", b"[league", b"x = 1\n[league]\n"])
def test_a_league_file_that_is_none_is_not_needed(secret: Path, content: bytes | None) -> None:
    called("league", "reveal", secret)
    secret.unlink()
    if content is not None:
        secret.write_bytes(content)
    done = called("verify", secret)
    assert 0 == done.returncode, done.stderr


SEATED_OTHERWISE = """
UPDATE records SET record = json_set(record, '$.seats', json_array(
    json_extract(record, '$.seats[1]'), json_extract(record, '$.seats[0]'),
    json_extract(record, '$.seats[2]')
)) WHERE match_id = 1
"""


def test_seats_that_the_seed_does_not_give_are_found(secret: Path) -> None:
    """Two bots change seats in one match, in its record and in the tables alike."""
    called("league", "reveal", secret)
    with closing(sqlite3.connect(secret.with_suffix(".db"))) as database, database:
        rows = "SELECT bot_id FROM seats WHERE match_id = 1 AND seat < 2 ORDER BY seat"
        first, second = (bot for (bot,) in database.execute(rows))
        for seat, bot in ((0, second), (1, first)):
            database.execute(
                "UPDATE seats SET bot_id = ? WHERE match_id = 1 AND seat = ?", (bot, seat)
            )
        database.execute(SEATED_OTHERWISE)
    done = called("verify", secret)
    assert 1 == done.returncode
    (line,) = done.stdout.splitlines()
    assert ": seats: " in line
    assert "; the league's seed seats them " in line


def test_a_deal_from_another_place_is_found(secret: Path) -> None:
    """The organiser would choose among many deals that all come from the seed."""
    called("league", "reveal", secret)
    changed(secret, "UPDATE matches SET schedule_place = 'ant@1+bee@1+clumsy@1/1'")
    done = called("verify", secret)
    assert 3 == len(done.stdout.splitlines())
    changed(secret, "UPDATE matches SET deal = deal + 7, round = round + 7")
    done = called("verify", secret)
    found = [line for line in done.stdout.splitlines() if ": schedule: it has no deal " in line]
    assert len(found) == 3


def test_a_revealed_season_is_not_played_on(tmp_path: Path) -> None:
    seed = "5eed" * 16
    (tmp_path / "league.seed").write_text(seed)
    digest = sha256(seed.encode()).hexdigest()
    lines = f'commitment = "sha256:{digest}"\nseed_file = "league.seed"'
    league = write_league(tmp_path, deals=1, seed=lines)
    database = league.with_suffix(".db")
    assert not is_revealed(database)
    play_league(league)
    assert not is_revealed(database)
    before = outcome(league)
    assert 0 == called("league", "reveal", league).returncode
    assert is_revealed(database)
    (tmp_path / "league.seed").unlink()
    for words in (
        ["run"],
        ["leaderboard"],
        ["standings"],
        ["matches"],
        ["verify"],
        ["export", "records"],
    ):
        done = called(*words, league)
        assert 0 == done.returncode, done.stderr
    shown = called("show", league, "1").stdout
    assert "Play it again: arena play" in shown
    league.write_text(league.read_text().replace("deals = 1", "deals = 2"))
    done = called("run", "league.toml", cwd=tmp_path)
    assert 1 == done.returncode
    assert "league.db: the season's seed has been revealed, so the deals of the 12" in done.stderr
    assert before == outcome(league)
    with open_reader(database) as reader:
        assert 1 == reader.season().plan.deals


def test_a_season_never_begins_with_a_seed_that_was_not_read(tmp_path: Path) -> None:
    lines = f'commitment = "{COMMITMENT}"\nseed_file = "league.seed"'
    league = write_league(tmp_path, deals=1, seed=lines)
    with (
        pytest.raises(StoreError, match="a season begins with its seed"),
        open_season(read_league(league, secret=False), tmp_path / "league.db", STRONG),
    ):
        pass
    assert not (tmp_path / "league.db").exists()


def test_a_seed_in_the_database_that_was_never_the_seasons_is_not_published(secret: Path) -> None:
    changed(secret, "UPDATE season SET seed = 'another'")
    done = called("league", "reveal", secret)
    assert (1, "") == (done.returncode, done.stdout)
    assert "its seed is of the commitment sha256:" in done.stderr


def test_deals_that_the_league_file_has_added_are_left_to_play(secret: Path) -> None:
    text = secret.read_text()
    assert "deals = 2" in text
    secret.write_text(text.replace("deals = 2", "deals = 3"))
    done = called("league", "reveal", secret)
    assert 1 == done.returncode
    assert " matches are left to play" in done.stderr
    assert stored_seed(secret) is None


def test_deals_that_are_no_number_are_not_passed_over(secret: Path) -> None:
    secret.write_text(secret.read_text().replace("deals = 2", 'deals = "x"'))
    done = called("league", "reveal", secret)
    assert 1 == done.returncode
    assert "it gives no number of deals (tables.deals)" in done.stderr
    assert stored_seed(secret) is None


@pytest.mark.parametrize("change", ["new", "changed"])
def test_bots_that_the_season_has_not_taken_in_come_first(tmp_path: Path, change: str) -> None:
    """Nobody comes or changes after a seed is revealed."""
    seed = "5eed" * 16
    line = f'commitment = "{seeds.commitment_to(seed)}"\nseed_file = "league.seed"'
    league = write_league(tmp_path, seed=line, deals=1)
    (tmp_path / "league.seed").write_text(seed)
    play_league(league)
    if change == "new":
        league.write_text(league.read_text() + '\n[[bots]]\nname = "new"\npath = "first.py"\n')
    else:
        (tmp_path / "first.py").write_text("# another\n" + (tmp_path / "first.py").read_text())
    done = called("league", "reveal", league)
    assert (1, "") == (done.returncode, done.stdout)
    assert f"`arena league {'add' if change == 'new' else 'accept'} {league}" in done.stderr
    assert stored_seed(league) is None
    done = called("league", "reveal", league, "--unfinished")
    assert f"{seed}\n" == done.stdout
