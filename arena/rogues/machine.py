"""What this machine can enforce, and why not more, in words for who organises a competition."""

from __future__ import annotations

import errno
import os
import platform
import pwd
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from arena.players.choosing import IS_KNOWN, Finding, sandbox, try_level
from arena.sandbox.access_times import notes_readings
from arena.sandbox.kernel import call
from arena.sandbox.levels import SAFEST_FIRST, Level, Sandbox

REPEATABLE = (
    "every bot's process has the same addresses, so that even the order in which Python goes "
    "through a set of plain objects is the same in a match that is played again"
)
NOT_REPEATABLE = (
    "the kernel may not switch address randomisation off here, so that a bot that goes through a "
    "set of plain objects may play otherwise in a match that is played again"
)
ALLOW_PERSONALITY = "allow the call personality; Docker's own filter refuses it"
SIGNS = (
    "the disk notes when a link was last followed, and by that a bot can leave signs for its next "
    "match, perhaps of the same deal; of what belongs to a container's image nothing is noted"
)
NOATIME = "as root: mount -o remount,noatime /; the option noatime in /etc/fstab lets it stay so"
NOT_NONE = "bots can do whatever you can: only for bots that you trust, with --unsafe-no-sandbox"

ANOTHER_MACHINE = "run leagues on Linux on x86_64 or aarch64, a virtual machine for example"
NEWER_KERNEL = "use a kernel of 5.13 or later that has Landlock"
LANDLOCK_IN_LSM = "add landlock to lsm= in the kernel's command line ({}), and restart"
CONTAINER = (
    "this process is in a container such as Docker's, with a filter of system calls on it: be "
    "content with the level good, which is made for this, or run the arena outside; docker run "
    "--security-opt seccomp=unconfined would hold bots better and the container less well"
)
UNKNOWN = "no remedy is known"

_SETTINGS = (
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("user/max_user_namespaces", "0", "10000"),
)
"""Settings of the kernel below ``/proc/sys`` that forbid namespaces: when, and what allows them."""

_CONTAINER_MARKS = (".dockerenv", "run/.containerenv")


class Obstacle(msgspec.Struct, frozen=True):
    """Why a level does not hold, and what can be done about it."""

    problem: str
    remedy: str


class Fact(msgspec.Struct, frozen=True):
    """One thing about this machine; ``why`` and ``remedy`` where there is something to say."""

    about: str
    found: str
    why: str | None = None
    remedy: str | None = None


class Machine(msgspec.Struct, frozen=True):
    """What has been found out; ``chosen`` is None where no level but ``none`` holds."""

    chosen: Sandbox | None
    facts: list[Fact]


def examine() -> Machine:
    """Try every level."""
    findings = [try_level(level) for level in SAFEST_FIRST if level is not Level.NONE]
    held = next((finding.level for finding in findings if finding.problem is None), None)
    chosen = None if held is None else sandbox(held)
    told = sandbox(Level.NONE) if chosen is None else chosen
    return Machine(chosen, list(_facts(chosen, findings, repeatable=told.repeatable)))


def obstacle(finding: Finding, root: Path = Path("/")) -> Obstacle:
    """What stands in the way of a level that does not hold, by the settings beneath ``root``."""
    problem = finding.problem or ""
    if not IS_KNOWN:
        return Obstacle(problem, ANOTHER_MACHINE)
    if finding.level.has_landlock and (found := _no_landlock(root)):
        return found
    if finding.level.has_namespaces and problem.startswith("[Errno"):
        return _no_namespaces(problem, root)
    return Obstacle(problem, UNKNOWN)


def _facts(
    chosen: Sandbox | None, findings: Sequence[Finding], *, repeatable: bool
) -> Iterator[Fact]:
    if chosen is None:
        yield Fact("sandbox", "none", NOT_NONE)
    else:
        yield Fact("sandbox", chosen.told())
    for finding in findings:
        if finding.problem is None:
            yield Fact(finding.level, "holds")
        else:
            found = obstacle(finding)
            yield Fact(finding.level, "does not hold", found.problem, found.remedy)
    if repeatable:
        yield Fact("repeatable", "yes", REPEATABLE)
    else:
        yield Fact("repeatable", "no", NOT_REPEATABLE, ALLOW_PERSONALITY)
    if chosen is not None and chosen.level.has_signs and notes_readings(Path("/")):
        yield Fact("access times", "noted", SIGNS, NOATIME)
    yield Fact("system", f"{platform.system()} {platform.release()}")
    yield Fact("processor", f"{platform.machine()}, {_cores()}")
    yield Fact("python", f"{platform.python_implementation()} {platform.python_version()}")
    yield Fact("user", _user())


def _cores() -> str:
    there = os.cpu_count() or 1
    if not hasattr(os, "sched_getaffinity"):
        return f"{there} cores"
    allowed = sorted(os.sched_getaffinity(0))
    named = ", ".join(map(str, allowed))
    cores = "core" if len(allowed) == 1 else "cores"
    return f"{cores} {named} of {there}" if len(allowed) < there else f"{there} {cores}"


def _user() -> str:
    number = os.geteuid()
    try:
        name = pwd.getpwuid(number).pw_name
    except KeyError:
        return f"{number}"
    return f"{name} ({number})"


def _no_landlock(root: Path) -> Obstacle | None:
    """Why there is no Landlock; None if there is."""
    try:
        call("landlock_create_ruleset", None, 0, 1)
    except OSError as error:
        modules = _read(root / "sys/kernel/security/lsm")
        if error.errno == errno.EOPNOTSUPP or (modules and "landlock" not in modules.split(",")):
            wanted = f"lsm=landlock,{modules}" if modules else "lsm=landlock,..."
            return Obstacle(
                "Landlock is in this kernel, but not switched on", LANDLOCK_IN_LSM.format(wanted)
            )
        if error.errno == errno.ENOSYS:
            return Obstacle(f"this kernel, {platform.release()}, has no Landlock", NEWER_KERNEL)
        return Obstacle(f"Landlock is refused ({error.strerror})", CONTAINER)
    return None


def _no_namespaces(problem: str, root: Path) -> Obstacle:
    if "Seccomp:\t2" in _read(root / "proc/self/status").splitlines():
        return Obstacle(f"namespaces are refused here ({problem})", CONTAINER)
    for setting, forbids, allows in _SETTINGS:
        if _read(root / "proc/sys" / setting) == forbids:
            name = setting.replace("/", ".")
            return Obstacle(
                f"user namespaces are forbidden here ({name} is {forbids})",
                f"as root: sysctl -w {name}={allows}; in a file in /etc/sysctl.d it stays so",
            )
    if any((root / mark).exists() for mark in _CONTAINER_MARKS):
        return Obstacle(f"namespaces are refused in this container ({problem})", CONTAINER)
    return Obstacle(f"namespaces are refused here ({problem})", UNKNOWN)


def _read(path: Path) -> str:
    """The text of a setting; empty where there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
