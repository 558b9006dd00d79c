"""Which files a program bot's command needs: what a policy must let it execute and read.

Nothing is run. Programs are found, and followed from the text that names an interpreter (``#!``)
to the binary that names a loader.
"""

from __future__ import annotations

import os
import shlex
import stat
import struct
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

import msgspec

from arena.errors import BotError, excerpt

SEARCHED = ["/usr/local/bin", "/usr/bin", "/bin"]
"""Where a name without a slash is looked up, and a bot's whole PATH."""

DEVICES = [Path("/dev/null"), Path("/dev/urandom")]

OPEN_TO_ALL = [Path("/usr/lib"), Path("/usr/lib32"), Path("/usr/lib64"), Path("/usr/libx32")]
"""What every bot may read; ``/lib*`` is the same or is added by the policy."""

HOMES = [Path("/usr/lib"), Path("/usr/local/lib"), Path("/opt"), Path("/nix/store")]
"""A program at ``HOME/bin`` below one of these has its library in ``HOME``."""

LOCAL_PROGRAMS, LOCAL_LIBRARIES = Path("/usr/local/bin"), Path("/usr/local/lib")

NEEDS = {
    "node*": ["etc/ssl/openssl.cnf", "usr/share/nodejs"],
    "python3*": ["etc/python3*"],
    "perl*": ["etc/perl", "usr/share/perl", "usr/share/perl5"],
}
"""By program, what cannot be derived, as patterns from the root.

Node ends at once if it may not read OpenSSL's settings, and Debian's has parts of its library in
``/usr/share``, as has Perl; Debian's Python reads a ``sitecustomize`` kept in ``/etc``.
"""

MAX_DEPTH = 4
"""Texts that name texts as their interpreters: so many the kernel follows."""

MAX_FIRST_LINE = 255
ELF = b"\x7fELF"
MACHINES = {"x86_64": 62, "aarch64": 183}
PT_INTERP = 3
MAX_LOADER_PATH = 4096


class Program(msgspec.Struct, frozen=True):
    """A command, ready to be executed, and which files that takes.

    ``argv[0]`` is absolute and as it was found; the file to execute is ``executables[0]``.
    ``executables`` are real paths: the program, its interpreters and loaders, and those of the
    further programs. ``readable`` is what they read beyond the system's libraries, the cache of
    the loader and the bot's folder; ``devices`` may be read and written.
    """

    argv: list[str]
    executables: list[Path]
    readable: list[Path]
    devices: list[Path]


def find_program(command: Sequence[str], folder: Path, programs: Sequence[str] = ()) -> Program:
    """Find what a command of ``bot.toml`` executes, with ``folder`` as working directory.

    Raises BotError if a program is missing, or is not one that this machine can execute.
    """
    first = _find(command[0], folder)
    found: dict[Path, None] = {}
    for place in [first, *(_find(name, folder) for name in programs)]:
        _follow(place, folder, found)
    readable = dict.fromkeys(
        path for program in found for path in _readable(program, folder.resolve())
    )
    return Program([str(first), *command[1:]], list(found), list(readable), DEVICES)


def own_file(name: str) -> str | None:
    """The path in the bot's folder that a program's name means; None for a system program.

    Raises ValueError, with half a sentence, for a name that can mean neither.

    >>> own_file("./bot"), own_file("bin/bot"), own_file("node"), own_file("/usr/bin/node")
    ('bot', 'bin/bot', None, None)
    """
    path = PurePosixPath(name)
    if not path.name or "\0" in name:
        raise ValueError("which names no file")
    if ".." in path.parts:
        raise ValueError('which has ".."')
    if path.is_absolute():
        if str(path.parent) not in SEARCHED:
            raise ValueError("which is the path of no system program")
        return None
    return str(path) if "/" in name else None


def _find(name: str, folder: Path) -> Path:
    """The absolute path of a program."""
    try:
        own = own_file(name)
    except ValueError as error:
        raise BotError(f'program "{excerpt(name)}", {error}') from error
    places = [Path(path, name) for path in SEARCHED] if own is None else [folder.absolute() / own]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return place
    where = ", ".join(SEARCHED) if own is None else str(folder)
    raise BotError(f'program "{excerpt(name)}": there is no such executable file in {where}')


