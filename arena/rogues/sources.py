"""Sources of a bot that are an attack on whoever compiles them, by behaviour."""

from __future__ import annotations

_DEPTH = 40


def _doubling() -> bytes:
    """Each ``finally`` is compiled twice: once for the way past it, once for exceptions."""
    lines = [f"{' ' * depth}try: pass\n{' ' * depth}finally:\n" for depth in range(_DEPTH)]
    return (
        b"def doubles():\n"
        + "".join(
            f" {line}"
            for line in "".join([*lines, " " * _DEPTH + "pass\n"]).splitlines(keepends=True)
        ).encode()
    )


SOURCES = {
    "ships a source that overflows the compiler": b"x = " + b"-" * 1_000_000 + b"1\n",
    "ships a source of deep brackets": b"x = " + b"(" * 5_000 + b")" * 5_000 + b"\n",
    "ships a source of null bytes": bytes(10_000),
    "ships a source that is not UTF-8": b"x = '\xff\xfe'\n",
    "ships a source with a number without end": b"x = " + b"9" * 1_000_000 + b"\n",
    "ships a source of megabytes": b"x = [1, 2, 3, 4, 5, 6, 7, 8]\n" * 200_000,
    "ships a source that doubles in the compiler": _doubling(),
    "ships a source without a bot": b"x = 1\n",
}
"""What stands in ``bot.py`` in place of the rogue."""
