"""A seed file is ignored by git, as git itself says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.git_ignoring import ignore_seeds

ALREADY = {
    "beside": {"leagues/.gitignore": "*.seed\n"},
    "above": {".gitignore": "# seeds\n*.db\n*.seed\n"},
    "by its name": {"leagues/.gitignore": "cup.seed"},
    "from Windows": {"leagues/.gitignore": "*.db\r\n*.seed\r\n"},
}
NOT_YET = {
    "nothing said": {},
    "something else": {"leagues/.gitignore": "*.db"},
    "taken back beside": {".gitignore": "*.seed\n", "leagues/.gitignore": "!cup.seed\n"},
    "taken back in the same file": {"leagues/.gitignore": "*.seed\n!*.seed\n"},
    "a comment": {"leagues/.gitignore": "#*.seed\n"},
    "elsewhere": {"others/.gitignore": "*.seed\n"},
    "folders only": {"leagues/.gitignore": "*.seed/\n"},
    "of another folder": {".gitignore": "/others/*.seed\n"},
    "no UTF-8": {"leagues/.gitignore": b"caf\xe9\n"},
}


def work_tree(folder: Path, files: dict[str, str] | dict[str, bytes]) -> Path:
    subprocess.run(["git", "init", "-q", folder], check=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / "leagues").mkdir(exist_ok=True)
    return folder / "leagues" / "cup.seed"


def is_ignored(file: Path) -> bool:
    asked = ["git", "-C", str(file.parent), "check-ignore", "-q", file.name]
    return subprocess.run(asked, check=False).returncode == 0


@pytest.mark.parametrize("files", ALREADY.values(), ids=ALREADY)
def test_what_is_ignored_needs_no_line(tmp_path: Path, files: dict[str, str]) -> None:
    seed = work_tree(tmp_path, files)
    assert is_ignored(seed)
    assert ignore_seeds(seed) is None
    assert {name: (tmp_path / name).read_bytes().decode() for name in files} == files


@pytest.mark.parametrize("files", NOT_YET.values(), ids=NOT_YET)
def test_what_is_not_ignored_gets_a_line(tmp_path: Path, files: dict[str, str]) -> None:
    seed = work_tree(tmp_path, files)
    assert not is_ignored(seed)
    before = (tmp_path / "leagues" / ".gitignore").exists()
    old = (tmp_path / "leagues" / ".gitignore").read_bytes() if before else b""
    assert seed.with_name(".gitignore") == ignore_seeds(seed)
    assert is_ignored(seed)
    assert (tmp_path / "leagues" / ".gitignore").read_bytes().startswith(old)


def test_it_is_said_once(tmp_path: Path) -> None:
    seed = work_tree(tmp_path, {})
    assert ignore_seeds(seed) is not None
    assert ignore_seeds(seed) is None
    assert seed.with_name(".gitignore").read_text() == "*.seed\n"


def test_a_work_tree_whose_git_is_a_file(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: /elsewhere\n")
    assert ignore_seeds(tmp_path / "cup.seed") == tmp_path / ".gitignore"


def test_without_git_nothing_is_written(tmp_path: Path) -> None:
    assert ignore_seeds(tmp_path / "cup.seed") is None
    assert [] == [*tmp_path.iterdir()]


def test_a_line_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    seed = work_tree(tmp_path, {})
    seed.with_name(".gitignore").mkdir()
    with pytest.raises(ArenaError, match=r"\.gitignore: it must say \*\.seed.*: Is a directory"):
        ignore_seeds(seed)