def _follow(place: Path, folder: Path, found: dict[Path, None], depth: int = 0) -> None:
    """Add a program to ``found``, and what the kernel needs to execute it."""
    program = place.resolve()
    if program in found:
        return
    with program.open("rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise BotError(f"{place}: not a regular file")
        start = opened.read(MAX_FIRST_LINE + 1)
        loader = _loader(opened.fileno(), place) if start.startswith(ELF) else None
    found[program] = None
    if start.startswith(ELF):
        if loader is not None:
            found[loader] = None
    elif start.startswith(b"#!"):
        if depth == MAX_DEPTH:
            raise BotError(f"{place}: more than {MAX_DEPTH} texts name each other as interpreters")
        for interpreter in _interpreters(start, place, folder):
            _follow(interpreter, folder, found, depth + 1)
    else:
        raise BotError(
            f"{place}: neither a binary program (ELF) nor a text whose first line is #! and an "
            f"interpreter, such as #!/bin/sh"
        )


def _interpreters(start: bytes, place: Path, folder: Path) -> Iterator[Path]:
    """What a first line names: an interpreter, and what ``env`` executes in its place."""
    line, newline, _ = start.partition(b"\n")
    if line.endswith(b"\r"):
        raise BotError(f"{place}: its first line ends with a carriage return; save it without")
    if not newline and len(line) > MAX_FIRST_LINE:
        raise BotError(f"{place}: its first line is longer than {MAX_FIRST_LINE} bytes")
    name, *options = os.fsdecode(line[2:]).split(maxsplit=1) or [""]
    if not name.startswith("/"):
        raise BotError(f'{place}: its interpreter "{excerpt(name)}" is not an absolute path')
    interpreter = Path(name)
    if not (interpreter.is_file() and os.access(interpreter, os.X_OK)):
        raise BotError(f"{place}: there is no interpreter {excerpt(name)}")
    yield interpreter
    if interpreter.name == "env":
        yield _find(_named_to_env("".join(options).strip(), place), folder)


def _named_to_env(option: str, place: Path) -> str:
    """The program that ``env`` is to execute: its only word, or with ``-S`` the first of many."""
    words = [option]
    if option.startswith(("-S", "--split-string")):
        try:
            words = shlex.split(
                option.removeprefix("--split-string").removeprefix("-S").lstrip("=")
            )
        except ValueError as error:
            raise BotError(f"{place}: env is given {excerpt(option)}: {error}") from error
    for word in words:
        if word and not word.startswith("-") and "=" not in word:
            return word
    raise BotError(f"{place}: env is given no program; write #!/usr/bin/env node, for example")


def _loader(opened: int, place: Path) -> Path | None:
    """The loader that a binary program names; None if it needs none."""
    header = os.pread(opened, 64, 0)
    machine = os.uname().machine
    if len(header) < 64 or header[4:6] != b"\x02\x01":
        raise BotError(f"{place}: not a binary program of 64 bits, little end first")
    if struct.unpack_from("<H", header, 18)[0] != MACHINES.get(machine):
        raise BotError(f"{place}: a binary program for another processor than {machine}")
    table, size, count = (
        *struct.unpack_from("<Q", header, 32),
        *struct.unpack_from("<HH", header, 54),
    )
    for number in range(count):
        # A place beyond what an offset can be ends here as one beyond the file does.
        entry = os.pread(opened, 56, table + number * size) if table < 1 << 62 else b""
        if size < 56 or len(entry) < 56:
            raise BotError(f"{place}: a binary program that is cut off")
        if struct.unpack_from("<I", entry)[0] == PT_INTERP:
            offset, _, _, length = struct.unpack_from("<QQQQ", entry, 8)
            return _named_loader(opened, place, offset, length)
    return None


def _named_loader(opened: int, place: Path, offset: int, length: int) -> Path:
    if offset >= 1 << 62 or not 1 < length <= MAX_LOADER_PATH:
        raise BotError(f"{place}: a binary program that is cut off")
    loader = Path(os.fsdecode(os.pread(opened, length, offset).partition(b"\0")[0]))
    if not (loader.is_absolute() and loader.is_file()):
        raise BotError(f"{place}: needs the loader {excerpt(str(loader))}, which is not here")
    return loader.resolve()


def _readable(program: Path, folder: Path) -> Iterator[Path]:
    """What one executable file reads beyond what every bot may."""
    if program.is_relative_to(folder):
        return
    for pattern, paths in NEEDS.items():
        if fnmatchcase(program.name, pattern):
            for path in paths:
                yield from sorted(Path("/").glob(path))
    if program.parent == LOCAL_PROGRAMS:
        yield LOCAL_LIBRARIES
    home = program.parent.parent
    if program.parent.name == "bin" and any(root in home.parents for root in HOMES):
        if not _is_open(home):
            yield home
        yield from _led_out_of(home)


def _led_out_of(home: Path) -> Iterator[Path]:
    """The files to which links in a program's home lead, such as Java's settings in ``/etc``."""
    for parent, folders, names in os.walk(home):
        for name in sorted([*folders, *names]):
            path = Path(parent, name)
            target = path.resolve() if path.is_symlink() else home
            if target.is_file() and not (target.is_relative_to(home) or _is_open(target)):
                yield target


def _is_open(path: Path) -> bool:
    return any(path.is_relative_to(root) for root in OPEN_TO_ALL)
