"""A world of its own: the files that are bound into it, no network, no other process (Linux).

Sources: ``linux/sched.h``, ``linux/mount.h``, namespaces(7), pivot_root(2).
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from arena.sandbox.kernel import call

_NEW_USER, _NEW_MOUNTS, _NEW_PIDS, _NEW_NETWORK = 0x10000000, 0x20000, 0x20000000, 0x40000000
_NEW_IPC, _NEW_HOST_NAME, _NEW_CGROUPS = 0x8000000, 0x4000000, 0x2000000
_ALL = _NEW_USER | _NEW_MOUNTS | _NEW_PIDS | _NEW_NETWORK | _NEW_IPC | _NEW_HOST_NAME | _NEW_CGROUPS

_NO_SETUID, _NO_DEVICES = 2, 4
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000
_DETACH = 2

_ATTR_READ_ONLY, _ATTR_NO_SETUID, _ATTR_NO_DEVICES = 1, 2, 4
_HERE, _ALL_BELOW = 0xFFFFFFFFFFFFFF9C, 0x8000
"""Of ``mount_setattr``: a path as it stands (``AT_FDCWD``), with all that is mounted below."""

_STAGING = "/tmp"
_HOST = "/host"


class Binding(NamedTuple):
    """A file or folder of the host, and where it is found in the new world, to be read only."""

    source: Path
    place: Path
    device: bool = False


def leave_the_host() -> None:
    """Leave the host's namespaces; the next process forked is the first of the new ones.

    Raises OSError.
    """
    user, group = os.geteuid(), os.getegid()
    call("unshare", _ALL)
    for file, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        Path("/proc/self", file).write_text(text)


def build_world(
    bindings: Iterable[Binding], links: Iterable[tuple[Path, str]], *, processes: bool
) -> None:
    """As the first process of new namespaces: put a root together and see nothing else.

    ``links`` are symbolic links with what they say; ``processes`` asks for ``/proc`` with what is
    inside. The root cannot be written. Raises OSError, with what could not be done.
    """
    _mount(None, "/", flags=_RECURSIVE | _PRIVATE)
    _mount("tmpfs", _STAGING, "tmpfs", _NO_SETUID | _NO_DEVICES, "size=1m,mode=755")
    new, old = Path(_STAGING, "new"), Path(_STAGING, _HOST.strip("/"))
    new.mkdir()
    old.mkdir()
    os.chdir(_STAGING)
    call("pivot_root", b".", old.name.encode())
    os.chdir("/")
    root = Path("/new")
    for binding in bindings:
        _bind(binding, root)
    for place, text in links:
        inside = root / place.relative_to("/")
        inside.parent.mkdir(parents=True, exist_ok=True)
        inside.symlink_to(text)
    if processes:  # before the host's own /proc is gone, without which the kernel gives no other
        (root / "proc").mkdir()
        _mount("proc", str(root / "proc"), "proc", _NO_SETUID | _NO_DEVICES, "subset=pid")
    _mount(str(root), str(root), flags=_BIND | _RECURSIVE)
    os.chdir(root)
    call("umount2", _HOST.encode(), _DETACH)
    call("pivot_root", b".", b".")
    call("umount2", b".", _DETACH)
    os.chdir("/")
    _forbid(Path("/"), _ATTR_NO_DEVICES, 0)


def _bind(binding: Binding, root: Path) -> None:
    """Bind what is now below the host's old root; what is missing there is missing here."""
    source = Path(_HOST + str(binding.source))
    target = root / binding.place.relative_to("/")
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    else:
        return
    _mount(str(source), str(target), flags=_BIND | _RECURSIVE)
    _forbid(target, 0 if binding.device else _ATTR_NO_DEVICES, _ALL_BELOW)


def _forbid(place: Path, more: int, how_far: int) -> None:
    """Forbid writing, programs with other rights, and what more is given."""
    attributes = struct.pack("=QQQQ", _ATTR_READ_ONLY | _ATTR_NO_SETUID | more, 0, 0, 0)
    call("mount_setattr", _HERE, str(place).encode(), how_far, attributes, len(attributes))


def _mount(
    source: str | None,
    target: str,
    kind: str | None = None,
    flags: int = 0,
    options: str | None = None,
) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else ctypes.create_string_buffer(options.encode())
    try:
        call("mount", *texts, flags, data)
    except OSError as error:
        raise OSError(error.errno, f"mount {target}: {os.strerror(error.errno or 0)}") from error
