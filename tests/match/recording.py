"""Records of random legal matches, made without the referee."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from arena.games.ten.game import TEN
from arena.match.places import with_forfeits
from arena.records import FORMAT, Fault, FaultKind, MatchRecord, SeatRecord
from tests.games.ten.playing import random_action, randoms, tables


def random_record(
    seed: str,
    players: int,
    deck: Mapping[str, int] | None,
    random: Random,
    forfeits: float = 0.0,
) -> MatchRecord:
    """A match played at random; ``forfeits`` is the chance of a fault at each decision."""
    state = TEN.start(seed, players, deck)
    moves: list[tuple[int, str]] = []
    faults: dict[int, Fault] = {}
    while state.to_move is not None:
        seat = state.to_move
        action = random_action(state, random)
        if state.forced() is None and seat not in faults and random.random() < forfeits:
            kind = random.choice(list(FaultKind))
            faults[seat] = Fault(seat, len(moves), kind, "as it happens")
        if seat in faults:
            action = TEN.caretaker(state)
        state.apply(action)
        moves.append((seat, TEN.write(action)))
    result = TEN.result(state)
    result.places[:] = with_forfeits(result.places, list(faults.values()))
    return MatchRecord(
        format=FORMAT,
        game=TEN.name,
        seed=seed,
        players=players,
        deck=None if deck is None else TEN.normal_deck(deck),
        seats=[SeatRecord(f"bot {seat}", "0" * 64) for seat in range(players)],
        moves=moves,
        faults=list(faults.values()),
        result=result,
    )


records = st.builds(
    random_record,
    st.integers(0, 10**6).map(str),
    st.sampled_from(TEN.seats),
    tables,
    randoms,
    st.sampled_from([0.0, 0.02, 0.3]),
)
"""Records of any number of players, with and without forfeits."""
