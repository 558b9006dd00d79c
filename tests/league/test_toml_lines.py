"""Every key of an accepted document is found on its line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.toml_lines import KeyPath, Lines

CASES: list[tuple[str, int, KeyPath, str]] = [
    ("a key of a table", 2, ("tables", "seats"), "[tables]\nseats = 4"),
    ("a table", 3, ("tables",), "\n\n[tables]\nseats = 4"),
    ("a table within a table", 2, ("tables", "deck"), "[tables]\n[tables.deck]\nR1 = 3"),
    ("spaces around a header's keys", 2, ("a", "b", "c"), "[ a . b ]\nc = 1"),
    ("an array of tables", 3, ("bots", 1), "[[bots]]\nname = 'x'\n[[bots]]\nname = 'y'"),
    ("a key in one of them", 4, ("bots", 1, "name"), "[[bots]]\nname = 'x'\n[[bots]]\nname = 'y'"),
    ("an array within an array", 4, ("a", 0, "b", 1, "c"), "[[a]]\n[[a.b]]\n[[a.b]] # c\nc = 1"),
    ("a dotted key", 2, ("tables", "deck", "R1"), "[tables]\ndeck.R1 = 3"),
    ("its table", 2, ("tables", "deck"), "[tables]\ndeck.R1 = 3"),
    ("an inline table", 2, ("tables", "deck", "R1"), "[tables]\ndeck = { 'R#' = 1, R1 = 3 }"),
    ("an array's item", 3, ("points", "places", 1), "[points]\nplaces = [3, # best\n2,\n]"),
    ("a table in an array", 3, ("bots", 1, "name"), "bots = [\n{ name = 'a' },\n{ name = 'b' }]"),
    ("after a comment with brackets", 3, ("b",), "a = 1 # [x]\n# b = 2\nb = 3"),
    ("after brackets in a string", 2, ("b",), "a = '[x] # {'\nb = 3"),
    ("after an escaped quote", 2, ("b",), 'a = "\\"["\nb = 3'),
    ("after a long string", 4, ("b",), 'a = """\nb = 1\n"" \\""""\nb = 3'),
    ("after quotes that end a long string", 3, ("b",), 'a = """x\n"""""\nb = 3'),
    ("after a long literal", 3, ("b",), "a = '''\nb = 1'''''\nb = 3"),
    ("after an empty string", 2, ("b",), "a = ''\nb = 3"),
    ("after a time", 2, ("b",), "a = 1979-05-27 07:32:00 # time\nb = 3"),
    ("a quoted key", 2, ("R#", "x.y"), '["R#"]\n"x.y" = 1'),
    ("an escaped key", 2, ("é",), 'a = 1\n"\\u00e9" = 2'),
    ("lines that end in CR LF", 3, ("b",), "a = 1\r\n\r\nb = 2\r\n"),
]


@pytest.mark.parametrize(
    ("line", "path", "text"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_a_key_is_found_on_its_line(line: int, path: KeyPath, text: str) -> None:
    assert path in [*paths(tomllib.loads(text))]
    assert Lines(text).of(*path) == line


def test_what_is_not_there_is_looked_for_in_its_table() -> None:
    lines = Lines("# first\n[tables]\nseats = 4\n[[bots]]\n")
    assert lines.of("tables", "deals") == 2
    assert lines.of("bots", 0, "path") == 4
    assert lines.of("points", "places") == 1


def paths(value: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


KEYS = st.one_of(
    st.from_regex(r"[A-Za-z0-9_-]{1,6}", fullmatch=True),
    st.sampled_from(["'a.b'", '"# ["', '"\\u00e9"', "'='", '" "']),
)
SCALARS = st.sampled_from(
    [
        "1",
        "-1.5e3",
        "true",
        "inf",
        "07:32:00",
        '"a # ["',
        "'{'",
        '"\\\\"',
        '""',
        "''",
        '"""a\n"b"""',
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[ # [\n" + ",\n".join(items) + "\n]"),
        st.dictionaries(KEYS, inner, max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key} = {value}" for key, value in pairs.items()) + "}"
        ),
    ),
    max_leaves=6,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)


@given(st.dictionaries(KEYS, TABLES, max_size=4), st.lists(TABLES, max_size=3))
def test_every_key_of_a_document_is_found(
    named: dict[str, dict[str, str]], listed: list[dict[str, str]]
) -> None:
    tables: list[tuple[str, KeyPath, dict[str, str]]] = [
        *((f"[x.{name}]", ("x", as_read(name)), table) for name, table in named.items()),
        *(("[[y]]", ("y", index), table) for index, table in enumerate(listed)),
    ]
    text = ""
    expected: dict[KeyPath, int] = {}
    for header, path, table in tables:
        expected[path] = text.count("\n") + 1
        text += f"{header} # ]\n"
        for key, value in table.items():
            expected[(*path, as_read(key))] = text.count("\n") + 1
            text += f"{key} = {value} # '\n\n"
    lines = Lines(text)
    assert set(lines._lines) == {*paths(tomllib.loads(text))}
    assert {path: lines.of(*path) for path in expected} == expected


def as_read(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0")))
