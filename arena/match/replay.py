"""Replaying a record by the rules alone: does it tell a match that could have happened?"""

from __future__ import annotations

from typing import Any, TypeVar

from arena.errors import ActionError, RecordError, excerpt
from arena.game import Game
from arena.match.places import with_forfeits
from arena.records import MatchRecord, Result

MOST_OF_AN_ACTION = 100

AnyGame = Game[Any, Any, Any, Result]
State = TypeVar("State")


def check(record: MatchRecord, game: AnyGame) -> None:
    """Replay a record and compare its result.

    Raises RecordError at the first thing that does not hold, with the number of the move.
    """
    _check_heading(record, game)
    _check_faults(record)
    state = game.start(record.seed, record.players, record.deck)
    forfeited_at = {fault.seat: fault.move for fault in record.faults}
    for number, (seat, text) in enumerate(record.moves):
        forfeited_for = number - forfeited_at.get(seat, len(record.moves))
        if wrong := _replay_move(state, game, seat, text, forfeited_for):
            action = excerpt(text, MOST_OF_AN_ACTION)
            raise RecordError(f"move {number}", f"seat {seat} '{action}': {wrong}")
    if (waiting := game.to_move(state)) is not None:
        raise RecordError(
            "moves", f"the record ends after {len(record.moves)} moves, seat {waiting} is to move"
        )
    _check_result(record, game.result(state))


def _check_heading(record: MatchRecord, game: AnyGame) -> None:
    if record.game != game.name:
        raise RecordError("game", f"{record.game!r}; replayed by the rules of {game.name!r}")
    if record.players not in game.seats:
        raise RecordError("players", f"{record.players} players, which {game.name} does not allow")
    if record.deck is not None and (complaints := game.check_deck(record.deck)):
        raise RecordError("deck", "; ".join(complaints))


def _check_faults(record: MatchRecord) -> None:
    """Sorted by move, at most one a seat, each at a move of that seat (protocol §2)."""
    before = -1
    seats = set()
    for fault in record.faults:
        if not 0 <= fault.move < len(record.moves):
            raise RecordError("faults", f"there is no move {fault.move}")
        if fault.seat in seats:
            raise RecordError("faults", f"seat {fault.seat} has more than one")
        if fault.move <= before:
            raise RecordError("faults", "not sorted by move")
        if record.moves[fault.move][0] != fault.seat:
            raise RecordError("faults", f"move {fault.move} is not made for seat {fault.seat}")
        before = fault.move
        seats.add(fault.seat)


def _replay_move(
    state: State, game: Game[State, Any, Any, Result], seat: int, text: str, forfeited_for: int
) -> str:
    """Make a recorded move; what is wrong with it in words, empty if nothing is.

    ``forfeited_for`` is how many moves ago the seat forfeited; below 0 it has not.
    """
    to_move = game.to_move(state)
    if to_move is None:
        return "the match is over"
    if seat != to_move:
        return f"not to move, seat {to_move} is"
    try:
        action = game.read(text)
    except ActionError as error:
        return _cited(error, game)
    if (written := game.write(action)) != text:
        return f"a record writes it {excerpt(written, MOST_OF_AN_ACTION)!r} (protocol §2)"
    if forfeited_for >= 0:
        if forfeited_for == 0 and game.forced(state) is not None:
            return "a fault at an action that the engine makes (protocol §1.2)"
        expected = game.write(game.caretaker(state))
        if text != expected:
            return f"the caretaker would {expected!r} (protocol §1.2)"
    try:
        game.apply(state, action)
    except ActionError as error:
        return _cited(error, game)
    return ""


def _cited(error: ActionError, game: AnyGame) -> str:
    return f"{error.reason} ({game.name} §{error.rule})"


def _check_result(record: MatchRecord, played: Result) -> None:
    places = with_forfeits(played.places, record.faults)
    expected = {
        "scores": played.scores,
        "tokens": played.tokens,
        "cards": played.cards,
        "places": places,
    }
    for key, values in expected.items():
        recorded = getattr(record.result, key)
        if recorded != values:
            raise RecordError("result", f"the moves give {key} {values}, not {recorded}")
