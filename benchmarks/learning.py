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
import resource
import signal
import statistics
import sys
import warnings
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from _stream import NEW, RECURRING, Program, families, program, value_of

from verdigris.core.change import Change
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.core.report import Frame, TestResult
from verdigris.core.signature import of_result
from verdigris.core.template import PREFIX, Provenance, Tallies
from verdigris.engine.experience import learned_ideas, learned_priors
from verdigris.evals.figures import bootstrap, wilson
from verdigris.memory.patterns import InMemoryPatterns
from verdigris.proposers.base import Brief
from verdigris.proposers.search import Ranking, Search
from verdigris.repair.bench import Outcome
from verdigris.repair.templates.trees import shape
from verdigris.steps.teaching import teach, templates_of

PATH = "module.py"
ARMS = ("on", "off", "shuffled")
ALL = 1_000_000
SECONDS = 0.3
"""Of processor time, that all tests of a candidate together may take."""


# Running a program


class Endless(BaseException):
    """Raised into code that takes too long; not an Exception, so that nothing catches it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise Endless


def passes(source: str, cases: Sequence[tuple[str, Any]]) -> list[bool]:
    """Return which cases hold in a module; none of the rest once time is up."""
    found: list[bool] = []
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        module = compile(source, PATH, "exec")
        for expression, wanted in cases:
            value = value_of(module, expression)
            found.append(type(value) is type(wanted) and value == wanted)
    except (Endless, SyntaxError, ValueError):
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return found + [False] * (len(cases) - len(found))


class Bench:
    """Tries candidates in this process and counts those before the first green one."""

    workers = 1

    def __init__(self, task: Program) -> None:
        self._cases = dict(zip(_ids(task), task.visible, strict=True))
        held = passes(task.broken, task.visible)
        self.failing = tuple(name for name, ok in zip(self._cases, held, strict=True) if not ok)
        self._seen: set[str] = set()
        self.until_green: int | None = None

    @property
    def tried(self) -> int:
        return len(self._seen)

    async def try_change(
        self, change: Change, *, only: Sequence[str] = (), stop_at_first_failure: bool = False
    ) -> Outcome:
        text = change.edits[0].after or ""
        wanted = only or self.failing
        held = passes(text, [self._cases[name] for name in wanted])
        good = {name for name, ok in zip(wanted, held, strict=True) if ok}
        self._seen.add(text)
        if self.until_green is None and all(held) and all(passes(text, [*self._cases.values()])):
            self.until_green = self.tried
        return Outcome(
            won=len(good & set(self.failing)),
            broke=len(set(wanted) - set(self.failing) - good),
        )

    async def try_many(self, changes: Sequence[Change]) -> list[Outcome]:
        return [await self.try_change(change) for change in changes]


def _ids(task: Program) -> list[str]:
    return [f"test_module.py::test_{number}" for number in range(len(task.visible))]


@dataclass
class Seen:
    """What tracing one case told."""

    lines: set[tuple[int, str]] = field(default_factory=set)
    types: dict[str, dict[str, set[str]]] = field(default_factory=dict)

    def trace(self, frame: FrameType, event: str, value: Any) -> Any:
        if frame.f_code.co_filename != PATH:
            return None
        name = frame.f_code.co_qualname.replace(".<locals>", "").partition("<")[0].rstrip(".")
        if event == "line" and name:
            self.lines.add((frame.f_lineno, name))
        if event == "return" and name:
            held = self.types.setdefault(name, {})
            for variable, what in (*frame.f_locals.items(), ("return", value)):
                held.setdefault(variable, set()).add(type(what).__name__)
        return self.trace


def localised(task: Program, bench: Bench) -> Localised:
    """Rank lines by Ochiai, from tracing every visible case once."""
    seen: dict[str, Seen] = {}
    for name, (expression, _) in zip(_ids(task), task.visible, strict=True):
        seen[name] = Seen()
        sys.settrace(seen[name].trace)
        try:
            value_of(task.broken, expression)
        finally:
            sys.settrace(None)
    suspects = []
    for line, function in sorted(set().union(*(one.lines for one in seen.values()))):
        by = {name for name, one in seen.items() if (line, function) in one.lines}
        bad = len(by & set(bench.failing))
        if bad:
            score = bad / (len(bench.failing) * len(by)) ** 0.5
            suspects.append(Suspect(path=PATH, line=line, function=function, score=score))
    types: dict[str, dict[str, tuple[str, ...]]] = {}
    for one in seen.values():
        for function, held in one.types.items():
            own = types.setdefault(spot(PATH, function), {})
            for variable, names in held.items():
                own[variable] = tuple(sorted({*own.get(variable, ()), *names}))
    return Localised(suspects=tuple(sorted(suspects, key=lambda one: -one.score)), types=types)


def failure(task: Program, bench: Bench) -> TestResult:
    """Return the first failure as pytest would tell it."""
    number = int(bench.failing[0].rpartition("_")[2])
    expression, wanted = task.visible[number]
    value = value_of(task.broken, expression)
    raised = isinstance(value, str) and value.startswith("raises ") and value != wanted
    exception = value.removeprefix("raises ") if raised else "AssertionError"
    message = MESSAGES.get(exception, "") if raised else f"assert {value!r} == {wanted!r}"
    return TestResult(
        id=bench.failing[0], outcome="failed", message=f"{exception}: {message}",
        exception=exception, frames=(Frame(path="test_module.py", line=1),),
    )  # fmt: skip


MESSAGES = {
    "AttributeError": "'NoneType' object has no attribute 'x'",
    "ValueError": "max() arg is an empty sequence",
    "KeyError": "'x'",
    "TypeError": "unsupported operand type(s)",
}


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
        passing={name: 0.0 for name in _ids(task) if name not in bench.failing},
    )  # fmt: skip
    kind = of_result(brief.failure).kind
    search = Search(
        seconds=3600, candidates=most, tell=_nothing,
        learned=lambda b, source, at: learned_ideas(memory, kind, source, at, b.localised),
        priors=lambda b: learned_priors(memory, kind),
        choose=_likeliest,
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


async def _likeliest(brief: Brief, greens: Sequence[Any]) -> Ranking:
    return Ranking(sorted(greens, key=lambda one: -one.score), "")


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
    signal.signal(signal.SIGVTALRM, _stop)
    warnings.simplefilter("ignore", SyntaxWarning)  # of what candidates look like
    # Candidates run in this process; one that asks for the moon gets a MemoryError.
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))
    print(json.dumps(asyncio.run(measure(given))))


if __name__ == "__main__":
    main()
