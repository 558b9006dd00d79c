"""A seed that a league file only commits to: it stands in a file of the organiser's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena import seeds
from arena.league.complaints import Complaints

MAX_BYTES = 1024


def check_seed(league: Mapping[str, Any], folder: Path, complaints: Complaints) -> str | None:
    """The league's seed: public, or from its file if that fits the commitment, else None.

    ``league`` holds what is right of the table of that name.
    """
    given = [key for key in ("commitment", "seed_file") if key in league]
    if "seed" in league:
        for key in given:
            complaints.add(("league", key), f"league.{key} and league.seed exclude each other")
        return str(league["seed"])
    if len(given) == 1:
        complaints.add(
            ("league", given[0]),
            "league.commitment and league.seed_file go together, one is missing",
        )
    if len(given) < 2:
        return None
    return _committed(folder / league["seed_file"], league["commitment"], complaints)


def _committed(file: Path, commitment: str, complaints: Complaints) -> str | None:
    where = ("league", "seed_file")
    try:
        with file.open("rb") as opened:
            seed = opened.read(MAX_BYTES + 1).decode().rstrip("\r\n")
    except OSError as error:
        complaints.add(where, f"the seed file {file} cannot be read: {error.strerror or error}")
        return None
    except UnicodeDecodeError:
        complaints.add(where, f"the seed file {file} is not UTF-8")
        return None
    if seeds.commitment_to(seed) != commitment:
        complaints.add(
            where, f"the seed in {file} is not the one that league.commitment commits to"
        )
        return None
    return seed
