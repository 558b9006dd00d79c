"""A seed that a league file only commits to: it stands in a file of the organiser's."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena import seeds
from arena.league.complaints import Complaints

MAX_BYTES = 1024
FOR_OTHERS = 0o077
SHORTEST = 32
"""Characters of a seed that nobody can find by trying: 128 bits in hexadecimal digits."""


def check_seed(
    league: Mapping[str, Any], folder: Path, complaints: Complaints, *, secret: bool = True
) -> str | None:
    """The league's seed: public, or from its file if that fits the commitment, else None.

    ``league`` holds what is right of the table of that name. Without ``secret`` a seed file is
    not looked at.
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
    if len(given) < 2 or not secret:
        return None
    return _committed(folder / league["seed_file"], league["commitment"], complaints)


def _committed(file: Path, commitment: str, complaints: Complaints) -> str | None:
    where = ("league", "seed_file")
    try:
        seed = _read(file)
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


def _read(file: Path) -> str:
    """The seed in a file, which may be a link to it; a pipe is not waited for."""
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError("it is no regular file")
    with file.open("rb") as opened:
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise OSError(f"a seed has at most {MAX_BYTES:,} bytes")
    return content.decode().rstrip("\r\n")


def seed_warnings(file: Path, seed: str) -> list[str]:
    """Why a committed seed may be less of a secret than it should: a sentence for each reason."""
    found = []
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & FOR_OTHERS:
        found.append(
            f"{file}: others may use the seed file (mode {mode:o}), and whoever reads it can "
            "compute every deal; chmod 600 keeps it to you."
        )
    if len(seed) < SHORTEST:
        found.append(
            f"{file}: a seed of {len(seed)} characters can be found from its commitment by trying; "
            "`arena league new --competition` makes one that cannot."
        )
    return found
