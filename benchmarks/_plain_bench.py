"""A bench in this process for programs of the stream: plain functions, quick and harmless to run.

Not a benchmark. What the real bench does in a sandbox with pytest is done here by `exec`, with the
lines that ran and the types that were seen gathered by a trace function.
"""

from __future__ import annotations

import resource
import signal
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from _stream import Program, value_of

from verdigris.core.change import Change
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.core.report import Frame, TestResult
from verdigris.repair.bench import Outcome

PATH = "module.py"
SECONDS = 0.3
"""Of processor time, that all tests of a candidate together may take."""


class Endless(BaseException):
    """Raised into code that takes too long; not an Exception, so that nothing catches it."""


def prepare() -> None:
    """Bound what a candidate can take of this process."""
    signal.signal(signal.SIGVTALRM, _stop)
    warnings.simplefilter("ignore", SyntaxWarning)  # of what candidates look like
    # One that asks for the moon gets a MemoryError.
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))


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
    together = 1

    def __init__(self, task: Program) -> None:
        self._cases = dict(zip(ids(task), task.visible, strict=True))
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


def ids(task: Program) -> list[str]:
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
    for name, (expression, _) in zip(ids(task), task.visible, strict=True):
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
