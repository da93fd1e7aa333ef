"""What experience is worth: candidates tried until green, with memory, without, and with a
memory that is attached to the wrong failures. Aim: fewer than half of those without.

A stream of programs with recurring families of bugs is fixed one after another by the search,
and what it learns is kept, as a run keeps it: templates of the fixes, and how operators fared on
each kind of failure. Then programs that were not seen before are fixed by three arms, each from
the same state, as the setting `memory.mode` has them: `on` with all of it; `off` with nothing;
`shuffled` with as much, but each record under another name. Some families come only now: there
memory cannot help, and must not harm. And some programs come again as they were: what was tried on
them in vain need not be tried again. No model is asked, so no tokens are spent.

The search is the real one. Its bench is not: programs are plain functions and run in this process,
so that a candidate takes a millisecond and what is counted does not depend on the machine. A right
fix is one that also passes some fifty inputs the search never saw.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from _plain_bench import PATH, Bench, failure, ids, localised, passes, prepare
from _stream import NEW, RECURRING, Program, families, program

from verdigris.core.change import Change
from verdigris.core.signature import Signature, of_result
from verdigris.core.template import Provenance, Tallies
from verdigris.engine.experience import learned_ideas, learned_priors
from verdigris.evals.figures.intervals import bootstrap, wilson
from verdigris.memory.base import MemoryStore
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.modes import Mode, experienced, remembering
from verdigris.memory.patterns import InMemoryPatterns, PatternStore
from verdigris.proposers.base import Brief
from verdigris.proposers.search import Search
from verdigris.repair.choosing.choice import Choice, rank
from verdigris.repair.choosing.green import Green
from verdigris.steps.teaching import teach, templates_of

ARMS: tuple[Mode, ...] = ("on", "off", "shuffled")


# Fixing it


@dataclass(frozen=True)
class Fixed:
    task: str
    family: str
    tried: int
    """Until green, or altogether."""
    green: bool
    right: bool
    seconds: float
    tallies: Tallies
    signature: Signature
    misses: tuple[bytes, ...]
    """What was tried in vain."""
    change: Change | None


async def fix(task: Program, memory: Memory, most: int) -> Fixed:
    bench, started = Bench(task), time.perf_counter()
    brief = Brief(
        goal="", failure=failure(task, bench), test_source="", places=(),
        files={PATH: task.broken}, localised=localised(task, bench), bench=bench,
        passing={name: 0.0 for name in ids(task) if name not in bench.failing},
    )  # fmt: skip
    about, known = of_result(brief.failure), memory.patterns
    search = Search(
        seconds=3600, candidates=most, tell=_nothing,
        learned=lambda b, source, at: learned_ideas(known, about.kind, source, at, b.localised),
        priors=lambda b: learned_priors(known, about.kind),
        choose=_by_text, missed=lambda b: memory.store.misses(about, task.broken),
    )  # fmt: skip
    change = await anext(aiter(search.propose(brief)), None)
    green = isinstance(change, Change) and bench.until_green is not None
    text = change.edits[0].after if isinstance(change, Change) else ""
    return Fixed(
        task.name,
        task.family,
        bench.until_green or bench.tried,
        green,
        green and all(passes(text or "", task.hidden)),
        time.perf_counter() - started,
        Tallies(kind=about.kind, counts=search.tallies),
        about,
        tuple(search.take_misses()),
        change if green and isinstance(change, Change) else None,
    )


async def _nothing(*_: Any) -> None:
    return None


async def _by_text(brief: Brief, greens: Sequence[Green], seconds: float) -> Choice:
    return rank(greens)


# What is kept


@dataclass(frozen=True)
class Memory:
    """What a run may know: fixes and counts, and what was tried in vain."""

    patterns: PatternStore = field(default_factory=lambda: InMemoryPatterns(clock=lambda: 0.0))
    store: MemoryStore = field(default_factory=InMemoryStore)

    def by(self, mode: Mode) -> Memory:
        """Return it as a run with `memory.mode` set so would see it."""
        return Memory(experienced(self.patterns, mode), remembering(self.store, mode))

    async def keep(self, task: Program, fixed: Fixed) -> None:
        key = f"{task.name} {await self.store.count()}"
        await self.patterns.tally(key, fixed.tallies)
        await self.store.missed(fixed.signature, task.broken, key, fixed.misses)
        if fixed.change is not None:
            source = Provenance(key=task.name, at=0.0)
            await teach(self.patterns, templates_of(fixed.change.edits), source)


async def live_through(stream: Sequence[Program], most: int) -> tuple[Memory, list[Fixed]]:
    """Fix one program after another, each with what was learned before; return what was learned."""
    memory, done = Memory(), []
    for number, task in enumerate(stream, start=1):
        done.append(await fix(task, memory, most))
        await memory.keep(task, done[-1])
        _say("train", number, len(stream), done[-1])
    return memory, done


def _say(arm: str, number: int, of: int, fixed: Fixed) -> None:
    outcome = "right" if fixed.right else "green but wrong" if fixed.green else "not green"
    print(f"{arm:8} {number:3}/{of} {fixed.task:22} {outcome:15} {fixed.tried}", file=sys.stderr)


# The figures


def figures(fixed: Sequence[Fixed]) -> dict[str, Any]:
    greens, low_high = [one for one in fixed if one.green], {}
    for name, good, of in (
        ("solved", len(greens), len(fixed)),
        ("right_of_solved", sum(one.right for one in greens), len(greens)),
    ):
        low, high = wilson(good, of)
        low_high[name] = {
            "share": round(good / of, 3) if of else None, "low": round(low, 3),
            "high": round(high, 3),
        }  # fmt: skip
    return {
        **low_high,
        "candidates": _spread([one.tried for one in fixed]),
        "seconds_to_green": _spread([one.seconds for one in greens]),
        "tokens": 0,
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    low, high = bootstrap(values, statistics.fmean)
    return {
        "median": round(statistics.median(values), 3), "mean": round(statistics.fmean(values), 3),
        "low": round(low, 3), "high": round(high, 3),
    }  # fmt: skip


def repeated(again: Sequence[Fixed], before: Mapping[str, Fixed]) -> dict[str, float]:
    """Return which share of what was tried in vain had been tried on the same program before."""
    rows = [
        (len({*one.misses} & {*before[one.task].misses}), max(1, len({*one.misses})))
        for one in again
    ]

    def share(pairs: Sequence[tuple[int, int]]) -> float:
        return sum(known for known, _ in pairs) / sum(tried for _, tried in pairs)

    low, high = bootstrap(rows, share)
    return {"share": round(share(rows), 3), "low": round(low, 3), "high": round(high, 3)}


def compared(ours: Sequence[Fixed], theirs: Sequence[Fixed]) -> dict[str, float]:
    """Return our candidates over theirs, all tasks together, with a paired bootstrap interval."""
    pairs = [(one.tried, other.tried) for one, other in zip(ours, theirs, strict=True)]

    def ratio(rows: Sequence[tuple[int, int]]) -> float:
        return sum(a for a, _ in rows) / sum(b for _, b in rows)

    low, high = bootstrap(pairs, ratio)
    return {"ratio": round(ratio(pairs), 3), "low": round(low, 3), "high": round(high, 3)}


async def measure(given: argparse.Namespace) -> dict[str, Any]:
    recurring, new = families(RECURRING), families(NEW)
    stream = [program(name, seed) for seed in range(given.train) for name in recurring]
    random.Random(given.seed).shuffle(stream)
    seeds = range(given.train, given.train + given.unseen)
    unseen = {
        "recurring": [program(name, seed) for seed in seeds for name in recurring],
        "new": [program(name, seed) for seed in seeds for name in new],
    }
    memory, lived = await live_through(stream, given.candidates)
    before = {one.task: one for one in lived}
    hard = sorted(stream, key=lambda task: -before[task.name].tried)[: given.again]
    found: dict[str, Any] = {"repeated_mistakes": {}}
    for arm in ARMS:
        again = [await fix(task, memory.by(arm), given.candidates) for task in hard]
        found["repeated_mistakes"][arm] = repeated(again, before)
    for group, tasks in unseen.items():
        by_arm: dict[str, list[Fixed]] = {}
        for arm in ARMS:
            by_arm[arm] = []
            for number, task in enumerate(tasks, start=1):
                by_arm[arm].append(await fix(task, memory.by(arm), given.candidates))
                _say(arm, number, len(tasks), by_arm[arm][-1])
        found[group] = {
            "tasks": len(tasks),
            **{arm: figures(fixed) for arm, fixed in by_arm.items()},
            "on_against_off": compared(by_arm["on"], by_arm["off"]),
            "on_against_shuffled": compared(by_arm["on"], by_arm["shuffled"]),
            "shuffled_against_off": compared(by_arm["shuffled"], by_arm["off"]),
        }
    half = len(lived) // 2
    return {
        "benchmark": "learning",
        "ratio": found["recurring"]["on_against_off"]["ratio"],
        "aim": "under 0.5",
        "families": len(recurring),
        "stream": len(stream),
        "first_half_candidates": round(statistics.fmean(one.tried for one in lived[:half]), 1),
        "second_half_candidates": round(statistics.fmean(one.tried for one in lived[half:]), 1),
        "seed": given.seed,
        "most_candidates": given.candidates,
        **found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", type=int, default=3, help="programs a family to learn from")
    parser.add_argument("--unseen", type=int, default=4, help="programs a family to measure")
    parser.add_argument("--candidates", type=int, default=1000, help="most for one program")
    parser.add_argument("--again", type=int, default=8, help="programs that come a second time")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    prepare()
    print(json.dumps(asyncio.run(measure(given))))


if __name__ == "__main__":
    main()
