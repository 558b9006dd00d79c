"""A bot's own Python files: read and compiled once by its zygote, executed by each child."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import linecache
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType, ModuleType

PRELOADED = frozenset(
    [
        *("abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "binascii"),
        *("bisect", "builtins", "calendar", "cmath", "codecs", "collections", "colorsys"),
        *("concurrent", "contextlib", "contextvars", "copy", "copyreg", "csv", "ctypes"),
        *("dataclasses", "datetime", "decimal", "difflib", "enum", "errno", "fcntl", "fnmatch"),
        *("fractions", "functools", "gc", "getopt", "glob", "graphlib", "hashlib", "heapq"),
        *("hmac", "html", "importlib", "inspect", "io", "itertools", "json", "keyword"),
        *("linecache", "locale", "logging", "math", "mmap", "numbers", "operator", "os"),
        *("pathlib", "pickle", "platform", "pprint", "queue", "random", "re", "reprlib"),
        *("resource", "sched", "secrets", "select", "selectors", "shlex", "signal", "socket"),
        *("stat", "statistics", "string", "struct", "subprocess", "sys", "tempfile"),
        *("textwrap", "threading", "time", "timeit", "tokenize", "traceback", "types"),
        *("typing", "unicodedata", "unittest", "uuid", "warnings", "weakref", "zlib"),
        *("zoneinfo"),
        "arena",
    ]
)
"""Modules that do nothing but define when they are imported; a zygote imports no other."""


class OwnModules:
    """Finds and loads the modules in the working folder, after all others, from their source.

    Compiled files are not looked for: one that is shipped could differ from its source.
    What the bot's source names of the standard library and of ``packages`` is imported beforehand,
    so that the children need not read it anew.
    """

    def __init__(self, entry: str, packages: Collection[str] = ()) -> None:
        self.entry = entry
        self._known = PRELOADED.union(packages)
        self._sources: dict[str, bytes] = {}
        self._files: dict[str, str] = {}
        self._compiled: dict[str, CodeType] = {}

    def take_in(self) -> None:
        """Read all files, compile what the bot's file imports, import the modules it names."""
        for path in sorted(Path().rglob("*.py")):
            self._sources[path.as_posix()] = path.read_bytes()
            self._files[_module_name(path)] = path.as_posix()
        waiting, seen = [self.entry], {self.entry}
        while waiting:
            file = waiting.pop()
            # What cannot be compiled is compiled again by the child, which tells why not.
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
                self._compiled[file] = self._compile(file)
                for name in _imported(self._sources[file]):
                    own = {self._files[known] for known in _parents(name) if known in self._files}
                    waiting += own - seen
                    seen |= own
                    if not own and name.partition(".")[0] in self._known:
                        _preload(name)

    def be_found(self) -> None:
        """Let them be imported from here on: never by a zygote, which executes none of them."""
        sys.meta_path.append(self)

    def entry_code(self) -> CodeType:
        """The code of the bot's file. Raises what compiling it raises."""
        return self._code(self.entry)

    def show_lines(self) -> None:
        """Have tracebacks show the lines of the bot's files, which may be out of reach by now."""
        for file, source in self._sources.items():
            text = source.decode(errors="replace")
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A module of the bot; also what is no Python source, where files can be read."""
        file = self._files.get(fullname)
        if file is None:
            return importlib.machinery.PathFinder.find_spec(fullname, path or [""], target)
        folder = file.removesuffix("/__init__.py")
        spec = importlib.machinery.ModuleSpec(
            fullname,
            self,  # type: ignore[arg-type]  # because the protocol for loaders asks for more
            origin=file,
            is_package=folder != file,
        )
        spec.has_location = True
        if folder != file:
            spec.submodule_search_locations = [folder]
        return spec

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave it to the interpreter."""

    def exec_module(self, module: ModuleType) -> None:
        """Execute the code of a module that has been found."""
        exec(self._code(self._files[module.__name__]), module.__dict__)

    def get_source(self, fullname: str) -> str:
        """The text of a module."""
        return importlib.util.decode_source(self._sources[self._files[fullname]])

    def _code(self, file: str) -> CodeType:
        return self._compiled.get(file) or self._compile(file)

    def _compile(self, file: str) -> CodeType:
        return compile(self._sources[file], file, "exec", dont_inherit=True)


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parents(name: str) -> Iterator[str]:
    """A dotted name and all that contain it."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def _imported(source: bytes) -> Iterator[str]:
    """The dotted names that a source imports; of ``from a import b`` both ``a`` and ``a.b``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _preload(name: str) -> None:
    if "__main__" in name:
        return
    with suppress(BaseException):
        __import__(name)
