"""Bots that come in mid-season: only their own matches come in; and bots in a ``.zip``."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.league.unpacking import unpack
from arena.players.files import read_bot
from tests.cli.running import called
from tests.season.making import BOTS, write_league
from tests.season.test_acts import adds_up, arena, outcome, records, refused

NEW = "def decide(view):\n    return view.legal[-1] if view.turn % 2 else view.legal[0]\n"


def begun(folder: Path, seats: int = 3, matches: int = 7) -> Path:
    league = write_league(folder, seats=seats)
    arena(league, "run", "--workers", "1", "--matches", str(matches))
    (folder / "new bot.py").write_text(NEW)
    return league


@pytest.mark.parametrize("seats", [2, 3])
def test_only_the_missing_fixtures_come_in(tmp_path: Path, seats: int) -> None:
    league = begun(tmp_path, seats)
    arena(league, "league add", str(tmp_path / "new bot.py"), "--author", 'Ada "A"')
    arena(league, "run", "--workers", "2")
    whole = tmp_path / "whole"
    whole.mkdir()
    unbroken = write_league(whole, BOTS | {"new bot": NEW}, seats=seats)
    arena(unbroken, "run", "--workers", "1")
    assert {*arena(unbroken, "export records").splitlines()} == {
        *arena(league, "export records").splitlines()
    }, "the same matches; those of the new bot come after all others"
    line_ups = ["new bot" in {seat.bot for seat in record.seats} for record in records(league)]
    assert line_ups == sorted(line_ups)
    rows = arena(league, "leaderboard", "--format", "json")
    assert '"new bot"' in rows
    assert "all hold" in called("verify", league).stderr


def test_before_the_season_it_is_listed_only(tmp_path: Path) -> None:
    league = write_league(tmp_path)
    (tmp_path / "new.py").write_text(NEW)
    arena(league, "league add", f"Neu={tmp_path / 'new.py'}")
    assert f'name = "Neu"\npath = "{tmp_path / "new.py"}"' in league.read_text()
    assert not league.with_suffix(".db").exists()
    said = refused(league, "league add", "Neu")
    assert "lists bot Neu already, and its season has not begun" in said


@pytest.mark.parametrize("begins", [False, True], ids=["before the season", "in the season"])
def test_what_is_no_bot_is_not_listed(tmp_path: Path, *, begins: bool) -> None:
    (tmp_path / "league").mkdir()
    league = begun(tmp_path / "league", matches=1) if begins else write_league(tmp_path / "league")
    text = league.read_text()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.zip").write_bytes(packed(("readme.txt", NEW, PLAIN)))
    (tmp_path / "link.py").symlink_to(tmp_path / "league/first.py")
    for bot in ("empty", "empty.zip", "link.py"):
        said = refused(league, "league add", f"new={tmp_path / bot}")
        assert "there is neither" in said or "not a regular file but a link" in said
        assert text == league.read_text()
        assert not (tmp_path / "league/league-entries/new").exists()


def test_a_bot_that_was_listed_by_hand_is_taken_in_by_name(tmp_path: Path) -> None:
    league = begun(tmp_path)
    league.write_text(f'{league.read_text()}\n[[bots]]\nname = "new"\npath = "new bot.py"\n')
    assert f"bot new is new; `arena league add {league} new`" in refused(league, "run")
    arena(league, "league add", "new")
    arena(league, "run", "--workers", "1")
    assert len(records(league)) == 60


@pytest.mark.parametrize(
    ("source", "said"),
    [("1 / 0\n", "does not start"), (None, "there is no file or folder")],
)
def test_a_bot_that_is_refused_leaves_everything_as_it_was(
    tmp_path: Path, source: str | None, said: str
) -> None:
    league = begun(tmp_path)
    before, text = outcome(league), league.read_text()
    if source is not None:
        (tmp_path / "bad.py").write_text(source)
    assert said in refused(league, "league add", f"bad={tmp_path / 'bad.py'}")
    assert text == league.read_text()
    assert before == outcome(league)


def test_who_is_in_cannot_come_again_and_who_was_void_can(tmp_path: Path) -> None:
    league = begun(tmp_path)
    assert "bot first is in the season already" in refused(league, "league add", "first")
    arena(league, "league withdraw", "first", "--policy", "keep")
    assert "it cannot come back" in refused(league, "league add", "first")
    arena(league, "league withdraw", "first", "--policy", "void")
    arena(league, "league add", "first")
    arena(league, "run", "--workers", "1")
    assert len(records(league)) == 24


def test_with_one_seat_nobody_comes_after_the_first_match(tmp_path: Path) -> None:
    league = begun(tmp_path, seats=1, matches=3)
    text = league.read_text()
    said = refused(league, "league add", str(tmp_path / "new bot.py"))
    assert "with one seat" in said
    assert text == league.read_text()


def packed(*members: tuple[str, str, int]) -> bytes:
    """An archive of names, contents and modes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content, mode in members:
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            archive.writestr(member, content)
    return file.getvalue()


