"""Places when seats have forfeited (protocol §1.2)."""

from __future__ import annotations

from collections.abc import Sequence

from arena.records import Fault


def with_forfeits(places: Sequence[int], faults: Sequence[Fault]) -> list[int]:
    """The places by the game, with forfeited seats behind all others.

    Of several forfeited seats the one with the higher move ranks higher; equal ones share.

    >>> from arena.records import FaultKind
    >>> with_forfeits([1, 2, 2, 4], [Fault(0, 57, FaultKind.CRASH, "")])
    [4, 1, 1, 3]
    """
    move_of = {fault.seat: fault.move for fault in faults}
    standing = [
        (1, -move_of[seat]) if seat in move_of else (0, place) for seat, place in enumerate(places)
    ]
    return [1 + sum(other < own for other in standing) for own in standing]
