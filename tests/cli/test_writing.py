"""Files come complete or not at all, and nothing is lost for them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.writing import OWN, new_path
from arena.errors import ArenaError
from tests.cli.running import ROOT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def test_it_takes_its_name_when_it_is_complete(path: Path) -> None:
    with new_path(path, overwrite=False) as draft:
        draft.write_text("half")
        assert not path.exists()
        draft.write_text("whole")
    assert ("whole", [path]) == (path.read_text(), [*path.parent.iterdir()])


def test_it_is_nobody_elses_from_its_first_byte(path: Path) -> None:
    with new_path(path, overwrite=False, mode=OWN) as draft:
        assert 0o600 == stat.S_IMODE(draft.stat().st_mode)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_nothing_is_left_of_a_failure(path: Path) -> None:
    with pytest.raises(ArenaError, match="in the middle"):
        _fail(path)
    assert [] == [*path.parent.iterdir()]


def _fail(path: Path) -> None:
    with new_path(path, overwrite=False) as draft:
        draft.write_text("half")
        raise ArenaError("in the middle")


def test_a_file_that_came_meanwhile_is_not_overwritten(path: Path) -> None:
    with (
        pytest.raises(ArenaError, match=r"copy\.db: it exists; --force writes over it"),
        new_path(path, overwrite=False),
    ):
        path.write_text("mine")
    assert ("mine", [path]) == (path.read_text(), [*path.parent.iterdir()])


def test_a_link_leads_to_the_file_that_is_written(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(path)
    with new_path(tmp_path / "link", overwrite=False) as draft:
        draft.write_text("whole")
    assert (tmp_path / "link").is_symlink()
    assert "whole" == path.read_text()


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_folder_is_no_file(tmp_path: Path, overwrite: bool) -> None:
    sentence = "it is not a regular file" if overwrite else "it exists"
    with pytest.raises(ArenaError, match=sentence), new_path(tmp_path, overwrite):
        pass


def test_what_a_killed_process_left_stands_in_nobodys_way(path: Path) -> None:
    """In a container every process may have the same number."""
    child = f"""
import os, signal, sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from arena.cli.writing import new_path
with new_path(Path({str(path)!r}), overwrite=False):
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", child], check=False)
    (left,) = path.parent.iterdir()
    left.rename(left.with_name(f".{path.name}.{os.getpid()}"))
    with new_path(path, overwrite=False) as draft:
        draft.write_text("whole")
    assert "whole" == path.read_text()
