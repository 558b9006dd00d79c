"""The check that the organiser's log and the season tell the same story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from arena.audit.check import Check, Facts, by_bot, counted
from arena.plan import Entrant, Status
from arena.season.acts import POLICIES, files_of, remark_of
from arena.season.platforms import MOVE
from arena.store.auditing import Inspector
from arena.store.facts import Act


class Told(msgspec.Struct, kw_only=True):
    """A version of a bot as the log has it; ``detail`` is empty for one that began the season."""

    detail: str = ""
    status: Status = "in"
    remark: str = ""


class Acts(Check):
    """Who came, changed and went, and where the season moved, is in the log, and nothing else."""

    name = "acts"

    def __init__(self, facts: Facts, stored: Inspector) -> None:
        self._facts = facts
        self._stored = stored

    def end(self) -> Iterator[str]:
        """What has happened that the log does not tell, and what it tells that has not."""
        if self._facts.is_public:
            self.unchecked = True
            self.note = "a public copy has no organiser's log"
            return
        acts = list(self._stored.acts())
        self.note = counted(len(acts), "act")
        if (last := self._stored.last_act()) != len(acts):
            yield f"the log has {counted(len(acts), 'act')}, and the last is number {last}"
        yield from self._of_the_field(acts)
        yield from self._of_moves(acts)
        revealed, told = self._facts.season.revealed, sum(act.act == "reveal" for act in acts)
        if told != revealed:
            has = "has" if revealed else "has not"
            yield f"the seed {has} been revealed; the log tells {counted(told, 'time')} that it was"

    def _of_the_field(self, acts: Sequence[Act]) -> Iterator[str]:
        """What of the bots the season and the log tell otherwise."""
        versions = by_bot(self._facts.plan.entrants)
        acts_of: dict[str, list[Act]] = {name: [] for name in versions}
        for act in acts:
            if act.bot is not None:
                acts_of.setdefault(act.bot, []).append(act)
        for name, of_bot in acts_of.items():
            try:
                told = _told(of_bot)
            except _UnknownActError as error:
                yield f"bot {name}: {error}"
                continue
            yield from _otherwise(name, versions.get(name, []), told)

    def _of_moves(self, acts: Sequence[Act]) -> Iterator[str]:
        """Whether each move of the season begins where the one before has ended."""
        season = self._facts.season
        at: dict[str, str] = {}
        for act in acts:
            if act.act == "run" and (move := MOVE.fullmatch(act.detail)):
                what, was, now = move.groups()
                if at.get(what, was) != was:
                    yield f"{what} was {was} when it changed, and {at[what]} by the act before"
                at[what] = now
        stored = {"arena": season.arena, "Python": season.python, "the sandbox": season.sandbox}
        for what, now in at.items():
            if now != stored[what]:
                yield f"{what} is {stored[what]}; the log's last act has {now}"


class _UnknownActError(Exception):
    """An act that no command of ``arena league`` has done."""


def _told(acts: Sequence[Act]) -> list[Told]:
    """The versions of a bot after all that was done to it.

    A bot that came later has been added first; the others were there when the season began.
    """
    told = [] if acts and acts[0].act == "add" else [Told()]
    for act in acts:
        match act.act:
            case "accept":
                told[-1].status = "replaced"
                told.append(Told(detail=act.detail))
            case "add":
                told.append(Told(detail=act.detail))
            case ("withdraw" | "disqualify") as kind if act.detail in POLICIES:
                told[-1].status = POLICIES[act.detail]
                told[-1].remark = remark_of(kind, act.detail, act.reason)
            case "void":
                pass  # of a match, which is played again
            case _:
                raise _UnknownActError(
                    f"the log tells of {act.act!r} ({act.detail}), which is no act"
                )
    return told


def _otherwise(name: str, versions: Sequence[Entrant], told: Sequence[Told]) -> Iterator[str]:
    if len(versions) != len(told):
        has = counted(len(versions), "version")
        yield f"bot {name}: the season has {has}; the log makes it {len(told)}"
        return
    for entrant, version in zip(versions, told, strict=True):
        if not version.detail and entrant.wave:
            yield f"{entrant.label} came in wave {entrant.wave}, and the log does not tell of it"
        if version.detail and not version.detail.endswith(files_of(entrant)):
            yield f"{entrant.label} has the {files_of(entrant)}; the log has {version.detail}"
        if entrant.status != version.status:
            yield f"{entrant.label} is {entrant.status!r}; the log makes it {version.status!r}"
        if entrant.remark != version.remark:
            yield f"{entrant.label} has the remark {entrant.remark!r}; the log {version.remark!r}"
