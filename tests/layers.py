"""The rules of the house about who may import and use what, as complaints about source text."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath
from typing import NamedTuple

FLOORS = {
    room: floor
    for floor, rooms in enumerate(
        [
            ["errors"],
            ["game", "plan", "records", "seeds"],
            ["games", "ranking", "sandbox", "store"],
            ["bot", "formats", "reports"],
            ["players"],
            ["league", "match", "rogues"],
            ["cluster", "season", "workers"],
            ["audit"],
            ["cli"],
            ["__main__"],
        ]
    )
    for room in rooms
}
"""Imports point to lower floors or stay in their room."""

PURE_ROOMS = FLOORS.keys() - {"sandbox", "store", *(room for room in FLOORS if FLOORS[room] > 3)}
"""No clock, no file, no network, no global random state."""

BUILT_INS = {"open", "input", "print"}
CLOCKS = ["time", "datetime", "signal", "threading", "asyncio"]
FILES = [
    *["os", "pathlib.Path", "pathlib.PosixPath", "io.open", "tempfile", "shutil", "glob", "mmap"],
    *["fcntl", "ctypes", "logging", "importlib.resources", "sys.stdin", "sys.stdout", "sys.stderr"],
]
NETWORK = ["socket", "ssl", "select", "selectors", "http", "urllib.request"]
RANDOM = ["random.[!R]*", "random.Random()", "secrets", "uuid"]
"""``random.Random()`` is one made without a seed."""

IMPURE = [*CLOCKS, *FILES, *NETWORK, *RANDOM, *BUILT_INS]
PROCESSES = [
    *["subprocess", "multiprocessing", "concurrent.futures", "pty", "asyncio.create_subprocess_*"],
    *["os.fork*", "os.exec*", "os.spawn*", "os.posix_spawn*", "os.system", "os.popen"],
]
OWNERS = {
    "click": {"cli"},
    "sqlite3": {"store"},
    "sqlite_utils": {"store"},
    "tabulate": {"reports"},
    "trueskill": {"ranking"},
    "dask": {"cluster"},
    "distributed": {"cluster"},
} | {pattern: {"cluster", "players", "rogues", "sandbox", "workers"} for pattern in PROCESSES}
"""Patterns of names, and the only rooms that may use them."""

SQL = re.compile(
    r"\s*(select\s.+\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s"
    r"|(create|drop|alter)\s+(temp\s+)?(table|view|index|trigger)\s|pragma\s+\w|vacuum\s+into"
    r"|begin\s+(immediate|exclusive)|with\s+\w+\s+as\s*\()",
    re.IGNORECASE | re.DOTALL,
)


class Use(NamedTuple):
    """A dotted name that a line imports or reaches through an import."""

    line: int
    name: str
    imported: bool


class Module(NamedTuple):
    """One file of ``arena/``: its place, dotted name, room and syntax tree."""

    path: str
    name: str
    room: str
    tree: ast.Module


def complaints(sources: Mapping[str, str]) -> list[str]:
    """All complaints about the modules of ``arena/``, given as path and source text."""
    modules = {module.name: module for module in map(_module, sources, sources.values())}
    found = [complaint for module in modules.values() for complaint in _about(module)]
    try:
        TopologicalSorter(
            {name: _imported_modules(module, modules) for name, module in modules.items()}
        ).prepare()
    except CycleError as error:
        found.append("import cycle: " + " <- ".join(error.args[1]))
    return found


def bot_complaints(path: str, source: str) -> list[str]:
    """All complaints about one sample bot."""
    found = []
    stem = PurePosixPath(path).stem
    if stem in sys.stdlib_module_names:
        found.append(f"{path}: a standard module is called {stem}")
    for use in _uses(ast.parse(source)):
        top = use.name.partition(".")[0]
        if use.imported and top not in sys.stdlib_module_names and not _covers("arena.bot", use):
            found.append(
                f"{path}:{use.line}: {use.name}; bots import arena.bot and the standard library"
            )
    return found


def _module(path: str, source: str) -> Module:
    name = ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")
    room = name.partition(".")[2].partition(".")[0]
    return Module(path, name, room, ast.parse(source))


def _about(module: Module) -> Iterator[str]:
    if module.room and module.room not in FLOORS:
        yield f"{module.path}: {module.room} stands on no floor"
        return
    if module.path.endswith("__init__.py"):
        yield from _logic(module)
    if module.room != "store":
        yield from _sql(module)
    for use in _uses(module.tree):
        for complaint in _about_use(module.room, use):
            yield f"{module.path}:{use.line}: {complaint}"


def _about_use(room: str, use: Use) -> Iterator[str]:
    if use.imported and use.name.startswith("."):
        yield f"{use.name}: imports are absolute"
    target = _room_of(use) if use.imported else None
    if target is not None and target != room:
        here = FLOORS.get(room, -1)
        if FLOORS[target] > here:
            yield f"{room or 'arena'} imports {target}: upwards"
        elif FLOORS[target] == here:
            yield f"{room} imports {target}: sideways"
    if room in PURE_ROOMS and any(_covers(pattern, use) for pattern in IMPURE):
        yield f"{use.name}: {room} is pure"
    for pattern, owners in OWNERS.items():
        if _covers(pattern, use) and room not in owners:
            yield f"{use.name}: only for {', '.join(sorted(owners))}"


def _logic(module: Module) -> Iterator[str]:
    """A package's own file holds a docstring, imports and constants."""
    for statement in module.tree.body:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                if not any(isinstance(node, ast.Call) for node in ast.walk(value)):
                    continue
        yield f"{module.path}:{statement.lineno}: __init__.py holds no logic"


