"""Whether tasks are sound: each fails before, passes with its solution, and hidden tests agree.

A task that starts empty is sound when the hidden tests fail on nothing and pass on its solution,
and the goal says which files they look for; what the goal shows must hold of the solution.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

from verdigris.core.report import Report
from verdigris.core.text import listed
from verdigris.core.value import Value
from verdigris.errors import UserError
from verdigris.evals.examples import example_tests, run_examples
from verdigris.evals.hidden import hidden_tests, run_on, run_visible, visible_tests
from verdigris.evals.tasks import EvalTask
from verdigris.evals.trees import files_of
from verdigris.settings import Settings


class Soundness(Value):
    """What was found out about one task."""

    task: str
    faults: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    """The visible tests that fail before."""
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
    if task.kind not in ("fix", "build"):
        raise UserError(
            f"The task {task.id} is of kind '{task.kind}'; only 'fix' and 'build' can be checked."
        )
    started = time.monotonic()
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
    hidden = await hidden_tests(task, settings)
    before = await run_on(hidden, task.repo, task.hidden)
    after = await run_on(hidden, task.repo, task.solution, task.hidden)
    which = "the hidden tests"
    return [*_not_failing(before, which), *_not_green(after, which)]


async def _check_hopeless(task: EvalTask, settings: Settings) -> Soundness:
    """Check a task that cannot be solved: its tests fail, and nobody claims to know better."""
    started = time.monotonic()
    before = await run_visible(task, await visible_tests(task, settings), task.repo)
    faults = _not_failing(before, "the visible tests")
    faults += [f"it cannot be solved, and has {part}/" for part in ("solution", "hidden")
               if files_of(task.folder / part)]  # fmt: skip
    return _soundness(task, faults, before, started)


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


def _soundness(task: EvalTask, faults: Sequence[str], before: Report, started: float) -> Soundness:
    return Soundness(
        task=task.id,
        faults=tuple(faults),
        failing=tuple(result.id for result in before.failures),
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
