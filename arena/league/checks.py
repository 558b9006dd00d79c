"""Everything that can be wrong with a league file's contents, told at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from arena.formats.catalogue import FORMATS
from arena.game import Game
from arena.games.catalogue import GAMES
from arena.league.complaints import Complaints, dotted, shown
from arena.league.names import likeness
from arena.league.schema import BOT, TABLES, Key
from arena.league.toml_lines import KeyPath
from arena.plan import FormatPlan
from arena.records import Result

AnyGame: TypeAlias = Game[Any, Any, Any, Result]

Table: TypeAlias = Mapping[str, Any]
"""A table of the file, or what is right of it: values as TOML has them."""


def checked(document: Table, complaints: Complaints) -> dict[str, Table]:
    """The tables of the file with those of their values that are right by themselves."""
    _unknown((), document, [*TABLES, "bots"], complaints)
    return {
        name: _checked_table((name,), document.get(name, {}), keys, complaints)
        for name, keys in TABLES.items()
    }


def checked_bots(document: Table, complaints: Complaints) -> list[Table]:
    """The bots of the file with those of their values that are right by themselves."""
    listed = document.get("bots", [])
    if not isinstance(listed, list) or not listed:
        complaints.add(("bots",), "each bot has a table [[bots]] of its own, and there is none")
        return []
    return [
        _checked_table(("bots", index), bot, BOT, complaints) for index, bot in enumerate(listed)
    ]


def _checked_table(
    path: KeyPath, table: object, keys: Mapping[str, Key], complaints: Complaints
) -> Table:
    if not isinstance(table, dict):
        complaints.wrong(path, table, f"allowed is a table with {', '.join(keys)}")
        return {}
    _unknown(path, table, keys, complaints)
    right = {}
    for name, key in keys.items():
        allowed = key.check(table.get(name))
        if allowed is None:
            right[name] = table[name]
        elif name in table:
            complaints.wrong((*path, name), table[name], allowed)
        elif key.required:
            complaints.add((*path, name), f"{dotted((*path, name))} is missing; {allowed}")
    return right


def _unknown(path: KeyPath, table: Table, known: Iterable[str], complaints: Complaints) -> None:
    allowed = list(known)
    for name in table:
        if name not in allowed:
            here = (*path, name)
            guess = get_close_matches(name, allowed, n=1)
            hint = f"did you mean {guess[0]}? Keys" if guess else "keys"
            complaints.add(here, f"{dotted(here)} is unknown; {hint} here: {', '.join(allowed)}")


def check_together(
    right: Mapping[str, Table], bots: Sequence[Table], complaints: Complaints
) -> None:
    """Complain about right values that do not fit each other or the game."""
    _check_names(bots, complaints)
    game = GAMES.get(right["league"].get("game", ""))
    if game is not None:
        _check_game(game, right["tables"], complaints)
    seats = right["tables"].get("seats")
    kind = right["format"].get("kind", FormatPlan().kind)
    if seats is not None and (game is None or seats in game.seats) and bots:
        for complaint in FORMATS[kind].check(len(bots), seats):
            complaints.add(("tables", "seats"), f"tables.seats is {seats}; {complaint}")
        _check_points(right["points"], len(bots) if seats == 1 else seats, complaints)


def _check_names(bots: Sequence[Table], complaints: Complaints) -> None:
    first: dict[str, int] = {}
    for index, bot in enumerate(bots):
        if "name" in bot:
            same = first.setdefault(likeness(bot["name"]), index)
            if same != index:
                line = complaints.line("bots", same, "name")
                taken = f"line {line} has {shown(bots[same]['name'])}, and names are unique"
                complaints.wrong(("bots", index, "name"), bot["name"], taken)


def _check_game(game: AnyGame, tables: Table, complaints: Complaints) -> None:
    seats = tables.get("seats")
    if seats is not None and seats not in game.seats:
        allowed = f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats"
        complaints.wrong(("tables", "seats"), seats, allowed)
    deck = tables.get("deck", {})
    for complaint in game.check_deck(deck) if "deck" in tables else []:
        named = [code for code in deck if complaint.startswith(f"deck.{code}")]
        path = ("tables", "deck", *sorted(named, key=len)[-1:])
        complaints.add(path, f"tables.{complaint}")


def _check_points(points: Table, places: int, complaints: Complaints) -> None:
    listed = points.get("places")
    if listed is not None and len(listed) != places:
        allowed = f"a table has {places} places, and each has its points"
        complaints.wrong(("points", "places"), listed, allowed)
