"""Entries of the organiser's log."""

from __future__ import annotations

import getpass
import os
from datetime import UTC, datetime

from arena.store.facts import Act


def noted(act: str, bot: str | None = None, detail: str = "", reason: str = "") -> Act:
    """What is done to a season just now, by the user of this process."""
    return Act(
        at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        who=_user(),
        act=act,
        bot=bot,
        detail=detail,
        reason=reason,
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return f"user {os.getuid()}"
