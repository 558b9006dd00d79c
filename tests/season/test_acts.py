"""Bots that change, leave, join in mid-season: what is played, what counts, what tables say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.records import FaultKind, MatchRecord, read_record
from arena.store.reader import open_reader
from tests.cli.running import called
from tests.season.making import BOTS, write_league

OTHER = "def decide(view):\n    return view.legal[-1] if view.turn % 2 else view.legal[0]\n"


def arena(league: Path, command: str, *words: str) -> str:
    """Run a command on a league; what it prints on standard output."""
    group, _, name = command.partition(" ")
    done = called("--quiet", group, *([name] if name else []), league, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(league: Path, command: str, *words: str) -> str:
    """Run a command that is refused; the sentence."""
    group, _, name = command.partition(" ")
    done = called(group, *([name] if name else []), league, *words)
    assert done.returncode == 1, done.stdout
    return done.stderr


def records(league: Path) -> list[MatchRecord]:
    lines = arena(league, "export records").encode().splitlines()
    return [read_record(line) for line in lines]


def history(league: Path) -> list[MatchRecord]:
    lines = arena(league, "export records", "--history").encode().splitlines()
    return [read_record(line) for line in lines]


def tables(league: Path) -> list[str]:
    return [
        arena(league, "leaderboard", "--format", "json"),
        arena(league, "standings", "--format", "json"),
    ]


def outcome(league: Path) -> list[str]:
    """All that a league has come to, to the byte."""
    return [arena(league, "export records"), *tables(league)]


def adds_up(league: Path) -> None:
    done = called("audit", league)
    assert done.returncode == 0, done.stdout


def bots_of(found: list[MatchRecord]) -> list[set[str]]:
    return [{seat.bot for seat in record.seats} for record in found]


def without(league: Path, name: str) -> Path:
    """The same league in a folder of its own, in which the bot was never listed."""
    folder = league.parent / f"without-{name}"
    folder.mkdir()
    bots = {bot: source for bot, source in BOTS.items() if bot != name}
    return write_league(folder, bots)


def rewrite(league: Path, name: str, source: str = OTHER) -> None:
    league.with_name(f"{name}.py").write_text(source)


@pytest.fixture(params=[5, 24], ids=["begun", "finished"])
def league(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A league of four bots at tables of three, two deals each: 24 matches, 5 or all played."""
    made = write_league(tmp_path)
    arena(made, "run", "--workers", "1", "--matches", str(request.param))
    return made


def test_changed_files_stop_the_next_run_and_are_named(league: Path) -> None:
    before = outcome(league)
    rewrite(league, "first")
    said = refused(league, "run")
    assert "bot first: its files have changed (first.py differs)" in said
    assert f"`arena league accept {league} first` registers them as its version 2" in said
    assert before == outcome(league)


def test_an_accepted_version_is_played_anew_on_new_deals(league: Path) -> None:
    before = records(league)
    rewrite(league, "first")
    arena(league, "league accept", "first", "--reason", "a typo")
    arena(league, "run", "--workers", "1")
    after = records(league)
    assert len(after) == 24
    assert Counter(len(record.seats) for record in after) == {3: 24}
    played = {record.seed for record in before}
    again = [record for record in after if any(seat.bot == "first" for seat in record.seats)]
    assert len(again) == 18
    assert played.isdisjoint(record.seed for record in again)
    assert len({seat.version for record in again for seat in record.seats}) == 4
    assert [record for record in before if record in after] == [
        record for record in before if "first" not in {seat.bot for seat in record.seats}
    ]
    assert history(league) == [record for record in before if record not in after]
    rows = json.loads(tables(league)[0])
    assert {row["bot"]: (row["version"], row["matches"]) for row in rows} == {
        "chance": (1, 18),
        "first": (2, 18),
        "last": (1, 18),
        "middle": (1, 18),
    }
    adds_up(league)


def test_however_a_changed_season_is_interrupted_it_comes_to_the_same(tmp_path: Path) -> None:
    outcomes: list[list[str]] = []
    for pieces in (["--matches", "7"], ["--matches", "7", "--workers", "2"]):
        folder = tmp_path / str(len(outcomes))
        folder.mkdir()
        league = write_league(folder)
        arena(league, "run", *pieces)
        rewrite(league, "first")
        arena(league, "league accept", "first")
        if outcomes:
            for _ in range(4):
                arena(league, "run", "--matches", "3")
        arena(league, "run")
        outcomes.append(outcome(league))
    assert outcomes[0] == outcomes[1]


