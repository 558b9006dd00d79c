"""The two layers of filters, made from the policy."""

from __future__ import annotations

import errno

from arena.sandbox import policy
from arena.sandbox.filters import assemble
from arena.sandbox.rules import ALLOW, refuse


def zygote_filter(*, program: bool) -> bytes:
    """The layer on a zygote and all that it forks."""
    return assemble(
        policy.first_layer(program=program),
        newest=policy.NEWEST_KNOWN,
        newer=refuse(errno.ENOSYS),
        others=policy.EVERYTHING_ELSE,
    )


def child_filter(*, program: bool, paths: bool) -> bytes:
    """The layer on a child, above that of its zygote."""
    return assemble(
        policy.second_layer(program=program, paths=paths),
        newest=policy.NEWEST_KNOWN,
        newer=ALLOW,
        others=ALLOW,
    )
