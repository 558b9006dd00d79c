"""What the commands of ``arena export`` share: where they write, and what they leave alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from arena.cli.output import detail, standard_output
from arena.cli.writing import new_file
from arena.errors import ArenaError
from arena.store.lock import lock_path
from arena.store.logs import logs_path

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

force_option = click.option("--force", is_flag=True, help="Write over FILE where it exists.")


def output_options(command: Decorated) -> Decorated:
    """Give a command ``-o FILE``, as ``output``, and ``--force``."""
    option = click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, allow_dash=True),
        default="-",
        metavar="FILE",
        help="Where to write; - is standard output.",
    )
    return option(force_option(command))


@contextmanager
def exported(output: Path, force: bool, league: Path, source: Path) -> Iterator[IO[bytes]]:
    """Standard output, or a file to write that is no part of the league."""
    if str(output) == "-":
        with standard_output() as stream:
            yield stream
        return
    refuse_itself(output, league, source)
    with new_file(output, overwrite=force) as stream:
        yield stream
    detail(f"{output}: written from {source}.")


def refuse_itself(output: Path, league: Path, database: Path) -> None:
    """Raise ArenaError for a file that the league is made of, which no ``--force`` may replace."""
    kept = [database, lock_path(database), logs_path(database)]
    beside = [file.with_name(f"{file.name}{end}") for file in kept for end in ("-wal", "-shm")]
    for part in [league, *kept, *beside]:
        if output.exists() and part.exists() and output.samefile(part):
            raise ArenaError(f"{output}: it is the league itself")
