"""``arena doctor`` where less is allowed than on a machine of one's own."""

from __future__ import annotations

from csv import DictReader
from io import StringIO
from pathlib import Path

from arena.rogues.machine import ALLOW_PERSONALITY, CONTAINER, NOATIME
from arena.sandbox.access_times import notes_readings
from tests.rogues.environments import Environment
from tests.rogues.trying import doctor


def test_in_docker_it_says_why_not_and_what_to_do(tmp_path: Path) -> None:
    found = doctor(Environment.DOCKER, tmp_path)
    facts = {row["about"]: row for row in DictReader(StringIO(found.results))}
    assert 0 == found.status
    assert facts["sandbox"]["found"].startswith("good (Landlock ")
    assert "does not hold" == facts["strong"]["found"]
    assert "unshare: Operation not permitted" in facts["strong"]["why"]
    assert CONTAINER == facts["strong"]["remedy"]
    assert ["holds", "holds"] == [facts[level]["found"] for level in ("good", "sealed")]
    noted = notes_readings(Path("/"))
    assert noted == ("access times" in facts)
    assert not noted or facts["access times"]["remedy"] == NOATIME
    assert ("no", ALLOW_PERSONALITY) == (
        facts["repeatable"]["found"],
        facts["repeatable"]["remedy"],
    )


def test_in_docker_the_rogue_is_tried_in_the_open(tmp_path: Path) -> None:
    found = doctor(Environment.DOCKER, tmp_path, ["reads /etc/passwd", "plays"])
    verdicts = [row["verdict"] for row in DictReader(StringIO(found.results))]
    assert (0, ["contained"] * 4) == (found.status, verdicts)
    assert "the rogue is tried in the open" in found.messages


def test_a_user_without_rights_needs_no_more(tmp_path: Path) -> None:
    found = doctor(Environment.NOBODY, tmp_path, ["reads /etc/passwd", "plays"])
    verdicts = [row["verdict"] for row in DictReader(StringIO(found.results))]
    assert (0, ["contained"] * 4) == (found.status, verdicts)
    assert "in the open" not in found.messages
