"""No bot gets the database or the seed as a file of its own, whatever it calls a link to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import LeagueError
from arena.season.registration import snapshots_path
from tests.season.making import BOTS, write_league
from tests.season.playing import play_league

SEED = "5eed" * 16

LINKS: dict[str, Callable[[Path, Path], None]] = {
    "symbolic": lambda target, link: link.symlink_to(target),
    "relative": lambda target, link: link.symlink_to(os.path.relpath(target, link.parent)),
    "hard": lambda target, link: link.hardlink_to(target),
    "folder": lambda target, link: link.symlink_to(target.parent, target_is_directory=True),
}


def league_with_folder(folder: Path) -> Path:
    """A league with a committed seed, one of whose bots is a folder."""
    commitment = sha256(SEED.encode()).hexdigest()
    (folder / "house.seed").write_text(SEED)
    lines = f'commitment = "sha256:{commitment}"\nseed_file = "house.seed"'
    league = write_league(folder, deals=1, seed=lines)
    (folder / "first").mkdir()
    (folder / "first" / "bot.py").write_text(BOTS["first"])
    league.write_text(league.read_text().replace('path = "first.py"', 'path = "first"'))
    return league


@pytest.mark.parametrize("secret", ["house.seed", "league.db"])
@pytest.mark.parametrize("link", LINKS)
def test_a_link_in_a_folder_is_refused_and_not_copied(
    tmp_path: Path, link: str, secret: str
) -> None:
    league = league_with_folder(tmp_path)
    play_league(league, most=3)
    LINKS[link](tmp_path / secret, tmp_path / "first" / "data.txt")
    with pytest.raises(LeagueError, match=r"bot first: .*data\.txt"):
        play_league(league)
    kept = snapshots_path(league.with_suffix(".db"))
    assert not list(kept.rglob("data.txt"))


@pytest.mark.parametrize("link", ["symbolic", "relative", "hard"])
def test_a_bot_that_is_a_link_is_refused(tmp_path: Path, link: str) -> None:
    league = league_with_folder(tmp_path)
    (tmp_path / "last.py").unlink()
    LINKS[link](tmp_path / "house.seed", tmp_path / "last.py")
    with pytest.raises(LeagueError, match="bot last: "):
        play_league(league)


def test_a_seed_file_in_a_bots_own_folder_is_refused(tmp_path: Path) -> None:
    league = league_with_folder(tmp_path)
    (tmp_path / "house.seed").rename(tmp_path / "first" / "house.seed")
    league.write_text(league.read_text().replace('"house.seed"', '"first/house.seed"'))
    with pytest.raises(LeagueError, match=r"bot first: .*house\.seed: the league's own"):
        play_league(league)
    assert not list(snapshots_path(league.with_suffix(".db")).rglob("*.seed"))
    assert not league.with_suffix(".db").exists()


def test_a_bot_that_is_the_leagues_own_folder_is_refused(tmp_path: Path) -> None:
    league = league_with_folder(tmp_path)
    (tmp_path / "bot.py").write_text(BOTS["first"])
    league.write_text(league.read_text().replace('path = "first"', 'path = "."'))
    with pytest.raises(LeagueError, match=r"bot first: .*house\.seed: the league's own"):
        play_league(league)
