"""What the referee relies on, of every game that the arena knows and of the tiny one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from arena.bot.messages import End
from arena.errors import ActionError, ArenaError, RecordError
from arena.game import Game
from arena.games.catalogue import GAMES
from arena.match.places import with_forfeits
from arena.match.referee import Table, play
from arena.match.replay import check
from arena.players.player import Failure, PlayerLog
from arena.records import FaultKind, Result, SeatRecord, read_record, write_record
from tests.games.tiny import TINY

AnyGame = Game[Any, Any, Any, Result]

ALL: list[AnyGame] = [*GAMES.values(), TINY]
SEATS = [
    pytest.param(game, players, id=f"{game.name} for {players}")
    for game in ALL
    for players in game.seats
]
of_every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
of_every_game_and_size = pytest.mark.parametrize(("game", "players"), SEATS)


def steps(game: AnyGame, state: Any, random: Random) -> Iterator[Any]:
    """Play to the end at random; each action before it is made."""
    while game.to_move(state) is not None:
        action = game.forced(state)
        if action is None:
            action = random.choice(game.legal(state))
        yield action
        game.apply(state, action)


def all_views(game: AnyGame, state: Any, players: int) -> list[bytes]:
    return [msgspec.json.encode(game.view(state, seat, [])) for seat in range(players)]


@of_every_game
def test_it_is_listed_under_its_name(game: AnyGame) -> None:
    assert game is TINY or GAMES[game.name] is game


@of_every_game
def test_other_numbers_of_players_are_refused(game: AnyGame) -> None:
    for players in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(ArenaError):
            game.start("0", players, None)


@of_every_game_and_size
def test_the_same_seed_starts_the_same_match(game: AnyGame, players: int) -> None:
    def played() -> list[str]:
        state = game.start("한국", players, None)
        return [game.write(action) for action in steps(game, state, Random(1))]

    assert played() == played()


@of_every_game
def test_a_deck_table_is_checked(game: AnyGame) -> None:
    nonsense = {"no such thing": 1}
    assert game.check_deck(nonsense)
    with pytest.raises(ArenaError):
        game.start("0", game.seats[0], nonsense)


@of_every_game_and_size
def test_random_play_ends_with_a_result(game: AnyGame, players: int) -> None:
    for deal in range(5):
        state = game.start(str(deal), players, None)
        for action in steps(game, state, Random(deal)):
            assert game.to_move(state) in range(players)
            listed = game.legal(state)
            assert action in listed
            forced = game.forced(state)
            assert forced is None or listed == [forced]
            assert game.read(game.write(action)) == action
        assert game.to_move(state) is None
        assert game.forced(state) is None
        result = game.result(state)
        assert {len(part) for part in msgspec.structs.astuple(result)} == {players}
        assert result.places == with_forfeits(result.places, [])


@of_every_game_and_size
def test_a_view_can_be_sent_and_tells_the_actions_since(game: AnyGame, players: int) -> None:
    state = game.start("0", players, None)
    made: list[tuple[int, str]] = []
    for action in steps(game, state, Random(0)):
        seat = game.to_move(state)
        assert seat is not None
        view = game.view(state, seat, made)
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) == view
        assert (view.seat, view.since) == (seat, made)
        made.append((seat, game.write(action)))


@of_every_game_and_size
def test_a_copy_is_independent(game: AnyGame, players: int) -> None:
    state = game.start("0", players, None)
    for number, _ in enumerate(steps(game, state, Random(0))):
        if number % 7:
            continue
        before = all_views(game, state, players)
        twin = game.copy(state)
        for _ in steps(game, twin, Random(number)):
            continue
        assert all_views(game, state, players) == before


@of_every_game_and_size
def test_a_refused_action_changes_nothing(game: AnyGame, players: int) -> None:
    state = game.start("0", players, None)
    seen = {game.write(action): action for action in steps(game, state, Random(0))}
    refused = 0
    state = game.start("0", players, None)
    for _ in steps(game, state, Random(1)):
        before = all_views(game, state, players)
        for action in seen.values():
            twin = game.copy(state)
            with suppress(ActionError):
                game.apply(twin, action)
                continue
            refused += 1
            assert all_views(game, twin, players) == before
    assert refused


@of_every_game
@pytest.mark.parametrize("text", ["", " ", "nonsense", "take 1 ", "\x00", "1" * 70_000])
def test_text_that_is_no_action_is_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(ActionError):
        game.read(text)


@of_every_game_and_size
def test_the_caretaker_s_action_is_always_possible(game: AnyGame, players: int) -> None:
    state = game.start("0", players, None)
    for number, _ in enumerate(steps(game, state, Random(0))):
        game.apply(game.copy(state), game.caretaker(state))
        if number % 11 == 0:
            twin = game.copy(state)
            while game.to_move(twin) is not None:
                game.apply(twin, game.caretaker(twin))


class RandomPlayer:
    """Answers at random until it is told to fail."""

    starts_last = False

    def __init__(
        self, seed: int, fails_at: int = -1, how: str | Failure = "", *, unable: bool = False
    ) -> None:
        self.random = Random(seed)
        self.fails_at = fails_at
        self.how = how
        self.unable = unable
        self.asked = 0
        self.since: list[tuple[int, str]] = []
        self.told: list[str] = []

    def start(self) -> Failure | None:
        self.told.append("start")
        return Failure(FaultKind.STARTUP, "not ready", "after 3 s") if self.unable else None

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        self.told.append("ask")
        self.since.extend(view.since)
        self.asked += 1
        return self.how if self.asked - 1 == self.fails_at else self.random.choice(list(legal))

    def end(self, message: End) -> None:
        self.told.append(f"end {message.you}")

    def close(self) -> PlayerLog:
        self.told.append("close")
        return PlayerLog(text=b"a log")


def table(players: int) -> Table:
    seats = [SeatRecord(f"bot {seat}", "0" * 64) for seat in range(players)]
    return Table(seed="0", deck=None, seats=seats)


@of_every_game_and_size
def test_a_match_is_played_and_its_record_holds(game: AnyGame, players: int) -> None:
    at_table = [RandomPlayer(seat) for seat in range(players)]
    played = play(game, table(players), at_table)
    record = played.record
    check(record, game)
    assert read_record(write_record(record)) == record
    assert (record.faults, record.clock_limited) == ([], False)
    for seat, player in enumerate(at_table):
        assert player.told == ["start", *["ask"] * player.asked, f"end {seat}", "close"]
        assert player.since == record.moves[: len(player.since)]
    assert [log.text for log in played.logs] == [b"a log"] * players


CRASH = Failure(FaultKind.CRASH, "the bot raised an exception or its process ended", "exit 1")


@of_every_game_and_size
@pytest.mark.parametrize(
    ("kind", "how"),
    [
        pytest.param(FaultKind.CRASH, CRASH, id="a failure"),
        pytest.param(FaultKind.ILLEGAL, "nonsense", id="no action"),
        pytest.param(FaultKind.ILLEGAL, "\ud800", id="no text"),
        pytest.param(FaultKind.ILLEGAL, "take 9", id="an action that the rules refuse"),
    ],
)
@pytest.mark.parametrize("fails_at", [0, 1])
def test_a_seat_that_fails_is_taken_over_and_comes_last(
    game: AnyGame, players: int, kind: FaultKind, how: str | Failure, fails_at: int
) -> None:
    at_table = [RandomPlayer(seat) for seat in range(players)]
    failing = at_table[-1] = RandomPlayer(9, fails_at, how)
    played = play(game, table(players), at_table)
    record = played.record
    check(record, game)
    assert read_record(write_record(record)) == record
    # A match of few stones may be over before the seat is asked again.
    assert len(record.faults) == (failing.asked > fails_at)
    for fault in record.faults:
        assert (fault.seat, fault.fault) == (players - 1, kind)
        assert record.moves[fault.move][0] == players - 1
        assert record.result.places[-1] == players
        assert failing.told == ["start", *["ask"] * (fails_at + 1), "close"]
        assert played.logs[-1].measured


@of_every_game_and_size
def test_a_match_of_nobody_ends_with_everybody_faulted(game: AnyGame, players: int) -> None:
    at_table = [RandomPlayer(seat, unable=True) for seat in range(players)]
    record = play(game, table(players), at_table).record
    check(record, game)
    assert record.clock_limited
    assert {fault.fault for fault in record.faults} == {FaultKind.STARTUP}
    assert all(player.told == ["start", "close"] for player in at_table)


@of_every_game
def test_a_record_is_of_the_game_by_whose_rules_it_is_checked(game: AnyGame) -> None:
    players = game.seats[-1]
    record = play(game, table(players), [RandomPlayer(seat) for seat in range(players)]).record
    other = next(each for each in ALL if each is not game)
    with pytest.raises(RecordError) as raised:
        check(record, other)
    assert raised.value.where == "game"
