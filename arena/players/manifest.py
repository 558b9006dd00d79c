"""A program bot's ``bot.toml``: read, or refused with every complaint and its line."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from arena.errors import BotError, excerpt
from arena.sandbox.programs import SEARCHED, own_file

MANIFEST = "bot.toml"
MAX_BYTES = 4_096
MAX_WORDS = 100
MAX_PROGRAMS = 8
MAX_SHOWN = 60

COMMAND = 'command is a list of texts such as ["node", "bot.js"], or one text "node bot.js"'
PROGRAMS = f'programs is a list of at most {MAX_PROGRAMS} texts such as ["java"]'
WHERE = f"a program is an executable file of the bot's folder (./bot) or of {', '.join(SEARCHED)}"


class Manifest(msgspec.Struct, frozen=True):
    """What to run, with the bot's folder as working directory.

    ``programs`` are others that the command's program may execute in its place.
    """

    command: list[str]
    programs: list[str]


def read_manifest(content: bytes, place: str, files: Mapping[str, bool]) -> Manifest:
    """Read a ``bot.toml``; ``files`` are the bot's, by path, and whether each is executable.

    Raises BotError with all complaints, one a line, each with ``place`` and line number.
    """
    text = _text(content, place)
    document = _document(text, place)
    found = [
        (key, f"the key {excerpt(key, MAX_SHOWN)} is unknown; there are command and programs")
        for key in document
        if key not in {"command", "programs"}
    ]
    command, complaint = _command(document.get("command"), files)
    if complaint:
        found.append(("command", complaint))
    programs, complaint = _programs(document.get("programs", []), files)
    if complaint:
        found.append(("programs", complaint))
    if found:
        lines = _key_lines(text)
        ordered = sorted((lines.get(key, 1), sentence) for key, sentence in found)
        raise BotError("\n".join(f"{place}:{line}: {sentence}." for line, sentence in ordered))
    return Manifest(command, programs)


def _text(content: bytes, place: str) -> str:
    """The file's text, with or without a byte-order mark."""
    if len(content) > MAX_BYTES:
        raise BotError(f"{place}:1: {len(content):,} bytes; it has at most {MAX_BYTES:,}.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BotError(
            f"{place}:{line}: byte 0x{error.object[error.start]:02x} is not UTF-8; TOML is."
        ) from error


def _document(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise BotError(f"{place}:1: brackets are nested too deeply.") from error
    except ValueError as error:
        found = re.fullmatch(
            r"(.*?)(?: \(at (?:line (\d+), column \d+|end of document)\))?", str(error), re.DOTALL
        )
        what, line = found.groups() if found else (str(error), None)
        number = line or text.rstrip().count("\n") + 1
        raise BotError(f"{place}:{number}: this is not TOML: {excerpt(what)}.") from error


def _key_lines(text: str) -> dict[str, int]:
    r"""The line on which each top-level key is first given.

    Lines are put together until they are a document: then they are one statement, for none ends
    within a value.

    >>> _key_lines("# mine\n\ncommand = [\n'./bot',\n]\nprograms = []")
    {'command': 3, 'programs': 6}
    """
    lines: dict[str, int] = {}
    statement, first, in_table = "", 1, False
    for number, line in enumerate(text.split("\n"), start=1):
        statement += line + "\n"
        try:
            keys = tomllib.loads(statement)
        except ValueError:
            continue
        is_header = statement.lstrip().startswith("[")
        in_table = in_table or is_header
        if is_header or not in_table:
            for key in keys:
                lines.setdefault(key, first)
        statement, first = "", number + 1
    return lines


def _command(value: object, files: Mapping[str, bool]) -> tuple[list[str], str]:
    """The words of a command, or a complaint."""
    match value:
        case None:
            return [], f"there is no command; {COMMAND}"
        case str():
            try:
                words = shlex.split(value)
            except ValueError as error:
                return [], f"command is {_shown(value)}: {str(error).lower()}; {COMMAND}"
        case _:
            listed = _texts(value)
            if listed is None:
                return [], f"command is {_shown(value)}; {COMMAND}"
            words = listed
    if not words or len(words) > MAX_WORDS:
        return [], f"command has {len(words)} words; it has 1 to {MAX_WORDS}"
    if any("\0" in word for word in words):
        return [], f"command is {_shown(value)}; no program can be given a NUL"
    return words, _program_complaint("command", words[0], files)


def _programs(value: object, files: Mapping[str, bool]) -> tuple[list[str], str]:
    """The further programs, or a complaint."""
    names = _texts(value)
    if names is None or len(names) > MAX_PROGRAMS:
        return [], f"programs is {_shown(value)}; {PROGRAMS}"
    complaints = (_program_complaint("programs", name, files) for name in names)
    return names, next(filter(None, complaints), "")


def _texts(value: object) -> list[str] | None:
    """The value as a list of texts; None if it is none."""
    if not isinstance(value, list):
        return None
    texts = [item for item in value if isinstance(item, str)]
    return texts if len(texts) == len(value) else None


def _program_complaint(key: str, word: str, files: Mapping[str, bool]) -> str:
    """What is wrong with the name of a program; empty if nothing is."""
    try:
        path = own_file(word)
    except ValueError as error:
        return f"{key} names {_shown(word)}, {error}; {WHERE}"
    if path is None or files.get(path):
        return ""
    if path in files:
        return f"{key} names {_shown(word)}, which is not executable; chmod +x {excerpt(path)}"
    return f"{key} names {_shown(word)}, which the bot's folder has not; {WHERE}"


def _shown(value: object) -> str:
    """A value as TOML writes it, but short.

    >>> _shown(["node", 3]), _shown(True), _shown({})
    ('["node", 3]', 'true', 'a table')
    """
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = f'"{value}"'
        case list():
            text = f"[{', '.join(_shown(item) for item in value)}]"
        case dict():
            text = "a table"
        case _:
            text = str(value)
    return excerpt(text, MAX_SHOWN)
