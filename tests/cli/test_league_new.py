"""``arena league new``: what it writes, from options and from questions."""

from __future__ import annotations

import os
import pty
import stat
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arena.cli.league_new import DEALS, SEATS
from arena.games.ten.game import TEN
from arena.league.reading import League, read_league
from arena.league.schema import TABLES
from arena.players.samples import sample_bots
from tests.cli.running import ROOT, called, command, environment


def made(folder: Path, *options: str, file: str = "cup.toml") -> League:
    done = called("league", "new", *options, "--", file, cwd=folder)
    assert (0, "") == (done.returncode, done.stdout), done.stderr
    return read_league(folder / file)


def keys(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "cup.toml").read_text())


def test_without_options_the_sample_bots_play(folder: Path) -> None:
    league = made(folder)
    assert {bot.name: bot.path for bot in league.bots} == {
        sample.name: sample.path for sample in sample_bots().values()
    }
    plan = league.draft
    assert ("cup", 4, 10, "rotate") == (plan.name, plan.seats, plan.deals, plan.seating)
    assert (None, None) == (league.seed, league.commitment)
    assert {"cup.toml", "first.py", "second.py", "team"} == {file.name for file in folder.iterdir()}


def test_the_limits_are_those_that_a_file_without_any_has(folder: Path) -> None:
    league = made(folder)
    text = (folder / "cup.toml").read_text()
    before, _, rest = text.partition("[limits]")
    (folder / "short.toml").write_text(before + rest[rest.index("\n#", rest.index("log_kb")) :])
    assert "limits" not in tomllib.loads((folder / "short.toml").read_text())
    assert league.draft == read_league(folder / "short.toml").draft


def test_every_option_is_in_the_file(folder: Path) -> None:
    options = ["--name", 'The "cup" é', "--seats", "2", "--deals", "7", "--seating", "all"]
    bots = ["--bot", "first.py", "--bot", "team", "--bot", "my name=second.py", "--bot", "greedy"]
    league = made(folder, *options, *bots, "--seed", "2026")
    assert "2026" == league.seed
    plan = league.draft
    assert ('The "cup" é', 2, 7, "all") == (plan.name, plan.seats, plan.deals, plan.seating)
    assert ["first", "team", "my name", "greedy"] == [bot.name for bot in league.bots]
    assert ["first.py", "team", "second.py"] == [bot.given for bot in league.bots][:3]


@pytest.mark.parametrize("seed", ["", "0", 'a "quoted" \\ one', "two\nlines"])
def test_every_text_is_a_public_seed(folder: Path, seed: str) -> None:
    assert seed == made(folder, "--seed", seed).seed


def test_tables_are_no_larger_than_the_bots_are_many(folder: Path) -> None:
    assert 2 == made(folder, "--bot", "first.py", "--bot", "second.py").draft.seats


def test_a_competition_commits_to_a_seed_in_a_file_of_its_own(folder: Path) -> None:
    os.umask(before := os.umask(0))
    league = made(folder, "--competition")
    seed = (folder / "cup.seed").read_bytes()
    assert 64 == len(seed) == len(f"{int(seed, 16):064x}")
    assert 0o600 == stat.S_IMODE((folder / "cup.seed").stat().st_mode)
    assert f"sha256:{sha256(seed).hexdigest()}" == league.commitment
    assert seed.decode() == league.seed
    assert seed not in (folder / "cup.toml").read_bytes()
    assert 0o666 & ~before == stat.S_IMODE((folder / "cup.toml").stat().st_mode)


def test_no_two_seeds_are_the_same(folder: Path) -> None:
    seeds = {made(folder, "--competition", file=f"{number}.toml").seed for number in range(5)}
    assert 5 == len(seeds)


