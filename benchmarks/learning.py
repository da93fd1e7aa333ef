"""What experience is worth: candidates tried until green, with memory, without, and with a
memory that is attached to the wrong failures. Aim: fewer than half of those without.

A stream of programs with recurring families of bugs is fixed one after another by the search,
and what it learns is kept, as a run keeps it: templates of the fixes, and how operators fared on
each kind of failure. Then programs that were not seen before are fixed by three arms, each from
the same state: `on` with all of it; `off` with nothing; `shuffled` with as much, but each record
of experience under another operator, template and kind of failure. Some families come only now:
there memory cannot help, and must not harm.

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
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from _plain_bench import PATH, Bench, failure, ids, localised, passes, prepare
from _stream import NEW, RECURRING, Program, families, program

from verdigris.core.change import Change
from verdigris.core.signature import of_result
from verdigris.core.template import PREFIX, Provenance, Tallies
from verdigris.engine.experience import learned_ideas, learned_priors
from verdigris.evals.figures import bootstrap, wilson
from verdigris.memory.patterns import InMemoryPatterns
from verdigris.proposers.base import Brief
from verdigris.proposers.search import Search
from verdigris.repair.choosing.choice import Choice, rank
from verdigris.repair.choosing.green import Green
from verdigris.repair.templates.trees import shape
from verdigris.steps.teaching import teach, templates_of

ARMS = ("on", "off", "shuffled")
ALL = 1_000_000


# Fixing it


@dataclass(frozen=True)
class Fixed:
    task: str
    family: str
    tried: int
    """Until green, or altogether."""
    green: bool
    right: bool
    tallies: Tallies
    change: Change | None


async def fix(task: Program, memory: InMemoryPatterns, most: int) -> Fixed:
    bench = Bench(task)
    brief = Brief(
        goal="", failure=failure(task, bench), test_source="", places=(),
        files={PATH: task.broken}, localised=localised(task, bench), bench=bench,
        passing={name: 0.0 for name in ids(task) if name not in bench.failing},
    )  # fmt: skip
    kind = of_result(brief.failure).kind
    search = Search(
        seconds=3600, candidates=most, tell=_nothing,
        learned=lambda b, source, at: learned_ideas(memory, kind, source, at, b.localised),
        priors=lambda b: learned_priors(memory, kind),
        choose=_by_text, missed=_none,
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
        Tallies(kind=kind, counts=search.tallies),
        change if green and isinstance(change, Change) else None,
    )


async def _nothing(*_: Any) -> None:
    return None


async def _by_text(brief: Brief, greens: Sequence[Green]) -> Choice:
    return rank(greens)


async def _none(brief: Brief) -> frozenset[bytes]:
    return frozenset()


# What is kept


@dataclass
class Experience:
    """All that a stream taught, so that it can be told to a memory in more than one way."""

    tallies: list[Tallies] = field(default_factory=list)
    taught: list[tuple[str, Change]] = field(default_factory=list)

    async def true(self) -> InMemoryPatterns:
        memory = InMemoryPatterns(clock=lambda: 0.0)
        for name, change in self.taught:
            await teach(memory, templates_of(change.edits), Provenance(key=name, at=0.0))
        for number, tallies in enumerate(self.tallies):
            await memory.tally(str(number), tallies)
        return memory

    async def shuffled(self, seed: int) -> InMemoryPatterns:
        """Return as much experience, with each record under another name."""
        rng = random.Random(seed)
        real, memory = await self.true(), InMemoryPatterns(clock=lambda: 0.0)
        shapes = {shape(one.template) for one in await real.kept(limit=ALL)}
        entries = [one for name in sorted(shapes) for one in await real.of_shape(name, limit=ALL)]
        await memory.learn(
            [
                own.model_copy(update={"sources": other.sources})
                for own, other in zip(entries, _deranged(entries, rng), strict=True)
            ]
        )
        subjects = sorted({name for tallies in self.tallies for name in tallies.counts})
        operators = [name for name in subjects if not name.startswith(PREFIX)]
        templates = [name for name in subjects if name.startswith(PREFIX)]
        names = {
            **dict(zip(operators, _deranged(operators, rng), strict=True)),
            **dict(zip(templates, _deranged(templates, rng), strict=True)),
        }
        kinds = _deranged([tallies.kind for tallies in self.tallies], rng)
        for number, (tallies, kind) in enumerate(zip(self.tallies, kinds, strict=True)):
            counts = {names[name]: count for name, count in tallies.counts.items()}
            await memory.tally(str(number), Tallies(kind=kind, counts=counts))
        return memory


def _deranged(items: Sequence[Any], rng: random.Random) -> list[Any]:
    """Return the items in another order, none at its own place."""
    order = list(range(len(items)))
    rng.shuffle(order)
    moved = {order[i]: order[i - 1] for i in range(len(order))}
    return [items[moved[i]] for i in range(len(items))]


async def live_through(stream: Sequence[Program], most: int) -> tuple[Experience, list[Fixed]]:
    """Fix one program after another, each with what was learned before; return what was learned."""
    experience, memory, done = Experience(), InMemoryPatterns(clock=lambda: 0.0), []
    for number, task in enumerate(stream, start=1):
        fixed = await fix(task, memory, most)
        done.append(fixed)
        experience.tallies.append(fixed.tallies)
        await memory.tally(str(number - 1), fixed.tallies)
        if fixed.change is not None:
            experience.taught.append((task.name, fixed.change))
            source = Provenance(key=task.name, at=0.0)
            await teach(memory, templates_of(fixed.change.edits), source)
        _say("train", number, len(stream), fixed)
    return experience, done


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
    tried = [one.tried for one in fixed]
    return {
        **low_high,
        "candidates_median": statistics.median(tried),
        "candidates_mean": round(statistics.fmean(tried), 1),
    }


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
    experience, lived = await live_through(stream, given.candidates)
    memories: dict[str, Callable[[], Awaitable[InMemoryPatterns]]] = {
        "on": experience.true,
        "off": Experience().true,
        "shuffled": lambda: experience.shuffled(given.seed),
    }
    found: dict[str, Any] = {}
    for group, tasks in unseen.items():
        by_arm: dict[str, list[Fixed]] = {}
        for arm in ARMS:
            memory = await memories[arm]()
            by_arm[arm] = []
            for number, task in enumerate(tasks, start=1):
                by_arm[arm].append(await fix(task, memory, given.candidates))
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
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    prepare()
    print(json.dumps(asyncio.run(measure(given))))


if __name__ == "__main__":
    main()
