"""Where the rogue is tried: as root, as a user without rights, in what Docker makes of root.

All of them are entered by a process that has namespaces of its own already. Where the tests are
not run by root, root is that of a user namespace, and the user without rights is who runs them.
As root the user without rights gets to the interpreter also where it lies below a closed folder.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from arena.sandbox.filters import Answer, assemble
from arena.sandbox.kernel import call, control_process
from arena.sandbox.rules import ALLOW, Is, Rule, refuse

ROOT = Path(__file__).parents[2]
NOBODY = 65534

_NEW_USER = 0x10000000
_BIND, _RECURSIVE = 0x1000, 0x4000
_SET_DUMPABLE, _DROP_FROM_BOUNDING_SET = 4, 24
_SET_MODE_FILTER = 1
_CAPABILITY_VERSION_3 = 0x20080522

DOCKERS_CAPABILITIES = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}
"""What Docker leaves to root, by number (moby, ``oci/caps/defaults.go``)."""

_ALL_NEW_NAMESPACES = 0x7E020000
_REFUSED = (
    *("unshare", "setns", "mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen"),
    *("fsmount", "fsconfig", "fspick", "mount_setattr", "keyctl", "add_key", "request_key", "bpf"),
    *("perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"),
)
DOCKERS_FILTER: dict[str, Answer] = {
    **dict.fromkeys(_REFUSED, refuse(errno.EPERM)),
    "clone": Rule((Is(0, (0,), mask=_ALL_NEW_NAMESPACES),), ALLOW, refuse(errno.EPERM)),
    "clone3": refuse(errno.ENOSYS),
    "personality": Rule((Is(0, (0, 8, 0x20000, 0x20008, 0xFFFFFFFF)),), ALLOW, refuse(errno.EPERM)),
}
"""What Docker refuses without CAP_SYS_ADMIN (moby, ``profiles/seccomp/default.json``)."""


class Environment(StrEnum):
    """Who tries it, and where."""

    ROOT = "root"
    NOBODY = "nobody"
    DOCKER = "docker"


def become_root_of_a_user_namespace() -> None:
    """For who is not root: become one that has rights over new namespaces alone."""
    user, group = os.geteuid(), os.getegid()
    call("unshare", _NEW_USER)
    for file, text in (
        ("setgroups", "deny"),
        ("uid_map", f"0 {user} 1"),
        ("gid_map", f"0 {group} 1"),
    ):
        Path("/proc/self", file).write_text(text)


def enter(environment: Environment, scratch: Path) -> None:
    """Become it, in namespaces of one's own."""
    match environment:
        case Environment.ROOT:
            pass
        case Environment.NOBODY:
            if os.geteuid() == 0:
                _become_nobody(scratch)
            else:
                _set_capabilities(set())
        case Environment.DOCKER:
            _become_dockers_root()


def _become_nobody(scratch: Path) -> None:
    os.chown(scratch, NOBODY, NOBODY)
    executable = Path(sys.executable)
    needed = {
        *map(Path, (sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path))),
        *(executable.parent, executable.resolve().parent.parent, ROOT, scratch),
    }
    make_reachable({path.absolute() for path in needed})
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    # A change of user hides a process from itself: what /proc has of it would be root's.
    control_process(_SET_DUMPABLE, 1)


def make_reachable(paths: Iterable[Path]) -> None:
    """Have everyone come to these paths, also where a folder above lets in its owner alone."""
    beneath: dict[Path, list[Path]] = {}
    for path in sorted(paths):
        closed = [folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001]
        if closed:
            beneath.setdefault(closed[0], []).append(path)
    for folder, inside in beneath.items():
        outermost = [path for path in inside if not any(p in inside for p in path.parents)]
        opened = {path: os.open(path, os.O_PATH) for path in outermost}
        call("mount", b"tmpfs", os.fsencode(folder), b"tmpfs", 0, _options(b"mode=755"))
        for path, descriptor in opened.items():
            path.mkdir(parents=True, exist_ok=True)
            source = f"/proc/self/fd/{descriptor}".encode()
            call("mount", source, os.fsencode(path), None, _BIND | _RECURSIVE, None)
            os.close(descriptor)


def _options(text: bytes) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(text)


def _become_dockers_root() -> None:
    put_on(assemble(DOCKERS_FILTER, newest=462, newer=refuse(errno.ENOSYS), others=ALLOW))
    for capability in set(range(_last_capability() + 1)) - DOCKERS_CAPABILITIES:
        control_process(_DROP_FROM_BOUNDING_SET, capability)
    _set_capabilities(DOCKERS_CAPABILITIES)


def _last_capability() -> int:
    return int(Path("/proc/sys/kernel/cap_last_cap").read_text())


def _set_capabilities(numbers: Iterable[int]) -> None:
    kept = sum(1 << number for number in numbers)
    low, high = kept & 0xFFFFFFFF, kept >> 32
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    call("capset", header, struct.pack("=6I", low, low, 0, high, high, 0))


def put_on(program: bytes) -> None:
    """Filter this process's calls, and those of all that it starts."""
    kept = ctypes.create_string_buffer(program, len(program))
    where = struct.pack("=HxxxxxxQ", len(program) // 8, ctypes.addressof(kept))
    call("seccomp", _SET_MODE_FILTER, 0, where)