def _sql(module: Module) -> Iterator[str]:
    prose = {
        id(node.value)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module.tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose and SQL.match(text):
                yield f"{module.path}:{node.lineno}: SQL stands only in store"


def _imports(tree: ast.Module) -> Iterator[tuple[Use, str, str]]:
    """Every import anywhere, with the local name that it binds and what that stands for."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    use = Use(node.lineno, alias.name, imported=True)
                    yield use, alias.asname or top, alias.name if alias.asname else top
            case ast.ImportFrom(module=module, names=names, level=level):
                for alias in names:
                    name = f"{'.' * level}{module or ''}.{alias.name}"
                    yield Use(node.lineno, name, imported=True), alias.asname or alias.name, name


def _uses(tree: ast.Module) -> Iterator[Use]:
    """Every name that is imported anywhere, reached through an import, or a built-in's call."""
    bound: dict[str, str] = {}
    for use, local, name in _imports(tree):
        bound[local] = name
        yield use
    for node in ast.walk(tree):
        match node:
            case ast.Attribute() if (reached := _dotted(node, bound)) is not None:
                yield Use(node.lineno, reached, imported=False)
            case ast.Call(func=ast.Name(id=called)) if called in BUILT_INS - bound.keys():
                yield Use(node.lineno, called, imported=False)
            case ast.Call(func=made, args=[], keywords=[]):
                if _dotted(made, bound) == "random.Random":
                    yield Use(node.lineno, "random.Random()", imported=False)


def _dotted(node: ast.expr, bound: Mapping[str, str]) -> str | None:
    match node:
        case ast.Name(id=name):
            return bound.get(name)
        case ast.Attribute(value=value, attr=attribute):
            owner = _dotted(value, bound)
            return owner and f"{owner}.{attribute}"
    return None


def _covers(pattern: str, use: Use) -> bool:
    return fnmatchcase(use.name, pattern) or fnmatchcase(use.name, pattern + ".*")


def _room_of(use: Use) -> str | None:
    """The room that an import reaches; None outside ``arena`` and for its own version."""
    top, _, rest = use.name.partition(".")
    room = rest.partition(".")[0]
    return room if top == "arena" and room in FLOORS else None


def _imported_modules(module: Module, modules: Mapping[str, Module]) -> set[str]:
    names = {use.name for use, _, _ in _imports(module.tree)}
    targets = {name if name in modules else name.rpartition(".")[0] for name in names}
    return targets & modules.keys() - {module.name}
