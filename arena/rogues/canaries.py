"""What stands outside a bot for the rogue to reach, and whether anything reached it."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any

CONTENT = b"canary"
ATTRIBUTE = "user.canary"
SEGMENT_BYTES = 4096
IPC_RMID, GETVAL, IPC_NOWAIT = 0, 12, 0o4000
IOPRIO_GET = 252 if platform.machine() in {"x86_64", "AMD64"} else 31
PR_SET_CHILD_SUBREAPER = 36
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1

SHARED_FOLDERS = (Path("/tmp"), Path("/dev/shm"), Path("/var/tmp"))
KINDS_OF_LIMITS = 16

_STRANGER = """
import ctypes, platform, struct, sys, threading
libc = ctypes.CDLL(None)
libc.capset(struct.pack("=II", 0x20080522, 0), bytes(24))
place = ctypes.cast(libc.getpid, ctypes.c_void_p).value & ~3
value = int.from_bytes(ctypes.string_at(place, 4), sys.byteorder)
futex = 202 if platform.machine() in ("x86_64", "AMD64") else 98
call = [ctypes.c_long(number) for number in (futex, place, 0, value, 0, 0, 0)]
def wait():
    while libc.syscall(*call) == 0:
        pass
threading.Thread(target=wait, daemon=True).start()
print(flush=True)
sys.stdin.read()
"""
"""It has no power of root's, so that none is needed to do something to it, and it waits, to be
woken, at a place of the C library's file (futex)."""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.shmat.restype = ctypes.c_void_p
_libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_libc.shmdt.argtypes = (ctypes.c_void_p,)