PLAIN, EXECUTABLE = stat.S_IFREG | 0o644, stat.S_IFREG | 0o755
A_LINK = stat.S_IFLNK | 0o777


@pytest.mark.parametrize("top", ["", "team/"])
def test_a_bot_in_an_archive_is_unpacked_beside_the_league(tmp_path: Path, top: str) -> None:
    league = begun(tmp_path)
    members = [(f"{top}bot.py", NEW, PLAIN), (f"{top}data/möve.txt", "x", EXECUTABLE)]
    (tmp_path / "team é.zip").write_bytes(packed(*members))
    arena(league, "league add", str(tmp_path / "team é.zip"))
    folder = tmp_path / "league-entries" / "team é"
    assert [(file.path, file.executable) for file in read_bot(folder).files] == [
        ("bot.py", False),
        ("data/möve.txt", True),
    ]
    arena(league, "run", "--workers", "1")
    played = {seat.version for record in records(league) for seat in record.seats}
    assert read_bot(folder).version in played


def bomb(_: Path) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", NEW)
        archive.writestr("zeros", b"\0" * 60_000_000)
    return file.getvalue()


def packed_by(method: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("bot.py", NEW * 20)
        archive.writestr("möve/data.txt", "x" * 99)
    return file.getvalue()


BAD: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "leads upwards": (lambda _: packed(("../bot.py", NEW, PLAIN)), "leads out of"),
    "absolute": (lambda at: packed((f"{at}/stolen.py", NEW, PLAIN)), "leads out of"),
    "link": (lambda _: packed(("bot.py", "/etc/passwd", A_LINK)), "not a regular file"),
    "upwards in the middle": (lambda _: packed(("a/../bot.py", NEW, PLAIN)), "leads out of"),
    "nameless": (lambda _: packed(("", NEW, PLAIN)), "a file without a name leads out of"),
    "twice": (lambda _: packed(*[("bot.py", NEW, PLAIN)] * 2), "is in it twice"),
    "file that is a folder": (
        lambda _: packed(("bot.py", NEW, PLAIN), ("bot.py/data", "x", PLAIN)),
        "bot.py/data is in a folder that is a file as well",
    ),
    "folder that is a file": (
        lambda _: packed(("bot.py/", "", 0), ("bot.py", NEW, PLAIN)),
        "bot.py is in it twice",
    ),
    "names that are no UTF-8": (
        lambda _: packed(("möve.py", NEW, PLAIN)).replace("ö".encode(), b"\xff\xff"),
        "no archive that can be read",
    ),
    "method with a memory of its own": (
        lambda _: packed_by(zipfile.ZIP_LZMA),
        "bot.py is packed by another method than deflate",
    ),
    "no bot": (
        lambda _: packed(("readme.txt", NEW, PLAIN)),
        "bad.zip: a bot folder has its bot in bot.toml (a program) or bot.py (Python); there is",
    ),
    "deep": (lambda _: packed(("a/" * 2000 + "bot.py", NEW, PLAIN)), "in more than 32 folders"),
    "no archive": (lambda _: b"PK\3\4 and nothing else", "no archive that can be read"),
    "empty": (lambda _: packed(), "there is neither"),
    "bomb": (bomb, "at most 50 MB"),
    "many": (
        lambda _: packed(*((f"f{number}", "", PLAIN) for number in range(2500))),
        "at most 1,000 files",
    ),
}


@pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)
def test_a_bad_archive_is_refused_and_nothing_is_left(
    tmp_path: Path, make: Callable[[Path], bytes], said: str
) -> None:
    (tmp_path / "league").mkdir()
    league = begun(tmp_path / "league", matches=1)
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # of a name that is twice
        (tmp_path / "bad.zip").write_bytes(make(tmp_path))
    before = sorted(tmp_path.rglob("*"))
    text = league.read_text()
    assert said in refused(league, "league add", str(tmp_path / "bad.zip"))
    assert text == league.read_text()
    assert [] == [path for path in tmp_path.rglob("*") if path not in before]


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_whatever_an_archive_holds_it_is_unpacked_or_refused(data: st.DataObject) -> None:
    content = bytearray(
        packed_by(data.draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])))
    )
    places = st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255))
    for place, byte in data.draw(st.lists(places, min_size=1, max_size=4)):
        content[place] = byte
    with TemporaryDirectory() as folder:
        archive, target = Path(folder, "bot.zip"), Path(folder, "bot")
        archive.write_bytes(content)
        try:
            unpack(archive, target)
        except ArenaError:
            assert [archive] == [*Path(folder).iterdir()]
        else:
            assert {archive, target} == {*Path(folder).iterdir()}


def test_one_that_was_unpacked_by_a_run_that_was_killed_is_taken(tmp_path: Path) -> None:
    league = begun(tmp_path)
    members = [("./", "", 0), ("team/bot.py", NEW, PLAIN), ("__MACOSX/team/._bot.py", "", PLAIN)]
    (tmp_path / "late.zip").write_bytes(packed(*members, ("team/.DS_Store", "", PLAIN)))
    folder = tmp_path / "league-entries"
    (folder / ".draft-x").mkdir(parents=True)
    (folder / "late").mkdir()
    (folder / "late/bot.py").write_text("# another\n")
    assert "late: it exists, and nothing is written over" in refused(
        league, "league add", str(tmp_path / "late.zip")
    )
    (folder / "late/bot.py").write_text(NEW)
    arena(league, "league add", str(tmp_path / "late.zip"))
    assert [folder / "late", folder / "late/bot.py"] == sorted(folder.rglob("*"))


def test_a_bot_alone_in_an_archive_keeps_its_name(tmp_path: Path) -> None:
    league = begun(tmp_path)
    (tmp_path / "late.zip").write_bytes(packed(("my bot.py", NEW, PLAIN)))
    arena(league, "league add", str(tmp_path / "late.zip"))
    assert 'path = "league-entries/late/my bot.py"' in league.read_text()


def test_a_bot_that_is_listed_and_not_in_yet_is_told_how(tmp_path: Path) -> None:
    """As a kill between the two leaves it."""
    league = begun(tmp_path)
    league.write_text(f'{league.read_text()}\n[[bots]]\nname = "new"\npath = "new bot.py"\n')
    said = refused(league, "league add", f"new={tmp_path / 'new bot.py'}")
    assert f"`arena league add {league} new` takes it into a season" in said
    arena(league, "league add", "new")


@pytest.mark.parametrize("policy", ["void", "keep", "forfeit"])
@pytest.mark.parametrize("name", ["FIRST", "First", "\N{FULLWIDTH LATIN SMALL LETTER F}irst"])
def test_a_name_too_much_like_one_that_has_gone_is_refused(
    tmp_path: Path, policy: str, name: str
) -> None:
    league = begun(tmp_path)
    arena(league, "league withdraw", "first", "--policy", policy)
    listed = '[[bots]]\nname = "first"\npath = "first.py"\n'
    league.write_text(league.read_text().replace(listed, ""))
    before = league.read_text()
    said = refused(league, "league add", f"{name}={tmp_path / 'new bot.py'}")
    assert f"bot {name}: the season has had a bot first, and names are unique" in said
    assert before == league.read_text()
    adds_up(league)


def test_a_renamed_bot_is_told_what_can_be_done(tmp_path: Path) -> None:
    """No advice that is refused when it is followed."""
    league = begun(tmp_path)
    league.write_text(league.read_text().replace('name = "first"', 'name = "First"'))
    said = refused(league, "run")
    assert "bot First is new, and the season has had a bot first; names are unique" in said
    assert "league add" not in said
