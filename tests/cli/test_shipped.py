"""What comes with the program: the rules and the sample bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import arena as package
from tests.cli.running import ROOT, arena, called


def test_the_rules_are_those_of_the_documents(tmp_path: Path) -> None:
    done = arena("rules", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_an_installed_program_has_rules_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_docs").mkdir()
    (tmp_path / "_docs" / "rules.md").write_text("packed §1\n", encoding="utf-8")
    monkeypatch.setattr(package, "__file__", str(tmp_path / "__init__.py"))
    assert called("rules").stdout == "packed §1\n"


def test_the_sample_bots_are_listed_with_their_files(tmp_path: Path) -> None:
    listed = json.loads(arena("bot", "list", "--format", "json", cwd=tmp_path).stdout)
    assert [list(row) for row in listed] == [["bot", "about", "file"]] * len(listed)
    assert {row["bot"] for row in listed} >= {"random", "cautious", "greedy"}
    assert {Path(row["file"]) for row in listed} == {*(ROOT / "bots").glob("*.py")}
    assert all(row["about"].endswith(".") for row in listed)


def test_files_beneath_where_one_is_are_given_from_there() -> None:
    listed = json.loads(arena("bot", "list", "--format", "json", cwd=ROOT).stdout)
    assert all(row["file"].startswith("bots/") for row in listed)
