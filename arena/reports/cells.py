"""The text of one cell."""

from __future__ import annotations

from collections.abc import Sequence

from arena.reports.columns import Cell


def cell_text(cell: Cell, digits: int) -> str:
    """A cell as people read it; nothing for None.

    >>> cell_text(-0.004, 2), cell_text([3, 1], 0), cell_text(["ant@1", "bee@1"], 0)
    ('0.00', '3 1', 'ant@1, bee@1')
    """
    match cell:
        case None:
            return ""
        case str():
            return printable(cell)
        case float():
            return f"{cell:z.{digits}f}"
        case int():
            return str(cell)
    return _list_text(cell)


def _list_text(cell: Sequence[str | int | None]) -> str:
    """A list on one line; where only some seats have an entry, each with the seat's number.

    >>> _list_text([None, "crash", None])
    '1: crash'
    """
    if any(entry is None for entry in cell):
        entries = [f"{seat}: {entry}" for seat, entry in enumerate(cell) if entry is not None]
        return printable(", ".join(entries))
    separator = " " if all(isinstance(entry, int) for entry in cell) else ", "
    return printable(separator.join(map(str, cell)))


def printable(text: str) -> str:
    r"""The text with everything escaped that a terminal would obey or hide.

    >>> printable("ant\x1b[2J\N{RIGHT-TO-LEFT OVERRIDE}")
    'ant\\x1b[2J\\u202e'
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
