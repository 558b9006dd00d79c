"""Where the time of a match goes, from the rules to the ratings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from arena.bot.messages import Answer, Decide, Match
from arena.match.single import in_processes
from arena.plan import Limits
from arena.players.company import Company
from arena.players.nursery import Nursery
from arena.players.player import Failure, PlayerLog
from arena.players.sandboxed import SandboxedPlayer
from arena.ranking.played import from_record
from arena.records import MatchRecord
from arena.season.fold import RatingFold
from arena.store.facts import Ratings
from arena.store.writer import open_or_create
from tests.bench_making import SEATS, blocks_of, plan_of, season_of
from tests.bench_speed import Speed, quickest
from tests.bench_trace import Trace, match_of, trace

SEEDS = [f"{number}" for number in range(6)]
WINDOWS = 12
"""How often each match is played in each way."""

BLOCKS = 60
LIMITS = Limits()

_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Answer).decode


def shares(nursery: Nursery, entries: Sequence[Path]) -> Iterator[Speed]:
    """The mean of several matches, each part of each at its quickest."""
    traces = {seed: trace(entries, seed) for seed in SEEDS}
    whole_ms, referee_ms = _whole(nursery, entries)
    rules_ms = _mean_ms(lambda seed: traces[seed].repeated(entries, seed))
    messages_ms = _mean_ms(lambda seed: _messages(traces[seed]))
    decisions_ms, children_ms, asked_ms = _bots(nursery, entries)
    records = [traces[seed].played.record for seed in SEEDS[:SEATS]]
    store_ms, rating_ms = _stored(entries, records)
    questions = fmean(len(trace.asked) for trace in traces.values())
    moves = fmean(len(trace.played.record.moves) for trace in traces.values())

    match = Speed(f"a match: {moves:.0f} moves, {questions:.0f} of them asked for", whole_ms, "ms")
    yield match
    yield match.beside("the rules alone, by players who answer at once", rules_ms)
    yield Speed("  a question within a match", 1e3 * asked_ms / questions, "µs")
    system_ms = referee_ms - rules_ms - messages_ms
    parts = {
        "rules: views, legal lists, applying; caches warm": rules_ms,
        "messages: encoding, decoding; caches warm": messages_ms,
        "referee: pipes, clocks, all that is slower than warm": system_ms,
        "bots: waiting for their decisions": decisions_ms,
        "children: starting, loading, ending": children_ms,
        "switching, and what no clock has": whole_ms - referee_ms - decisions_ms - children_ms,
        "store, synced to the disk, a block at a time": store_ms,
        "rating": rating_ms,
    }
    total_ms = whole_ms + store_ms + rating_ms
    for what, part_ms in parts.items():
        yield Speed(f"  {what}", part_ms, "ms", note=f"{part_ms / total_ms:4.0%}")
    yield Speed("  all of it", total_ms, "ms", note="100%")


def _mean_ms(work: Callable[[str], object]) -> float:
    """The mean over the seeds of the least time for each."""
    return 1e3 * fmean(quickest(WINDOWS, *(partial(work, seed) for seed in SEEDS)))


def _whole(nursery: Nursery, entries: Sequence[Path]) -> tuple[float, float]:
    """A match by the wall clock, and the referee's processor time in it."""
    make = in_processes(LIMITS, nursery)
    spent: list[float] = []

    def play(seed: str) -> None:
        began = time.process_time()
        match_of(entries, seed, make)
        spent.append(time.process_time() - began)

    whole_ms = _mean_ms(play)
    seeds = len(SEEDS)
    return whole_ms, 1e3 * fmean(min(spent[seed::seeds]) for seed in range(seeds))


class _Clocked(SandboxedPlayer):
    """A player that notes where the processor time of its child and of its zygote went."""

    decisions_s = child_s = asked_s = 0.0
    zygote = 0

    def start(self) -> Failure | None:
        failed = super().start()
        stat = Path(f"/proc/{self._process._pid}/stat").read_text().rpartition(")")[2].split()
        self.zygote = int(stat[1])
        return failed

    def ask(self, view: Any, legal: Sequence[str]) -> str | Failure:
        began = time.perf_counter()
        answer = super().ask(view, legal)
        self.asked_s += time.perf_counter() - began
        return answer

    def close(self) -> PlayerLog:
        self.decisions_s = self._process.processor_time() - self._ready_at
        log = super().close()
        self.child_s = self._process._zygote.end().processor_s
        return log


def _bots(nursery: Nursery, entries: Sequence[Path]) -> tuple[float, float, float]:
    """Processor time of a match's bots for decisions; that of children and zygotes beside it.

    Last comes the time by the wall clock in which the referee waits for answers, or asks.
    """
    spent: list[tuple[float, float, float]] = []
    zygotes: set[int] = set()

    def play(seed: str) -> None:
        players: list[_Clocked] = []

        def make(entry: Path | None, match: Match, company: Company) -> _Clocked:
            assert entry is not None
            players.append(_Clocked(nursery, entry, match, LIMITS, company))
            return players[-1]

        before_s = sum(map(_clock, zygotes))
        match_of(entries, seed, make)
        zygotes.update(player.zygote for player in players)
        decisions_s = sum(player.decisions_s for player in players)
        children_s = sum(player.child_s for player in players) - decisions_s
        children_s += sum(map(_clock, zygotes)) - before_s
        spent.append((decisions_s, children_s, sum(player.asked_s for player in players)))

    play(SEEDS[0])  # which makes the zygotes known
    spent.clear()
    for _ in range(WINDOWS):
        for seed in SEEDS:
            play(seed)
    seeds = len(SEEDS)
    least = [map(min, zip(*spent[seed::seeds], strict=True)) for seed in range(seeds)]
    decisions_ms, children_ms, asked_ms = (1e3 * fmean(part) for part in zip(*least, strict=True))
    return decisions_ms, children_ms, asked_ms


def _clock(process: int) -> float:
    return time.clock_gettime((~process << 3) | 2)


def _messages(match: Trace) -> None:
    for number, asked in enumerate(match.asked):
        _encode(Decide[Any](number, asked.view, asked.legal))
        _decode(b'{"id":%d,"action":%b}' % (number, _encode(asked.answer)))


def _stored(entries: Sequence[Path], records: Sequence[MatchRecord]) -> tuple[float, float]:
    """Storing a match of a block with the ratings after it, and rating it."""
    plan = plan_of([f"{entry.stem}@1" for entry in entries], BLOCKS)
    blocks = [*blocks_of(plan)]
    fold = RatingFold(
        plan, Ratings(rated=0, bots=[]), (fixture for block in blocks for fixture in block.fixtures)
    )
    to_store, to_rate = iter(blocks), iter(blocks)
    with TemporaryDirectory() as folder:
        season, paths = season_of(plan)
        writer = open_or_create(Path(folder) / "bench.db", season, paths)

        def store() -> None:
            writer.add_matches(zip(next(to_store).fixtures, records, strict=True), fold.ratings)

        def rate() -> None:
            for fixture, record in zip(next(to_rate).fixtures, records, strict=True):
                fold.add(fixture.key, from_record(fixture, record))

        try:
            rate_s, store_s = quickest(BLOCKS, rate, store)
        finally:
            writer.close()
    return 1e3 * store_s / SEATS, 1e3 * rate_s / SEATS