def test_files_that_have_not_changed_are_not_accepted(league: Path) -> None:
    assert "its files are those of version 1" in refused(league, "league accept", "first")
    assert "there is no bot 'nobody'" in refused(league, "league accept", "nobody")


def test_a_version_that_does_not_start_is_not_accepted(league: Path) -> None:
    before = outcome(league)
    rewrite(league, "first", "1 / 0\n")
    assert "bot first does not start" in refused(league, "league accept", "first")
    rewrite(league, "first", BOTS["first"])
    assert before == outcome(league)


def test_a_voided_bot_might_never_have_been_there(league: Path) -> None:
    arena(league, "league withdraw", "first", "--policy", "void")
    arena(league, "run", "--workers", "1")
    other = without(league, "first")
    arena(other, "run", "--workers", "1")
    assert outcome(other) == outcome(league)
    adds_up(league)
    assert "Nothing is left to play" in called("run", league).stderr


def test_of_a_kept_bot_the_begun_deals_count_and_no_more_are_played(league: Path) -> None:
    before = records(league)
    arena(league, "league withdraw", "first", "--policy", "keep")
    arena(league, "run", "--workers", "1")
    after = records(league)
    deals = Counter(record.seed for record in after)
    assert set(deals.values()) == {3}, "every deal is played in every seating"
    begun = {record.seed for record in before}
    assert all(
        record.seed in begun
        for record in after
        if any(seat.bot == "first" for seat in record.seats)
    )
    assert {*map(tuple, bots_of(before))} <= {*map(tuple, bots_of(after))}
    (row,) = [row for row in json.loads(tables(league)[1]) if row["bot"] == "first"]
    assert row["remark"] == "withdrawn"
    assert row["rank"] is not None
    adds_up(league)
    plan = json.loads(arena(league, "plan", "--format", "json"))
    assert plan["matches"] == plan["played"] == len(after)
    assert plan["likely_s"] == plan["worst_s"] == 0


def absences(found: list[MatchRecord]) -> Iterator[tuple[str, int]]:
    """Deal, and place of a bot for whom the caretaker plays."""
    for record in found:
        for fault in record.faults:
            assert fault.fault is FaultKind.WITHDRAWN
            assert record.seats[fault.seat].bot == "first"
            yield record.seed, record.result.places[fault.seat]


def test_for_a_forfeiting_bot_the_caretaker_plays_the_rest_and_loses(league: Path) -> None:
    before = records(league)
    arena(league, "league withdraw", "first", "--policy", "forfeit", "--reason", "he left")
    arena(league, "run", "--workers", "2")
    after = records(league)
    assert len(after) == 24
    assert all(place == 3 for _, place in absences(after))
    by_caretaker = {seed for seed, _ in absences(after)}
    with_first = {record.seed for record in after if "first" in {seat.bot for seat in record.seats}}
    assert by_caretaker == with_first - {record.seed for record in before}
    faulted = [match["match"] for match in json.loads(arena(league, "matches", "--format", "json"))]
    shown = called("show", league, str(faulted[-1])).stdout
    assert ("Play it again" in shown) == ("withdrawn" not in shown)
    assert "all hold" in called("verify", league).stderr
    assert "came out the same" in called("verify", league, "--rerun", "24").stderr
    adds_up(league)


def test_a_disqualified_bot_stands_in_the_tables_with_the_reason(league: Path) -> None:
    arena(league, "league disqualify", "first", "--reason", "looked into the deck")
    arena(league, "run", "--workers", "1")
    for table in tables(league):
        *others, last = json.loads(table)
        assert (last["bot"], last["rank"], last["matches"]) == ("first", None, 0)
        assert last["remark"] == "disqualified: looked into the deck"
        assert [row["remark"] for row in others] == [""] * 3
    assert "looked into the deck" in arena(league, "standings")
    adds_up(league)


def test_dry_run_shows_the_three_tables_and_changes_nothing(league: Path) -> None:
    before, file = outcome(league), league.with_suffix(".db").read_bytes()
    said = arena(league, "league withdraw", "first", "--dry-run")
    assert [line.split(":")[0] for line in said.splitlines() if "left to play" in line] == [
        "void",
        "keep",
        "forfeit",
    ]
    assert before == outcome(league)
    assert file == league.with_suffix(".db").read_bytes()
    arena(league, "league withdraw", "first", "--policy", "keep")
    assert arena(league, "standings") in said


