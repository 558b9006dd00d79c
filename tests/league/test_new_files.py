"""Files that are written once: what is seen of them before they are complete."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.new_files import FOR_THE_OWNER, write_new


def test_git_that_ignores_seeds_ignores_half_a_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill may leave the draft of a seed, with the seed in it."""
    seen: list[Path] = []
    sync = os.fsync

    def looking(descriptor: int) -> None:
        seen.extend(tmp_path.iterdir())
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", looking)
    write_new(tmp_path / "cup.seed", b"5eed", FOR_THE_OWNER)
    draft = seen[0]
    assert draft.name not in {"cup.seed"}
    assert draft.match("*.seed")
    assert [tmp_path / "cup.seed"] == [*tmp_path.iterdir()]
    assert 0o600 == stat.S_IMODE((tmp_path / "cup.seed").stat().st_mode)


def test_where_a_file_cannot_have_two_names_nothing_is_written_over_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    write_new(tmp_path / "cup.toml", b"first")
    with pytest.raises(ArenaError, match="it exists, and nothing is written over"):
        write_new(tmp_path / "cup.toml", b"second")
    assert [b"first"] == [file.read_bytes() for file in tmp_path.iterdir()]
