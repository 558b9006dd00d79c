"""What is measured in ``make bench``: matches of bots that think nothing, and their processes."""

from __future__ import annotations

import platform
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

import arena
from arena.formats.catalogue import FORMATS
from arena.match.block import BlockOrder, order_of
from arena.plan import Block, Entrant, Limits, Plan
from arena.players.files import keep, read_bot
from arena.store.facts import Season

GAME = "ten-1"
SEATS = 4
SEED = "bench"
VERSION = "0" * 64
NAMES = ("ada", "bo", "cy", "di", "ed", "flo", "gus", "hal", "ida", "jo", "kit", "lee")
ROOT = Path(__file__).parents[1]

BOT = """\
def decide(view):
    if "draw" in view.legal and len(view.row) < 2:
        return "draw"
    if "take numbers" in view.legal:
        return "take numbers"
    return view.legal[0]
"""
"""Draws two cards, then takes; passes in auctions and buys nothing."""

LEAGUE = """\
[league]
name = "Bench"
game = "ten-1"
seed = "bench"

[tables]
seats = {seats}
deals = {deals}
"""


def write_bots(folder: Path, count: int = SEATS) -> dict[str, Path]:
    """So many bots, each in a file of its own; by label."""
    entries = {}
    for name in NAMES[:count]:
        entry = entries[f"{name}@1"] = folder / f"{name}.py"
        entry.write_text(BOT)
    return entries


def write_league(folder: Path, deals: int) -> Path:
    """A league file of four bots."""
    bots = [
        f'\n[[bots]]\nname = "{entry.stem}"\npath = "{entry.name}"\n'
        for entry in write_bots(folder).values()
    ]
    league = folder / "bench.toml"
    league.write_text(LEAGUE.format(seats=SEATS, deals=deals) + "".join(bots))
    return league


def plan_of(labels: Sequence[str], deals: int) -> Plan:
    """A league of such bots, without a league file."""
    names = [label.partition("@")[0] for label in labels]
    return Plan(
        name="Bench",
        game=GAME,
        seats=SEATS,
        deals=deals,
        entrants=[Entrant(name=name, number=1, version=VERSION) for name in names],
        limits=Limits(),
    )


def season_of(plan: Plan) -> tuple[Season, dict[str, str]]:
    """What the database of such a league begins with: its season, and where its bots are."""
    season = Season(
        plan=plan,
        seed=SEED,
        seed_source="public",
        arena=arena.__version__,
        python=platform.python_version(),
        sandbox="strong",
        repeatable=True,
    )
    return season, {entrant.label: f"{entrant.name}.py" for entrant in plan.entrants}


def blocks_of(plan: Plan) -> Iterator[Block]:
    """All that is played in such a league, in the order of its schedule."""
    return FORMATS[plan.format.kind].blocks(plan, SEED, {})


def orders_of(entries: dict[str, Path], deals: int) -> Iterator[BlockOrder]:
    """What a worker is sent for such a league."""
    kept = {label: keep(read_bot(entry), entry.parent / "kept") for label, entry in entries.items()}
    plan = plan_of([*entries], deals)
    entrants = [replace(one, version=kept[one.label].parent.name) for one in plan.entrants]
    plan = replace(plan, entrants=entrants)
    return (order_of(block, plan, SEED, kept) for block in blocks_of(plan))


def below(ancestor: int) -> list[int]:
    """The processes that one has started, also through others, which live now."""
    children: dict[int, list[int]] = defaultdict(list)
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stat = (process / "stat").read_text().rpartition(")")[2].split()
            children[int(stat[1])].append(int(process.name))
    found = list(children[ancestor])
    for process_id in found:  # which grows meanwhile
        found += children[process_id]
    return found


def memory_mb(processes: list[int]) -> float | None:
    """What processes hold, what they share counted once (PSS); None where it cannot be read.

    Processes that end meanwhile count nothing.
    """
    total_kb = 0
    for process_id in processes:
        try:
            text = Path(f"/proc/{process_id}/smaps_rollup").read_text()
        except PermissionError:  # only root may read this of a confined process
            return None
        except OSError:
            continue
        found = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
        total_kb += int(found[1]) if found else 0
    return total_kb / 1024
