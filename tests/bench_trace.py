"""One match as its players see it, and players who answer at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arena.bot.messages import End, Match
from arena.match.referee import PlayedMatch
from arena.match.single import (
    Conditions,
    Contestant,
    MakePlayer,
    in_process,
    own_seeds,
    play_single,
)
from arena.plan import Limits
from arena.players.company import Company
from arena.players.player import Failure, Player, PlayerLog
from tests.bench_making import GAME, SEATS, VERSION


class Asked(NamedTuple):
    """A question that a seat was asked, and what it answered."""

    seat: int
    view: Any
    legal: list[str]
    answer: str


class Trace(NamedTuple):
    """A match, and all that was asked in it, in order."""

    played: PlayedMatch
    asked: list[Asked]

    def repeated(self, entries: Sequence[Path], seed: str) -> PlayedMatch:
        """The same match by players who know their answers and need no time for them."""
        answers: list[list[str]] = [[] for _ in entries]
        for asked in self.asked:
            answers[asked.seat].append(asked.answer)
        return match_of(entries, seed, lambda _, match, __: AtOnce(answers[match.seat]))


class _Noting:
    """Plays as a bot does, and notes what it is asked."""

    starts_last = False

    def __init__(self, bot: Player, seat: int, noted: list[Asked]) -> None:
        self._seat = seat
        self._noted = noted
        self._ask = bot.ask
        self.start, self.end, self.close = bot.start, bot.end, bot.close

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        """What the bot answers."""
        answer = self._ask(view, legal)
        view.legal = []  # as it was
        if isinstance(answer, str):
            self._noted.append(Asked(self._seat, view, list(legal), answer))
        return answer


class AtOnce:
    """Answers what it was given, without looking at the questions."""

    starts_last = False

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = iter(answers)

    def start(self) -> None:
        """Be ready."""

    def ask(self, _view: Any, _legal: Sequence[str]) -> str | Failure:
        """The next answer."""
        return next(self._answers)

    def end(self, message: End) -> None:
        """Do nothing."""

    def close(self) -> PlayerLog:
        """Have written nothing."""
        return PlayerLog()


def match_of(entries: Sequence[Path], seed: str, make: MakePlayer) -> PlayedMatch:
    """Play the match of a seed by such players; none of them may fail."""
    contestants = [Contestant(name=entry.stem, version=VERSION, entry=entry) for entry in entries]
    played = play_single(Conditions(game=GAME), seed, own_seeds(seed, SEATS), contestants, make)
    if played.record.faults:
        raise AssertionError(f"{played.record.faults}: {[log.text for log in played.logs]}")
    return played


def trace(entries: Sequence[Path], seed: str) -> Trace:
    """Play the match of a seed in this process, and note what is asked."""
    noted: list[Asked] = []
    bots = in_process(Limits())

    def noting(entry: Path | None, match: Match, company: Company) -> _Noting:
        return _Noting(bots(entry, match, company), match.seat, noted)

    return Trace(match_of(entries, seed, noting), noted)
