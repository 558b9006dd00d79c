"""A league as frozen facts: what its file says, checked, and the fixtures that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Seating: TypeAlias = Literal["rotate", "all", "fixed"]
TieBreak: TypeAlias = Literal["head-to-head", "wins", "score", "faults"]
Status: TypeAlias = Literal["in", "replaced", "void", "kept", "forfeit"]
"""What has become of an entrant: it plays; a newer version plays in its place; or it was
withdrawn, and its matches are void, or are kept but for those of deals not begun, or the caretaker
plays the rest for it."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one bot may use in one match."""

    startup_ms: int = 5000
    decision_ms: int = 100
    match_ms: int = 5000
    memory_mb: int = 256
    log_kb: int = 64


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a bot as it was registered in a league.

    ``number`` counts the versions of this bot in this league from 1, ``version`` is the SHA-256
    of its files. Waves count from 0 what has changed the field of a season: ``wave`` is the one
    with which the version came in, ``left`` the first one without it. ``remark`` is what tables
    say of it.
    """

    name: str
    number: int
    version: str
    wave: int = 0
    author: str = ""
    status: Status = "in"
    left: int | None = None
    remark: str = ""

    @property
    def counts(self) -> bool:
        """Whether its matches count: those of a replaced or voided version are history only."""
        return self.status not in {"replaced", "void"}

    def is_present(self, wave: int) -> bool:
        """Whether it belonged to the field when the wave came."""
        return self.wave <= wave and (self.left is None or wave < self.left)

    @property
    def label(self) -> str:
        """Name and version number, as places write it: ``greedy@2``."""
        return f"{self.name}@{self.number}"


def listed(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Who stands in tables: those whose matches count, and those of whom there is to be said."""
    counting = {entrant.name for entrant in entrants if entrant.counts}
    return [
        entrant
        for entrant in entrants
        if entrant.counts or (entrant.remark and entrant.name not in counting)
    ]


class FormatPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How fixtures are made. Keys of one kind of format stay at their default in the others."""

    kind: str = "round-robin"


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """``places``: points of each place, None for the share of opponents beaten.

    Raises ValueError if the first place is worth nothing: shares are taken of its points.
    """

    places: list[int] | None = None
    tie_breaks: list[TieBreak] = msgspec.field(
        default_factory=lambda: ["head-to-head", "wins", "score", "faults"]
    )

    def __post_init__(self) -> None:
        if self.places is not None and not (self.places and self.places[0] > 0):
            raise ValueError(f"points.places is {self.places}; the first place has points")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A league file, checked and complete, but for the seed, which has a place of its own.

    ``entrants`` are all that the season has ever had, in the order in which they came.
    """

    name: str
    game: str
    seats: Annotated[int, Meta(ge=1)]
    deals: Annotated[int, Meta(ge=1)]
    entrants: list[Entrant]
    seating: Seating = "rotate"
    deck: dict[str, int] | None = None
    format: FormatPlan = FormatPlan()
    limits: Limits = Limits()
    packages: list[str] = []
    reveal_names: bool = False
    points: Points = Points()
    draw_probability: Annotated[float, Meta(gt=0, lt=1)] = 0.02


TABLES_OF_THE_FILE = {
    "game": "league",
    "seats": "tables",
    "seating": "tables",
    "deck": "tables",
    "packages": "bots_may",
    "reveal_names": "bots_may",
    "draw_probability": "ratings",
}
"""Under which heading the league file has a key of the plan."""


def changes(stored: Plan, new: Plan) -> list[str]:
    """What forbids that a season goes on by a new plan: one sentence for every such change.

    The name of the league may change, and deals may be added. Of entrants nothing is asked here.
    """
    before, after = _fixed_keys(stored), _fixed_keys(new)
    found = [
        f"{key} was {_toml(before[key])}, is {_toml(after[key])}"
        for key in before
        if before[key] != after[key]
    ]
    if new.deals < stored.deals:
        found.append(f"tables.deals was {stored.deals}, is {new.deals}; deals can only be added")
    return found


def _fixed_keys(plan: Plan) -> dict[str, object]:
    """Every value that must stay, by its key in the league file."""
    keys: dict[str, object] = {}
    for name in plan.__struct_fields__:
        value = getattr(plan, name)
        if isinstance(value, msgspec.Struct):
            keys |= {f"{name}.{key}": part for key, part in msgspec.structs.asdict(value).items()}
        elif name not in {"name", "deals", "entrants"}:
            keys[f"{TABLES_OF_THE_FILE[name]}.{name}"] = value
    return keys


def _toml(value: object) -> str:
    return "not given" if value is None else msgspec.json.encode(value).decode()


FixtureKey: TypeAlias = tuple[str, int, int]
"""Line-up, deal, seating: what makes a fixture this one and no other."""


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is to be played.

    ``seats`` holds entrants' labels from seat 0; ``place`` is the deal's place in the schedule
    without its kind (``greedy@1+random@1/3``): the seeds of the deal, of its seating and of its
    bots are made from it.
    """

    wave: int
    round: int
    line_up: str
    deal: int
    seating: int
    seats: list[str]
    place: str

    @property
    def key(self) -> FixtureKey:
        """What makes this fixture unique in its league."""
        return (self.line_up, self.deal, self.seating)

    @property
    def order(self) -> tuple[int, int, str, int, int]:
        """Schedule order: the order of records, ratings and exports."""
        return (self.wave, self.round, self.line_up, self.deal, self.seating)


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One deal by one line-up in every seating: the unit of fairness and of work."""

    fixtures: list[Fixture]
