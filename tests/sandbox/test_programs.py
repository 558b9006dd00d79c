"""What a command executes and reads: found without running anything."""

from __future__ import annotations

import os
import re
import struct
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BotError
from arena.sandbox import programs
from arena.sandbox.programs import MACHINES, Program, find_program, own_file

HERE = MACHINES[os.uname().machine]
SHELL = Path("/bin/sh").resolve()


def put(path: Path, content: str | bytes) -> Path:
    """An executable file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(0o755)
    return path


def elf(
    loader: bytes = b"", *, machine: int = HERE, bits: int = 2, end: int = 1, size: int = 56
) -> bytes:
    """A binary program of this one segment; it could not run."""
    tail = struct.pack("<QIHHHHHH", 0, 0, 64, size, 1, 0, 0, 0)
    fixed = struct.pack("<4sBBB9xHHIQQ", b"\x7fELF", bits, end, 1, 2, machine, 1, 0, 64) + tail
    kind = programs.PT_INTERP if loader else 1
    segment = struct.pack("<IIQQQQQQ", kind, 4, 120, 0, 0, len(loader), len(loader), 1)
    return fixed + segment + loader


def loader_of(program: Path) -> Path:
    """The loader of a program on this machine, found in its text."""
    found = re.search(rb"/lib[\w./-]*/ld-[\w.-]+", program.read_bytes()[:4096])
    assert found
    return Path(found[0].decode()).resolve()


def found(folder: Path, *command: str, further: tuple[str, ...] = ()) -> Program:
    return find_program(list(command), folder, further)


def test_a_binary_program_needs_its_loader(tmp_path: Path) -> None:
    bot = put(tmp_path / "bot", elf(str(loader_of(SHELL)).encode() + b"\0"))
    program = found(tmp_path, "./bot", "-x", "")
    assert [str(bot), "-x", ""] == program.argv
    assert [bot, loader_of(SHELL)] == program.executables
    assert [] == program.readable
    assert [Path("/dev/null"), Path("/dev/urandom")] == program.devices


def test_a_static_program_needs_nothing_else(tmp_path: Path) -> None:
    bot = put(tmp_path / "bin" / "bot", elf())
    assert [bot] == found(tmp_path, "bin/bot").executables


@pytest.mark.parametrize("name", ["sh", "/bin/sh", "/usr/bin/sh"])
def test_a_system_program_is_looked_up_and_its_links_are_followed(
    name: str, tmp_path: Path
) -> None:
    put(tmp_path / "sh", "no program")
    program = found(tmp_path, name)
    assert Path(program.argv[0]).is_absolute()
    assert "sh" == Path(program.argv[0]).name
    assert [SHELL, loader_of(SHELL)] == program.executables


FIRST_LINES = {
    "#!/bin/sh\n": [SHELL],
    "#!/bin/sh": [SHELL],
    "#! \t/bin/sh \t-e \n": [SHELL],
    "#!/usr/bin/env sh\n": [Path("/usr/bin/env"), SHELL],
    "#!/usr/bin/env\tsh\n": [Path("/usr/bin/env"), SHELL],
    "#!/usr/bin/env -S A=1 sh -e\n": [Path("/usr/bin/env"), SHELL],
    "#!/usr/bin/env -Ssh\n": [Path("/usr/bin/env"), SHELL],
    "#!/usr/bin/env --split-string=sh -e\n": [Path("/usr/bin/env"), SHELL],
}


@pytest.mark.parametrize(("line", "expected"), FIRST_LINES.items())
def test_interpreters_are_followed(line: str, expected: list[Path], tmp_path: Path) -> None:
    bot = put(tmp_path / "bot", line)
    named = [path for path in found(tmp_path, "./bot").executables if path != loader_of(SHELL)]
    assert [bot, *(path.resolve() for path in expected)] == named


def test_an_interpreter_may_be_a_text_with_one_and_so_on(tmp_path: Path) -> None:
    put(tmp_path / "bot0", "#!/bin/sh\n")
    for number in range(5):
        put(tmp_path / f"bot{number + 1}", f"#!{tmp_path}/bot{number}\n")
    expected = [*(tmp_path / f"bot{number}" for number in (3, 2, 1, 0)), SHELL, loader_of(SHELL)]
    assert expected == found(tmp_path, "./bot3").executables
    with pytest.raises(BotError, match="more than 4 texts name each other"):
        found(tmp_path, "./bot4")


def test_further_programs_and_what_they_need_are_added_once(tmp_path: Path) -> None:
    bot, other = put(tmp_path / "bot", "#!/bin/sh\n"), put(tmp_path / "other", elf())
    program = found(tmp_path, "./bot", further=("sh", "./other", "env"))
    expected = [bot, SHELL, loader_of(SHELL), other, Path("/usr/bin/env")]
    assert expected == program.executables
    assert [str(bot)] == program.argv


REFUSED = {
    "": "neither a binary program (ELF) nor a text whose first line is #!",
    "print(1)\n": "neither a binary program (ELF) nor a text whose first line is #!",
    "\ufeff#!/bin/sh\n": "neither a binary program (ELF) nor a text whose first line is #!",
    "#!\n": 'its interpreter "" is not an absolute path',
    "#!sh\n": 'its interpreter "sh" is not an absolute path',
    "#!./sh\n": 'its interpreter "./sh" is not an absolute path',
    "#!/bin/sh\r\n": "ends with a carriage return",
    "#!/bin/none\x1b[2J\n": r"there is no interpreter /bin/none\x1b[2J",
    "#!/etc/passwd\n": "there is no interpreter /etc/passwd",
    "#!/bin\n": "there is no interpreter /bin",
    "#!/usr/bin/env\n": "env is given no program",
    "#!/usr/bin/env -S 'sh\n": "env is given -S 'sh: No closing quotation",
    "#!/usr/bin/env sh -e\n": 'program "sh -e": there is no such executable file in /usr/local/bin',
    "#!/usr/bin/env no-such\n": 'program "no-such": there is no such executable file in /usr/local',
    "#!/bin/sh " + "x" * 300: "its first line is longer than 255 bytes",
    elf()[:63]: "not a binary program of 64 bits",
    elf(bits=1): "not a binary program of 64 bits, little end first",
    elf(end=2): "not a binary program of 64 bits, little end first",
    elf(machine=2): f"a binary program for another processor than {os.uname().machine}",
    elf()[:119]: "a binary program that is cut off",
    elf(size=8): "a binary program that is cut off",
    elf()[:32] + b"\xff" * 8 + elf()[40:]: "a binary program that is cut off",
    elf(b"x" * 5000): "a binary program that is cut off",
    elf(b"/lib/none\0"): "needs the loader /lib/none, which is not here",
    elf(b"lib/none\0"): "needs the loader lib/none, which is not here",
}


@pytest.mark.parametrize(("content", "said"), REFUSED.items(), ids=range(len(REFUSED)))
def test_refused(content: str | bytes, said: str, tmp_path: Path) -> None:
    bot = put(tmp_path / "bot", content)
    with pytest.raises(BotError, match=re.escape(said)):
        found(tmp_path, "./bot")
    assert bot.exists()


MISSING = {
    "./none": "there is no such executable file in",
    "./plain": "there is no such executable file in",
    "bin/": "there is no such executable file in",
    "no-such": "there is no such executable file in /usr/local/bin, /usr/bin, /bin",
    "/tmp/x": "which is the path of no system program",
    "../bot": 'which has ".."',
    "": "which names no file",
    "a\0b": "which names no file",
}


@pytest.mark.parametrize(("name", "said"), MISSING.items())
def test_missing(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "plain").write_text("#!/bin/sh\n")
    with pytest.raises(BotError, match=re.escape(said)):
        found(tmp_path, name)
    put(tmp_path / "bot", "#!/bin/sh\n")
    with pytest.raises(BotError, match=re.escape(said)):
        found(tmp_path, "./bot", further=(name,))


@given(st.binary(max_size=200), st.sampled_from([b"", b"#!", b"\x7fELF", elf()[:64], elf()[:70]]))
def test_any_file_is_a_program_or_refused(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, start: bytes
) -> None:
    folder = tmp_path_factory.mktemp("bot")
    put(folder / "bot", start + noise)
    try:
        program = found(folder, "./bot")
    except BotError:
        return
    assert folder / "bot" == program.executables[0]


def test_what_a_program_reads_besides_the_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opt = tmp_path / "opt"
    home = opt / "java-99"
    put(home / "bin" / "java", elf())
    settings = put(tmp_path / "etc" / "java" / "settings", "x")
    (home / "lib").mkdir()
    (home / "lib" / "settings").symlink_to(settings)
    (home / "lib" / "folder").symlink_to(settings.parent)
    (home / "lib" / "none").symlink_to(tmp_path / "none")
    (home / "lib" / "own").symlink_to(home / "bin" / "java")
    found_first = tmp_path / "usr"
    found_first.mkdir()
    (found_first / "java").symlink_to(home / "bin" / "java")
    monkeypatch.setattr(programs, "HOMES", [opt])
    monkeypatch.setattr(programs, "SEARCHED", [str(found_first)])
    program = found(tmp_path / "bot", "java", "Bot")
    assert [str(found_first / "java"), "Bot"] == program.argv
    assert [home / "bin" / "java"] == program.executables
    assert [home, settings] == program.readable


def test_a_home_among_the_libraries_is_not_named_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "lib" / "java" / "bin" / "java", elf())
    monkeypatch.setattr(programs, "HOMES", [tmp_path / "lib"])
    monkeypatch.setattr(programs, "OPEN_TO_ALL", [tmp_path / "lib"])
    monkeypatch.setattr(programs, "SEARCHED", [str(tmp_path / "lib" / "java" / "bin")])
    assert [] == found(tmp_path / "bot", "java").readable


@pytest.mark.parametrize("folder", ["home/anna/.local", "usr"])
def test_a_folder_of_many_programs_is_no_home(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / folder / "bin" / "tool", elf())
    monkeypatch.setattr(programs, "SEARCHED", [str(tmp_path / folder / "bin")])
    assert [] == found(tmp_path / "bot", "tool").readable


def test_a_bot_s_own_program_adds_nothing_whatever_its_name(tmp_path: Path) -> None:
    put(tmp_path / "bin" / "node", elf())
    assert [] == found(tmp_path, "bin/node").readable


def test_node_reads_the_settings_of_openssl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "usr" / "node20", elf())
    monkeypatch.setattr(programs, "SEARCHED", [str(tmp_path / "usr")])
    expected = [path for path in [Path("/etc/ssl/openssl.cnf")] if path.exists()]
    readable = found(tmp_path / "bot", "node20").readable
    assert expected == [path for path in readable if path != Path("/usr/share/nodejs")]


def test_a_real_program_of_this_machine_is_understood(tmp_path: Path) -> None:
    put(tmp_path / "bot", f"#!{Path(sys.executable).resolve()}\n")
    first, interpreter, *loaders = found(tmp_path, "./bot").executables
    assert (tmp_path / "bot", Path(sys.executable).resolve()) == (first, interpreter)
    assert all(loader.name.startswith("ld-") for loader in loaders)


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_a_name_means_a_file_of_the_folder_a_system_program_or_nothing(name: str) -> None:
    try:
        own = own_file(name)
    except ValueError:
        return
    assert own is None or not (own.startswith("/") or ".." in own.split("/"))
    assert (own is None) == ("/" not in name or name.startswith("/"))
