"""Played leagues, each played once and copied for every test that spoils one."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests.audit.making import FIELD, play_changing_league
from tests.season.making import write_league
from tests.season.playing import play_league


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bots, three seats, two deals: eight blocks, 24 matches, some with faults."""
    league = write_league(tmp_path_factory.mktemp("finished"), FIELD)
    play_league(league)
    return league


@pytest.fixture(scope="session")
def changing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with a bot that was replaced, and three that were withdrawn."""
    return play_changing_league(tmp_path_factory.mktemp("changing"))


@pytest.fixture
def league(finished: Path, tmp_path: Path) -> Path:
    """A copy of the finished one, to be spoilt."""
    return copied(finished, tmp_path)


def copied(league: Path, folder: Path) -> Path:
    """A copy of a league with all that is beside it."""
    copytree(league.parent, folder / "copy")
    return folder / "copy" / league.name