def test_what_was_done_stands_in_the_organisers_log(league: Path) -> None:
    rewrite(league, "first")
    arena(league, "league accept", "first", "--reason", "a typo")
    arena(league, "league withdraw", "last", "--policy", "keep", "--reason", "illness")
    rows = json.loads(arena(league, "league log", "--format", "json"))
    assert [(row["act"], row["bot"], row["reason"]) for row in rows] == [
        ("accept", "first", "a typo"),
        ("withdraw", "last", "illness"),
    ]
    assert all(row["who"] and row["at"].endswith("Z") for row in rows)


def test_a_bot_that_is_out_need_not_be_listed(league: Path) -> None:
    arena(league, "league withdraw", "first", "--policy", "keep")
    text = league.read_text().replace('[[bots]]\nname = "first"\npath = "first.py"\n', "")
    league.write_text(text)
    league.with_name("first.py").unlink()
    arena(league, "run", "--workers", "1")
    assert "was withdrawn" in refused(league, "league accept", "first")


def test_a_bot_that_is_no_longer_listed_is_named_with_the_remedy(league: Path) -> None:
    text = league.read_text().replace('[[bots]]\nname = "first"\npath = "first.py"\n', "")
    league.write_text(text)
    said = refused(league, "run")
    assert f"bot first is no longer listed; `arena league withdraw {league} first`" in said


def test_with_one_seat_known_deals_keep_newcomers_out(tmp_path: Path) -> None:
    league = write_league(tmp_path, seats=1)
    arena(league, "run", "--workers", "1", "--matches", "3")
    rewrite(league, "first")
    assert "with one seat" in refused(league, "league accept", "first")


@pytest.mark.parametrize("policy", ["void", "keep", "forfeit"])
@pytest.mark.parametrize("seats", [1, 2])
def test_every_policy_ends_properly(tmp_path: Path, seats: int, policy: str) -> None:
    league = write_league(tmp_path, seats=seats, deals=3)
    arena(league, "run", "--workers", "1", "--matches", "5")
    arena(league, "league withdraw", "first", "--policy", policy)
    arena(league, "run", "--workers", "1")
    assert "Nothing is left to play" in called("run", league).stderr
    with open_reader(league.with_suffix(".db")) as reader:
        assert reader.ratings().rated == len(records(league)) > 0
    adds_up(league)


def test_matches_tell_on_what_they_were_played(league: Path) -> None:
    with open_reader(league.with_suffix(".db")) as reader:
        assert len(reader.platforms()) == 1


def test_a_correction_of_a_correction_is_accepted_too(league: Path) -> None:
    for number in range(2):
        rewrite(league, "first", f"{OTHER}# {number}\n")
        arena(league, "league accept", "first")
        adds_up(league)
    arena(league, "run", "--workers", "1")
    assert len(records(league)) == 24
    adds_up(league)


def test_a_voided_bot_may_be_withdrawn_by_another_policy_after_all(league: Path) -> None:
    before = records(league)
    arena(league, "league withdraw", "first", "--policy", "void")
    arena(league, "league withdraw", "first", "--policy", "keep")
    assert before == records(league)
    arena(league, "run", "--workers", "1")
    adds_up(league)


def test_more_deals_of_those_who_came_first_go_before_the_later_ones(league: Path) -> None:
    (league.parent / "new.py").write_text(OTHER)
    arena(league, "run", "--workers", "1")
    arena(league, "league add", str(league.parent / "new.py"))
    arena(league, "run", "--workers", "2")
    league.write_text(league.read_text().replace("deals = 2", "deals = 3"))
    arena(league, "run", "--workers", "1", "--matches", "1")
    adds_up(league)
    rated = {row["bot"]: row["matches"] for row in json.loads(tables(league)[0])}
    assert rated == {row["bot"]: row["matches"] for row in json.loads(tables(league)[1])}
    arena(league, "run", "--workers", "2")
    adds_up(league)
    assert len(records(league)) == 90


def test_a_public_copy_is_checked_as_far_as_can_be(tmp_path: Path) -> None:
    league = write_league(tmp_path, seed="")
    arena(league, "run", "--workers", "1")
    public = tmp_path / "public.db"
    arena(league, "export public", "-o", str(public))
    verified = called("verify", league, "--db", public)
    assert verified.returncode == 0, verified.stderr
    audited = called("audit", league, "--db", public, "--format", "json")
    assert audited.returncode == 0, audited.stdout
    unchecked = {row["check"] for row in json.loads(audited.stdout) if row["result"] != "holds"}
    assert {"acts", "files"} <= unchecked <= {"acts", "files", "seeds", "neighbours", "logs"}
