"""Whether tasks are sound: each fails before, passes with its solution, and hidden tests agree.

A task that starts empty is sound when the hidden tests fail on nothing and pass on its solution,
and the goal says which files they look for; what the goal shows must hold of the solution. Labels
of what is wrong are sound when hidden tests prove them: at least one for each fails before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from itertools import combinations

from verdigris.core.report import Report
from verdigris.core.text import count, listed
from verdigris.core.value import Value
from verdigris.evals.judging.examples import example_tests, run_examples
from verdigris.evals.judging.hidden import (
    hidden_files,
    hidden_tests,
    run_on,
    run_visible,
    visible_tests,
)
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.trees import files_of, text_at
from verdigris.settings import Settings


class Soundness(Value):
    """What was found out about one task."""

    task: str
    faults: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    """The tests that fail before: the visible ones, or where there are none the hidden ones."""
    seconds: float = 0.0

    @property
    def sound(self) -> bool:
        return not self.faults


async def validate(
    tasks: Sequence[EvalTask], settings: Settings, jobs: int = 2
) -> AsyncIterator[Soundness]:
    """Check tasks, some at once, and yield each result as it comes.

    Raises MissingError when tests cannot be run here at all.
    """
    gate = asyncio.Semaphore(jobs)

    async def one(task: EvalTask) -> Soundness:
        async with gate:
            return await check(task, settings)

    running = [asyncio.create_task(one(task)) for task in tasks]
    try:
        for done in asyncio.as_completed(running):
            yield await done
    finally:
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def check(task: EvalTask, settings: Settings) -> Soundness:
    """Run the tests of one task four times: visible and hidden, before and with the solution."""
    started = time.monotonic()
    if task.kind == "audit":
        return await _check_labels(task, settings)
    if task.expect == "not_green":
        return await _check_hopeless(task, settings)
    lacking = [part for part in _parts(task) if not files_of(task.folder / part)]
    if lacking:
        return Soundness(task=task.id, faults=tuple(f"it has no {part}/" for part in lacking))
    if task.starts_empty:
        return await _check_new(task, settings)
    visible = await visible_tests(task, settings)
    before = await run_visible(task, visible, task.repo)
    after = await run_visible(task, visible, task.repo, task.solution)
    faults = [
        *_not_failing(before, "the visible tests"),
        *_not_green(after, "the visible tests"),
        *(await _hidden_faults(task, settings) if files_of(task.hidden) else ()),
        *_not_the_same(before, after),
    ]
    return _soundness(task, faults, before, started)


def _parts(task: EvalTask) -> tuple[str, ...]:
    """Return what a task must have. Those of other sets show all the tests there are."""
    return ("solution",) if task.difficulty == "unrated" else ("solution", "hidden")


async def _hidden_faults(task: EvalTask, settings: Settings) -> list[str]:
    before, after = await _hidden_runs(task, settings)
    which = "the hidden tests"
    return [*_not_failing(before, which), *_not_green(after, which), *_unseen(task, after)]


def _unseen(task: EvalTask, after: Report) -> list[str]:
    """Say where the command leaves the hidden tests out, and others pass in their place."""
    ran = {test.id.partition("::")[0] for test in after.results if "::" in test.id}
    if not ran or ran & set(hidden_files(task)):
        return []
    return ["its command runs none of the hidden tests"]


async def _hidden_runs(task: EvalTask, settings: Settings) -> tuple[Report, Report]:
    """Run the hidden tests on the project as it is, and with the solution."""
    hidden = await hidden_tests(task, settings)
    before = await run_on(hidden, task.repo, task.hidden)
    return before, await run_on(hidden, task.repo, task.solution, task.hidden)


async def _check_hopeless(task: EvalTask, settings: Settings) -> Soundness:
    """Check a task that cannot be solved: its tests fail, and nobody claims to know better."""
    started = time.monotonic()
    before = await run_visible(task, await visible_tests(task, settings), task.repo)
    faults = _not_failing(before, "the visible tests")
    faults += [f"it cannot be solved, and has {part}/" for part in ("solution", "hidden")
               if files_of(task.folder / part)]  # fmt: skip
    return _soundness(task, faults, before, started)


async def _check_labels(task: EvalTask, settings: Settings) -> Soundness:
    """Check what is said to be wrong: that it is there, and that hidden tests prove it."""
    started = time.monotonic()
    parts = [part for part in ("hidden", "solution") if files_of(task.folder / part)]
    faults = _misplaced(task)
    if not task.findings:
        faults += [f"nothing is wrong in it, and it has {part}/" for part in parts]
        return _soundness(task, faults, None, started)
    if lacking := [part for part in ("hidden", "solution") if part not in parts]:
        faults += [f"it has findings, and no {part}/" for part in lacking]
        return _soundness(task, faults, None, started)
    before, after = await _hidden_runs(task, settings)
    faults += [*_not_failing(before, "the hidden tests"), *_not_green(after, "the hidden tests")]
    if 0 < len(before.failures) < len(task.findings):
        failing, labels = len(before.failures), len(task.findings)
        faults.append(f"{labels} findings, and {count(failing, 'hidden test')} to prove them")
    return _soundness(task, faults, before, started)


def _misplaced(task: EvalTask) -> list[str]:
    """Tell of labels on lines that are not there, and of those that cannot be told apart."""
    said = []
    for label in task.findings:
        lines = (text_at(task.repo / label.path) or "").splitlines()
        if label.last > len(lines):
            said.append(f"{label.place}: the file has {count(len(lines), 'line')}")
        elif not lines[label.line - 1].strip() or not lines[label.last - 1].strip():
            said.append(f"{label.place}: it begins or ends with an empty line")
    pairs = combinations(task.findings, 2)
    return said + [f"{a.place} and {b.place}: they overlap" for a, b in pairs if a.overlaps(b)]


async def _check_new(task: EvalTask, settings: Settings) -> Soundness:
    """Check a task that begins with nothing but a goal."""
    started = time.monotonic()
    hidden, which = await hidden_tests(task, settings), "the hidden tests"
    before = await run_on(hidden, task.hidden)
    after = await run_on(hidden, task.solution, task.hidden)
    nameless = [path for path in files_of(task.solution) if path not in task.goal]
    faults = [
        *_not_failing(before, which),
        *_not_green(after, which),
        *([f"the goal does not name {listed(nameless)}"] if nameless else []),
        *await _contradictions(task, settings),
    ]
    return _soundness(task, faults, before, started)


async def _contradictions(task: EvalTask, settings: Settings) -> list[str]:
    """Tell where the solution does something else than the goal shows."""
    shown = example_tests(task)
    if not shown:
        return []
    report = await run_examples(task, shown, task.solution, settings)
    failed = [f"{result.id} ({result.reason})" for result in report.failures]
    return [f"the solution contradicts what the goal shows: {listed(failed)}"] if failed else []


def _soundness(
    task: EvalTask, faults: Sequence[str], before: Report | None, started: float
) -> Soundness:
    return Soundness(
        task=task.id,
        faults=tuple(faults),
        failing=tuple(result.id for result in before.failures) if before else (),
        seconds=time.monotonic() - started,
    )


def _not_failing(report: Report, which: str) -> list[str]:
    if report.infrastructure:
        return [f"{which} cannot be run: {report.message}"]
    return [] if report.failures else [f"{which} do not fail before: {report.summary()}"]


def _not_green(report: Report, which: str) -> list[str]:
    if report.green:
        return []
    failed = [f"{result.id} ({result.reason})" for result in report.failures]
    why = listed(failed) or report.message or report.summary()
    return [f"{which} do not pass with the solution: {why}"]


def _not_the_same(before: Report, after: Report) -> list[str]:
    """Tell of tests that only exist on one side: a fix must be seen in outcomes, test by test."""
    moved = sorted(before.by_id.keys() ^ after.by_id.keys())
    if not moved or before.ending != "finished":
        return []
    return [f"these tests exist only before or only with the solution: {listed(moved)}"]
