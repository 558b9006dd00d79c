"""Which level of the sandbox this machine holds: found by trying, since flags may lie."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import msgspec

from arena.errors import PlatformError
from arena.plan import Limits
from arena.players.nursery import UnsafeError, Zygote
from arena.players.ordering import orders_for
from arena.players.zygote import Orders
from arena.sandbox import landlock
from arena.sandbox.access_times import notes_every_reading
from arena.sandbox.levels import SAFEST_FIRST, Level, Sandbox
from arena.sandbox.privileges import without_address_randomization
from arena.sandbox.syscalls import KNOWN_MACHINE, MACHINE

REFUSED = (
    "bots cannot be confined here, and without a sandbox they can do whatever you can. "
    "`arena doctor` tells more. If you trust every bot, add --unsafe-no-sandbox"
)


TRIES = 2
"""A zygote that dies may have been killed; where two die, it is the level that they die of."""

IS_KNOWN = sys.platform == "linux" and KNOWN_MACHINE
"""Whether any level could hold here; elsewhere the numbers of Linux's calls mean other things."""


class Finding(msgspec.Struct, frozen=True):
    """What came of trying a level: None if it holds, else why it does not."""

    level: Level
    problem: str | None


def choose(at_most: Level = Level.STRONG) -> Sandbox:
    """The safest level that holds, none safer than asked for.

    Raises PlatformError if none but ``none`` would, and that was not asked for.
    """
    tried = []
    for level in SAFEST_FIRST[SAFEST_FIRST.index(at_most) :]:
        if level is Level.NONE and at_most is not Level.NONE:
            break
        finding = try_level(level)
        if finding.problem is None:
            return sandbox(level)
        tried.append(f"{level}: {finding.problem}")
    raise PlatformError("; ".join([*tried, REFUSED]))


def try_level(level: Level) -> Finding:
    """Start a zygote without bot on a level, and have it prove that the level holds."""
    if level is not Level.NONE and not IS_KNOWN:
        here = f"{platform.system()} on {MACHINE}"
        return Finding(level, f"the sandbox knows Linux on x86_64 and aarch64, not {here}")
    if level.has_landlock and not landlock.version():
        return Finding(level, "this kernel has no Landlock, or it is switched off")
    problem: str | None = None
    for _ in range(TRIES):
        try:
            orders = orders_for(None, level, [], Limits())
            if level.has_signs and (telling := _that_note(orders)):
                return Finding(level, f"the disk of {telling[0]} notes every reading (strictatime)")
            Zygote(orders).close()
        except UnsafeError as error:
            return Finding(level, str(error))
        except PlatformError as error:
            problem = str(error)
        else:
            return Finding(level, None)
    return Finding(level, problem)


def _that_note(orders: Orders) -> list[Path]:
    return [*filter(notes_every_reading, orders.outlook.roots(Path(orders.folder)))]


def sandbox(level: Level) -> Sandbox:
    """A level with what goes with it on this machine."""
    if not IS_KNOWN:
        return Sandbox(level=level, landlock=0, repeatable=False)
    with without_address_randomization() as repeatable:
        return Sandbox(level=level, landlock=landlock.version(), repeatable=repeatable)