def raise_loopback() -> None:
    """Switch on the loopback of a network namespace that was just made."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        request = struct.pack("16sH14x", b"lo", 0)
        (flags,) = struct.unpack_from("H", fcntl.ioctl(line, SIOCGIFFLAGS, request), 16)
        fcntl.ioctl(line, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | IFF_UP))


class Stranger:
    """A process that is nobody's: it leads a group and a session of its own, and sleeps.

    It ends when the one that started it is gone.
    """

    def __init__(self, secret: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-s", "-E", "-c", _STRANGER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"CANARY": secret},
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()
        self.pid = self._process.pid
        self._before = dict(self._state())

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    def findings(self) -> Iterator[str]:
        """What has become of it."""
        if (status := self._process.poll()) is not None:
            yield f"the stranger has ended ({status})"
            return
        try:
            now = dict(self._state())
        except OSError as error:
            yield f"the stranger is ending ({error.strerror})"
            return
        for name, value in now.items():
            if self._before[name] != value:
                yield f"the stranger's {name} was {self._before[name]}, is {value}"

    def _state(self) -> Iterator[tuple[str, Any]]:
        status = Path(f"/proc/{self.pid}/status").read_text()
        for line in status.splitlines():
            name, _, value = line.partition(":")
            if name in {"TracerPid", "Uid", "NSsid", "NSpgid"}:
                yield name, value.strip()
            if name == "State":
                yield "state", "stopped" if value.strip()[0] in "TtZX" else "alive"
        yield "priority", os.getpriority(os.PRIO_PROCESS, self.pid)
        yield "cores", os.sched_getaffinity(self.pid)
        yield "scheduler", os.sched_getscheduler(self.pid)
        yield "priority for disks", _libc.syscall(IOPRIO_GET, 1, self.pid)
        for kind in range(KINDS_OF_LIMITS):
            yield f"limit {kind}", resource.prlimit(self.pid, kind)


class Canaries:
    """Files, sockets, shared objects and a process, in ``folder`` and about the machine.

    ``facts`` tells the rogue where they are; ``findings`` what has been done to them, after which
    ``replant`` makes them anew.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.secret = f"arena-secret-{secrets.token_hex(8)}"
        """What the rogue looks for; it knows how one begins."""
        self.token = secrets.token_hex(4)
        """Stands in the names of all files that the rogue makes."""
        self._name = f"arena-canary-{secrets.token_hex(4)}"

    def __enter__(self) -> Canaries:
        # What the rogue's processes leave behind comes to this process, to be found.
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._plant()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for path in self._litter_paths():
            _remove(path)
        self._planted.close()
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)

    @property
    def facts(self) -> dict[str, Any]:
        """Where everything is, in values for JSON."""
        return {
            "token": self.token,
            "scratch": str(self.folder),
            "database": str(self._database),
            "other_source": str(self._other_source),
            "secret_file": str(self._secret_file),
            "victim": str(self._victim),
            "hollow": str(self._hollow),
            "link": str(self._link),
            "unix": str(self._unix_path),
            "abstract": self._name,
            "tcp": self._tcp.getsockname()[1],
            "udp": self._udp.getsockname()[1],
            "harness": os.getpid(),
            "stranger": self._stranger.pid,
            "group": self._stranger.pid,
            "shm_id": self._segment,
            "sem_id": self._semaphores,
            "msg_id": self._messages,
            "posix_shm": self._shared_file.name,
            "queue": self._name,
        }

    def findings(self) -> list[str]:
        """A sentence for everything that has been changed or received."""
        return [
            *self._changes_of_files(),
            *self._litter(),
            *self._received(),
            *self._changes_of_shared_objects(),
            *self._stranger.findings(),
        ]

    def replant(self) -> None:
        """Make all of them anew."""
        for path in self._litter_paths():
            _remove(path)
        self._planted.close()
        self._plant()

    def _plant(self) -> None:
        with ExitStack() as planted:
            self._plant_files(planted)
            self._plant_sockets(planted)
            self._plant_shared_objects(planted)
            self._stranger = Stranger(self.secret)
            planted.callback(self._stranger.close)
            self._files = dict(_states(self.folder))
            self._planted = planted.pop_all()

    def _plant_files(self, planted: ExitStack) -> None:
        """Open to everyone, so that it is the sandbox that holds the rogue off, and not a mode."""
        planted.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self._database = self.folder / "league" / "results.db"
        self._other_source = self.folder / "house-bots" / "other" / "bot.py"
        self._secret_file = self.folder / "league" / "seed.txt"
        self._victim = self.folder / "league" / "victim.txt"
        self._hollow = self.folder / "hollow"
        for path in (self._database, self._other_source, self._secret_file, self._victim):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(CONTENT + self.secret.encode())
            path.chmod(0o666)
        with suppress(OSError):  # not every file system has attributes
            os.setxattr(self._victim, ATTRIBUTE, CONTENT)
        self._hollow.mkdir()
        self._link = self.folder / "link"
        self._link.symlink_to(self._database)
        for folder in (self.folder, *self.folder.rglob("*")):
            if folder.is_dir():
                folder.chmod(0o777)
        self._shared_file = Path("/dev/shm") / self._name
        self._shared_file.write_bytes(CONTENT.ljust(SEGMENT_BYTES, b"\0"))
        self._shared_file.chmod(0o666)
        planted.callback(self._shared_file.unlink, missing_ok=True)

    def _plant_sockets(self, planted: ExitStack) -> None:
        self._unix_path = self.folder / "socket"
        addresses: list[tuple[socket.AddressFamily, socket.SocketKind, Any]] = [
            (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            (socket.AF_UNIX, socket.SOCK_STREAM, str(self._unix_path)),
            (socket.AF_UNIX, socket.SOCK_DGRAM, f"\0{self._name}"),
        ]
        self._sockets = []
        for family, kind, address in addresses:
            line = planted.enter_context(socket.socket(family, kind))
            line.setblocking(False)
            _bind(line, address)
            if kind is socket.SOCK_STREAM:
                line.listen()
            self._sockets.append(line)
        self._tcp, self._udp, _, _ = self._sockets
        self._unix_path.chmod(0o777)

    def _plant_shared_objects(self, planted: ExitStack) -> None:
        self._segment = _checked(_libc.shmget(0, SEGMENT_BYTES, 0o1666))
        planted.callback(_libc.shmctl, self._segment, IPC_RMID, None)
        self._semaphores = _checked(_libc.semget(0, 1, 0o1666))
        planted.callback(_libc.semctl, self._semaphores, 0, IPC_RMID)
        self._messages = _checked(_libc.msgget(0, 0o1666))
        planted.callback(_libc.msgctl, self._messages, IPC_RMID, None)
        name = f"/{self._name}".encode()
        flags = os.O_CREAT | os.O_RDWR | os.O_NONBLOCK
        self._queue = _checked(_libc.mq_open(name, flags, 0o666, None))
        planted.callback(os.close, self._queue)
        planted.callback(_libc.mq_unlink, name)

    def _changes_of_files(self) -> Iterator[str]:
        now = dict(_states(self.folder))
        for path in sorted(self._files.keys() | now.keys()):
            if path not in now:
                yield f"{path} is gone"
            elif path not in self._files:
                yield f"{path} is new"
            elif now[path] != self._files[path]:
                yield f"{path} was changed"
        if not self._shared_file.exists():
            yield f"{self._shared_file} is gone"
        elif not self._shared_file.read_bytes().startswith(CONTENT):
            yield f"{self._shared_file} was changed"

    def _litter(self) -> Iterator[str]:
        for path in self._litter_paths():
            yield f"{path} was left behind"

    def _litter_paths(self) -> list[Path]:
        return [
            folder / name
            for folder in SHARED_FOLDERS
            if folder.is_dir()
            for name in sorted(os.listdir(folder))  # noqa: PTH208 because it is many times as fast
            if self.token in name
        ]

    def _received(self) -> Iterator[str]:
        for line in self._sockets:
            with suppress(BlockingIOError):
                if line.type is socket.SOCK_STREAM:
                    caller, _ = line.accept()
                    caller.close()
                else:
                    line.recv(100)
                yield f"a {line.family.name} {line.type.name} socket was reached"

    def _changes_of_shared_objects(self) -> Iterator[str]:
        address = _libc.shmat(self._segment, None, 0)
        if ctypes.string_at(address, 5) != bytes(5):
            yield "System V shared memory was written"
        _libc.shmdt(address)
        if _libc.semctl(self._semaphores, 0, GETVAL):
            yield "a System V semaphore was raised"
        buffer = ctypes.create_string_buffer(8192)
        if (
            _libc.msgrcv(
                self._messages, buffer, ctypes.c_size_t(4096), ctypes.c_long(0), IPC_NOWAIT
            )
            >= 0
        ):
            yield "a System V message came"
        if _libc.mq_receive(self._queue, buffer, ctypes.c_size_t(8192), None) >= 0:
            yield "a POSIX message came"


def descendants() -> set[int]:
    """The processes that this one has started, and those that they have, the dead excepted."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    parents[int(entry.name)] = int(parent)
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def command(pid: int) -> str:
    """What a process was started as."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:100]
    return ""


def end(pid: int) -> None:
    """End a process, and forget it if it is this one's child."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def encoded(facts: dict[str, Any]) -> str:
    """Facts as the rogue reads them."""
    return json.dumps(facts)


def _checked(result: int) -> int:
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def _bind(line: socket.socket, address: Any) -> None:
    try:
        line.bind(address)
    except OSError as error:
        if error.errno != errno.EADDRNOTAVAIL:
            raise
        raise_loopback()
        line.bind(address)


def _states(folder: Path) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """All that a file is known by, but for when it was read."""
    for path in (folder, *sorted(folder.rglob("*"))):
        seen = path.lstat()
        content = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        attributes = {name: os.getxattr(path, name) for name in _attributes(path)}
        yield (
            str(path),
            (
                *(seen.st_mode, seen.st_uid, seen.st_gid, seen.st_nlink),
                *(seen.st_size, seen.st_mtime_ns, content, attributes),
            ),
        )


def _attributes(path: Path) -> list[str]:
    return [] if path.is_socket() or path.is_symlink() else os.listxattr(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
