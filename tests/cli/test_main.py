"""What holds for every command: help, exit statuses, messages, environment."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import arena as package
from arena.cli.lazy import LazyGroup
from arena.cli.main import program
from arena.errors import ArenaError, LeagueError
from tests.cli.leagues import make_league
from tests.cli.running import ROOT, arena, called, command, environment
from tests.season.making import write_league


def every_command() -> Iterator[tuple[str, click.Command, click.Context]]:
    """All commands with their words, imported."""
    root = program.make_context("arena", [], resilient_parsing=True)
    yield from _within(program, root)


def _within(
    group: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    yield context.command_path, group, context
    if isinstance(group, LazyGroup):
        for name in group.list_commands(context):
            inner = group.loaded(name, context)
            yield from _within(
                inner, inner.make_context(name, [], parent=context, resilient_parsing=True)
            )


COMMANDS = {path: (found, context) for path, found, context in every_command()}


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_has_help_in_its_short_and_long_form(path: str) -> None:
    words = path.split()[1:]
    texts = [CliRunner().invoke(program, [*words, flag]) for flag in ("-h", "--help")]
    assert [text.exit_code for text in texts] == [0, 0]
    assert texts[0].stdout == texts[1].stdout
    assert texts[0].stdout.startswith("Usage: ")


@pytest.mark.parametrize(
    "path", [path for path, (found, _) in COMMANDS.items() if isinstance(found, LazyGroup)]
)
def test_summaries_that_need_no_import_say_what_the_commands_say(path: str) -> None:
    group, context = COMMANDS[path]
    assert isinstance(group, LazyGroup)
    told = {name: found.summary for name, found in group.lazy.items()}
    loaded = {name: group.loaded(name, context) for name in group.lazy}
    assert told == {name: (one.help or "").partition("\n\n")[0] for name, one in loaded.items()}


@pytest.mark.parametrize("path", COMMANDS)
def test_every_option_has_a_variable_of_its_own_name(path: str) -> None:
    found, context = COMMANDS[path]
    common = {"quiet", "verbose", "no_color", "version", "help"}
    prefix = "_".join(["ARENA", *path.split()[1:]]).upper()
    for option in found.params:
        if isinstance(option, click.Option) and option.name not in common:
            longest = max(option.opts, key=len).strip("-").replace("-", "_").upper()
            assert option.resolve_envvar_value(context) is None
            assert option.envvar == f"{prefix}_{longest}"


def imported_by(*arguments: str) -> set[str]:
    """The modules of others and of ours that a command imports."""
    listing = arena(*arguments, more={"PYTHONPROFILEIMPORTTIME": "1"}).stderr
    names = [line.rpartition("|")[2].strip() for line in listing.splitlines()]
    return {
        name
        for name in names
        if name.partition(".")[0] in {"arena", "msgspec", "sqlite3", "tabulate", "trueskill"}
    }


def test_help_imports_none_of_the_commands() -> None:
    assert imported_by("--help") == {
        *("arena", "arena.errors"),
        *("arena.cli", "arena.cli.main", "arena.cli.lazy"),
    }


def test_tables_for_programs_are_made_without_tabulate(league: Path) -> None:
    assert "tabulate" not in imported_by("leaderboard", str(league), "--format", "json")
    table = imported_by("leaderboard", str(league))
    assert "tabulate" in table
    assert "importlib.metadata" not in table, "tabulate looks up its own version with it"


def test_version() -> None:
    assert arena("--version").stdout == f"arena {package.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["nonsense"], id="unknown command"),
        pytest.param(["bot", "nonsense"], id="unknown command of a group"),
        pytest.param(["leaderboard"], id="nothing given"),
        pytest.param(["leaderboard", "house.toml", "--nonsense"], id="unknown option"),
        pytest.param(["leaderboard", "house.toml", "--format", "xml"], id="unknown format"),
        pytest.param(["show", "house.toml", "zero"], id="no number"),
        pytest.param(["show", "house.toml", "0"], id="number out of range"),
        pytest.param(["matches", "house.toml", "--last", "-1"], id="a negative count"),
    ],
)
def test_wrong_usage_is_2(arguments: list[str]) -> None:
    done = arena(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: " in done.stderr


@pytest.mark.parametrize(
    ("sentences", "error"),
    [
        (["Error: no such thing."], ArenaError("no such thing")),
        (["Error: no such thing."], ArenaError("no such thing.")),
        (
            ["Error: a.toml:1: one.", "Error: a.toml:2: two."],
            LeagueError(["a.toml:1: one.", "a.toml:2: two."]),
        ),
        (["Error: changed:", "  this", "Undo it."], ArenaError("changed:\n  this\nUndo it")),
        (["Error: name \\x1b[2J\\u202e is bad."], ArenaError("name \x1b[2J\u202e is bad")),
    ],
)
def test_what_the_user_can_mend_is_said_in_sentences(
    monkeypatch: pytest.MonkeyPatch, sentences: list[str], error: ArenaError
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(COMMANDS["arena rules"][0], "callback", fail)
    result = CliRunner().invoke(program, ["rules"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == sentences


def test_a_bug_shows_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(COMMANDS["arena rules"][0], "callback", fail)
    with pytest.raises(ZeroDivisionError):
        CliRunner().invoke(program, ["rules"], catch_exceptions=False)


def test_an_interrupt_is_130() -> None:
    reading = subprocess.Popen(
        command("verify", "-"),
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert reading.stdin is not None
    assert reading.stdout is not None
    reading.stdin.write(b"no record\n" * 2)
    reading.stdin.flush()
    assert reading.stdout.readline().startswith(b"line 1: ")  # so it is at work
    reading.send_signal(signal.SIGINT)
    _, messages = reading.communicate(timeout=30)
    assert (reading.returncode, messages) == (130, b"\n")


def test_a_reader_that_stops_early_is_no_mishap(league: Path) -> None:
    records = f"{' '.join(command('export', 'records', league))} | head -c 10"
    done = subprocess.run(
        records, shell=True, cwd=ROOT, env=environment(), capture_output=True, check=True
    )
    assert (len(done.stdout), done.stderr) == (10, b"")


@pytest.mark.parametrize("words", [["plan"], ["run"], ["league", "add"]], ids=" ".join)
def test_what_the_file_system_refuses_is_said_in_a_sentence(
    tmp_path: Path, words: list[str]
) -> None:
    league = write_league(tmp_path)
    too_long = tmp_path / f"{'x' * 300}.db"
    more = ["greedy"] if "add" in words else []
    done = called(*words, league, *more, "--db", too_long)
    assert done.returncode == 1
    assert done.stderr == f"Error: {too_long}: File name too long.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [["rules"], ["export", "records"]])
def test_a_full_disk_behind_standard_output_is_said(league: Path, words: list[str]) -> None:
    given = [league] if "export" in words else []
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(*words, *given),
            cwd=ROOT,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"Error: standard output: No space left on device.\n"


def on_a_terminal(*arguments: str | Path, more: dict[str, str] | None = None) -> str:
    """What a command writes to a terminal as its standard error."""
    ours, theirs = pty.openpty()
    subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env=environment(more),
        stderr=theirs,
        stdout=theirs,
        check=False,
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            chunk = os.read(ours, 1 << 16)
        except OSError:  # that is how a terminal ends
            break
        if not chunk:
            break
        written += chunk
    os.close(ours)
    return written.decode()


@pytest.mark.parametrize(
    ("coloured", "flags", "more"),
    [
        (True, [], {}),
        (False, ["--no-color"], {}),
        (False, [], {"NO_COLOR": "1"}),
        (True, [], {"NO_COLOR": ""}),
        (False, [], {"ARENA_NO_COLOR": "1"}),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    coloured: bool, flags: list[str], more: dict[str, str]
) -> None:
    before = on_a_terminal(*flags, "leaderboard", "nowhere.toml", more=more)
    after = on_a_terminal("leaderboard", "nowhere.toml", *flags, more=more)
    assert before == after
    assert ("\x1b[" in before) == coloured
    assert "there is no such league file" in before


@pytest.mark.parametrize("place", ["before", "after", "in the environment"])
def test_quiet_leaves_results_only(tmp_path: Path, place: str) -> None:
    (tmp_path / "empty.jsonl").touch()
    words = ["verify", str(tmp_path / "empty.jsonl")]
    assert arena(*words).stderr == "There is no record to check.\n"
    match place:
        case "before":
            done = arena("-q", *words)
        case "after":
            done = arena(*words, "--quiet")
        case _:
            done = arena(*words, more={"ARENA_QUIET": "1"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_verbose_tells_where_things_are_read(league: Path) -> None:
    told = arena("standings", league, "-v").stderr
    assert told == f"Read from {league.with_suffix('.db')}.\n"


def test_an_option_can_stand_in_the_environment(league: Path) -> None:
    more = {"ARENA_LEADERBOARD_FORMAT": "csv"}
    assert arena("leaderboard", league, more=more).stdout.startswith("rank,bot,")
    assert arena("leaderboard", league, "--format", "md", more=more).stdout.startswith("| rank |")


def test_what_is_piped_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    league = make_league(tmp_path, ["漢字", "मराठी"], seats=2, deals=1)
    latin = arena("leaderboard", league, more={"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"})
    assert "漢字" in latin.stdout
    assert latin.stdout == arena("leaderboard", league).stdout
