"""The referee: asks the players, plays the rules, seats the caretaker, writes the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.bot.messages import End
from arena.errors import ActionError
from arena.game import Game
from arena.match.places import with_forfeits
from arena.players.player import Failure, Player, PlayerLog
from arena.records import FORMAT, Fault, FaultKind, MatchRecord, Result, SeatRecord

AnyGame = Game[Any, Any, Any, Result]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What a match is played with: the deck's seed and table, and who sits where."""

    seed: str
    deck: dict[str, int] | None
    seats: list[SeatRecord]


class PlayedMatch(msgspec.Struct, frozen=True):
    """A finished match: its record, a log a seat, and the seats that forfeited by silence.

    Silent is also who was killed: whatever the machine may have done.
    """

    record: MatchRecord
    logs: list[PlayerLog]
    silent: list[int]


def play(game: AnyGame, table: Table, players: Sequence[Player]) -> PlayedMatch:
    """Play one match to its end, whatever the players do, and close them."""
    logs: list[PlayerLog] = []
    match = _Match(game, table, players)
    try:
        record = match.play()
        for number, player in enumerate(players):
            if number not in match.failures:
                player.end(End(record.result, number))
    finally:
        logs.extend([player.close() for player in players])
    for seat, failed in match.failures.items():
        logs[seat] = msgspec.structs.replace(logs[seat], measured=failed.measured)
    silent = [fault.seat for fault in record.faults if match.failures[fault.seat].by_machine]
    return PlayedMatch(record, logs, silent)


class _Match:
    """A match that is being played."""

    def __init__(self, game: AnyGame, table: Table, players: Sequence[Player]) -> None:
        self.game = game
        self.table = table
        self.players = players
        self.state = game.start(table.seed, len(players), table.deck)
        self.moves: list[tuple[int, str]] = []
        self.told = [0] * len(players)
        """By seat: the index of the first move that its next view tells."""
        self.failures: dict[int, Failure] = {}
        """By seat: how its bot failed, also where no decision was left to forfeit."""
        self.faults: list[Fault] = []

    def play(self) -> MatchRecord:
        starting = sorted(enumerate(self.players), key=lambda seated: seated[1].starts_last)
        for number, player in starting:
            if failed := player.start():
                self.failures[number] = failed
        game, state = self.game, self.state
        while (seat := game.to_move(state)) is not None:
            action = game.forced(state)
            if action is None:
                text = self._decision(seat)
            else:
                game.apply(state, action)
                text = game.write(action)
            self.moves.append((seat, text))
        return self._record()

    def _decision(self, seat: int) -> str:
        """Let the seat decide; from its first fault on the caretaker does (protocol §1.2)."""
        game, state = self.game, self.state
        if seat not in self.failures:
            answer = self._ask(seat)
            if isinstance(answer, str):
                try:
                    action = game.read(answer)
                    game.apply(state, action)
                except ActionError as error:
                    answer = self._illegal(answer, error)
                else:
                    return game.write(action)
            self.failures[seat] = answer
        if all(fault.seat != seat for fault in self.faults):
            failed = self.failures[seat]
            self.faults.append(Fault(seat, len(self.moves), failed.kind, failed.detail))
        action = game.caretaker(state)
        game.apply(state, action)
        return game.write(action)

    def _ask(self, seat: int) -> str | Failure:
        game, state = self.game, self.state
        view = game.view(state, seat, self.moves[self.told[seat] :])
        answer = self.players[seat].ask(view, [game.write(action) for action in game.legal(state)])
        self.told[seat] = len(self.moves)
        return answer

    def _illegal(self, answer: str, error: ActionError) -> Failure:
        """A well-formed answer that the rules forbid, with the rule's number."""
        detail = f"{error.reason} ({self.game.name} §{error.rule})"
        return Failure(FaultKind.ILLEGAL, detail, f"answered {answer[:200]!r}")

    def _record(self) -> MatchRecord:
        result = self.game.result(self.state)
        places = with_forfeits(result.places, self.faults)
        return MatchRecord(
            format=FORMAT,
            game=self.game.name,
            seed=self.table.seed,
            players=len(self.players),
            deck=self.table.deck,
            seats=self.table.seats,
            moves=self.moves,
            faults=self.faults,
            result=msgspec.structs.replace(result, places=places),
        )
