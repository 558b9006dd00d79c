"""What can go wrong through no bug of ours: an ``ArenaError`` is for the user to mend."""

from __future__ import annotations

MOST_SHOWN = 1_000


def excerpt(text: str, most: int = MOST_SHOWN) -> str:
    r"""A stranger's text as a message can hold it: printable, and cut if it is long.

    >>> excerpt("\x1b[2J"), excerpt("draw draw draw", most=9)
    ('\\x1b[2J', 'draw draw…')
    """
    shown = text if len(text) <= most else text[:most] + "…"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in shown
    )


class ArenaError(Exception):
    """Something the user can mend. Its text says where, what was there, what is allowed."""


class ActionError(ArenaError):
    """An action that the rules refuse.

    ``rule`` is the number of the rule in the ruleset, such as ``5.4``; ``reason`` is a fixed
    sentence without the action's own text, so that a record can hold it.
    """

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason, rule)
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.reason} (§{self.rule})"


class RecordError(ArenaError):
    """A match record that does not hold. ``where`` is ``move 51``, ``result``, ``deck``, ...

    >>> str(RecordError("move 51", "superfluous piece (§5.4)"))
    'move 51: superfluous piece (§5.4)'
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(where, what)
        self.where = where
        self.what = what

    def __str__(self) -> str:
        return f"{self.where}: {excerpt(self.what)}"


class LeagueError(ArenaError):
    """A league file with mistakes, all of them: one complaint a line, each with its place."""

    def __init__(self, complaints: list[str]) -> None:
        super().__init__(complaints)
        self.complaints = complaints

    def __str__(self) -> str:
        return "\n".join(self.complaints)


class BotError(ArenaError):
    """A bot that cannot be registered: its file, the line where known, and what is wrong."""


class StoreError(ArenaError):
    """A database that cannot be read or written as asked."""


class PlatformError(ArenaError):
    """The machine's doing, not a bot's: the match is void and is played again."""


class ClusterError(ArenaError):
    """Other machines that cannot be reached or used."""