def test_what_is_told_of_a_competition(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", folder], check=True)
    done = called("league", "new", "cup.toml", "--competition", cwd=folder)
    told = done.stderr.splitlines()
    assert "cup.toml: written, for 7 bots at tables of 4." == told[0]
    assert ".gitignore: it says *.seed now, so that git does not take the seed." == told[1]
    assert told[2].startswith("cup.seed: the secret seed, which only you may read (mode 600). Keep")
    assert "Next: arena run cup.toml" == told[3]
    assert (folder / "cup.seed").read_text() not in done.stderr
    listed = subprocess.run(
        ["git", "-C", folder, "status", "--short", "-uall"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cup.toml" in listed.stdout
    assert "cup.seed" not in listed.stdout


PATHS = {
    "a space": "my bots/my bot.py",
    "accents": "élèves/très bon.py",
    "decomposed accents": "e\N{COMBINING ACUTE ACCENT}lèves/e\N{COMBINING ACUTE ACCENT}.py",
    "a quotation mark": 'the "best"/one.py',
    "a backslash": "back\\slash/one.py",
    "a leading dash": "-dash.py",
    "a hash and a bracket": "#1 [x]/one.py",
    "an equals sign": "a=b/c=d.py",
    "a newline": "two\nlines/one.py",
    "another script": "खेळ/मराठी.py",
}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_paths_of_every_kind(folder: Path, path: str) -> None:
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text("def decide(view):\n    return view.legal[0]\n")
    named = [] if Path(path).stem.isalpha() else ["it="]
    league = made(folder, f"--bot={''.join(named)}{path}", "--seats", "1")
    (bot,) = league.bots
    assert path == bot.given
    assert bot.path.samefile(folder / path)


@pytest.mark.parametrize(
    "file", ["-cup.toml", "my cup é.toml", 'the "cup".toml', "two\nlines.toml"]
)
def test_league_files_of_every_kind(folder: Path, file: str) -> None:
    options = ["--name", "Cup", "--competition"]
    assert made(folder, *options, file=file).seed_file == (folder / file).with_suffix(".seed")


def test_the_next_command_can_be_typed(folder: Path) -> None:
    done = called("league", "new", "--", "-my cup.toml", cwd=folder)
    assert "Next: arena run './-my cup.toml'" == done.stderr.splitlines()[-1]
    assert 0 == called("league", "new", "./-other.toml", cwd=folder).returncode


def test_paths_lead_from_the_league_file(folder: Path) -> None:
    (folder / "leagues").mkdir()
    (folder / "elsewhere" / "deep").mkdir(parents=True)
    (folder / "link").symlink_to("elsewhere/deep")
    bots = ["--bot=first.py", f"--bot={folder / 'second.py'}", "--seats=2"]
    plain = made(folder, *bots, file="leagues/cup.toml")
    assert ["../first.py", str(folder / "second.py")] == [bot.given for bot in plain.bots]
    behind = made(folder, *bots, file="link/cup.toml")
    assert behind.bots[0].path.samefile(folder / "first.py")


def test_a_bot_that_is_where_one_stands_is_called_like_its_folder(folder: Path) -> None:
    done = called("league", "new", "../cup.toml", "--bot=.", "--seats=1", cwd=folder / "team")
    assert 0 == done.returncode, done.stderr
    (bot,) = read_league(folder / "cup.toml").bots
    assert ("team", "team") == (bot.name, bot.given)


def test_a_public_league_may_stand_beside_a_seed(folder: Path) -> None:
    (folder / "cup.seed").write_text("mine")
    made(folder)
    assert "mine" == (folder / "cup.seed").read_text()


def test_the_seats_and_deals_that_it_takes_are_those_of_a_league_file() -> None:
    assert (SEATS.min, SEATS.max) == (TEN.seats[0], TEN.seats[-1])
    check = TABLES["tables"]["deals"].check
    assert isinstance(DEALS.min, int)
    assert isinstance(DEALS.max, int)
    allowed = [check(deals) is None for deals in (DEALS.min - 1, DEALS.min, DEALS.max)]
    assert [False, True, True] == allowed
    assert check(DEALS.max + 1) is not None


def on_a_terminal(folder: Path, typed: str, *words: str) -> str:
    """What the command writes to a terminal where somebody types answers."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        command("league", "new", *words),
        cwd=folder,
        env=environment({"PYTHONPATH": str(ROOT)}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    written = b""
    while True:
        try:
            chunk = os.read(ours, 1 << 16)
        except OSError:  # that is how a terminal ends
            break
        if not chunk:
            break
        written += chunk
    assert 0 == running.wait(timeout=30), written
    os.close(ours)
    return written.decode()


def test_on_a_terminal_it_asks(folder: Path) -> None:
    answers = ["My cup", "first.py", "nobody", "none.py", "x=second.py", "", "2", "3", "y", ""]
    told = on_a_terminal(folder, "\n".join(answers), "cup.toml")
    assert "no sample bot has this name" in told
    assert "none.py: there is no such file" in told
    read = keys(folder)
    assert ("My cup", 2, 3) == (
        read["league"]["name"],
        read["tables"]["seats"],
        read["tables"]["deals"],
    )
    assert ["first", "x"] == [bot["name"] for bot in read["bots"]]
    assert "commitment" in read["league"]


def test_enter_takes_what_is_usual(folder: Path) -> None:
    on_a_terminal(folder, "\n" * 5, "cup.toml")
    asked = (folder / "cup.toml").read_text()
    (folder / "cup.toml").unlink()
    made(folder)
    assert asked == (folder / "cup.toml").read_text()


def test_what_was_given_is_not_asked(folder: Path) -> None:
    given = ["--name=C", "--bot=first.py", "--seats=1", "--deals=1", "--seed=1"]
    assert "Name" not in on_a_terminal(folder, "", "cup.toml", *given)
    told = on_a_terminal(folder, "", "other.toml", "--yes")
    assert told.splitlines()[0] == "other.toml: written, for 7 bots at tables of 4."
