"""Bundles: what is known of a match that the platform could not play."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from arena.season.loop import PlatformFailure
from arena.season.noting import noted


def failures_path(database: Path) -> Path:
    """Where the bundles of a league are kept.

    >>> failures_path(Path("leagues/house.db")).as_posix()
    'leagues/house-failures'
    """
    return database.with_name(f"{database.stem}-failures")


def keep_bundle(database: Path, failure: PlatformFailure) -> Path:
    """Write what is known of a failure; the path of the file.

    No seed stands in it, since the match has not been played: the fixture tells the organiser,
    who has the league's seed, which deal it is.
    """
    fixture = failure.match.fixture
    bundle = {
        "at": noted("failure").at,
        "line_up": fixture.line_up,
        "deal": fixture.deal,
        "seating": fixture.seating,
        "round": fixture.round,
        "seats": [
            {"bot": sitting.entrant.label, "version": sitting.entrant.version}
            for sitting in failure.match.sittings
        ],
        "reasons": failure.reasons,
    }
    folder = failures_path(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"match-{sha256(repr(fixture.key).encode()).hexdigest()[:12]}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(bundle)) + b"\n")
    return path
