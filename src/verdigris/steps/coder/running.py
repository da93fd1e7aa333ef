"""What `run` does for a coder with tools: the tests it may see, or the program itself. And how
that is told: short, cut, and without anything that differs from one time to the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from verdigris.building.rows import START
from verdigris.checks.honest import passes
from verdigris.core.change import Change
from verdigris.core.report import Report
from verdigris.core.text import count, cut, one_line
from verdigris.edits.workspace import Workspace
from verdigris.sandbox.base import Completed
from verdigris.steps.deps import Deps
from verdigris.steps.trying.in_time import OVER, seconds_left
from verdigris.suites.programs import Starting
from verdigris.suites.warm.trials import Told

_SHOWN = 3
"""Failing tests that are shown with all they said; the others in a line."""
_DETAILS = 1500
_OUTPUT = 4000
_STARTING = 5.0
"""Seconds that a program has beside what a test may take: interpreters start slowly at times."""

Lines = Sequence[Sequence[str]]
Tests = Callable[[Change], Awaitable[Report]]
Program = Callable[[Change, Lines], Awaitable[Completed]]


@dataclass(frozen=True)
class Runs:
    """What a coder with tools may run, and what stands before it."""

    ids: tuple[str, ...]
    """Of the tests that it may see."""
    tests: Tests
    gate: Callable[[Change], None]
    """Raises ModelMistake for a change whose code may not be run."""
    program: Program | None = None


async def within(seconds: float, running: Awaitable[Told], command: str) -> Report:
    """Wait for a test run as long as its tests may take. Code that cannot be interrupted from
    within is ended here, long before the limit of a whole suite.
    """
    try:
        async with asyncio.timeout(seconds + START):
            return (await running).report
    except TimeoutError:
        message = f"the tests did not end within {seconds:g} s"
        return Report(command=command, ending="timeout", message=message)


def program_of(
    words: Sequence[str], deps: Deps, commit: str, whole: Callable[[Change], Change | None]
) -> Program | None:
    """Return what starts a program as it is with a change, in a copy that is thrown away."""
    suite, workspace, seconds = deps.suite, deps.workspace, deps.settings.build.test_seconds
    if not words or not isinstance(suite, Starting):
        return None

    async def start(change: Change, lines: Lines) -> Completed:
        wall = seconds * len(lines) + _STARTING
        left = seconds_left(deps)
        if left is not None and left <= 0:
            return Completed(exit_code=None, ended_by="wall", output="", message=OVER)
        wall = wall if left is None else min(wall, left)
        return await _started(suite, workspace, commit, whole(change), words, lines, wall)

    return start


async def _started(
    suite: Starting,
    workspace: Workspace,
    commit: str,
    change: Change | None,
    words: Sequence[str],
    lines: Lines,
    wall: float,
) -> Completed:
    async with workspace.fresh(commit, change) as tree:
        done = await suite.start(tree, words, lines, wall_seconds=wall)
        return done.model_copy(update={"output": done.output.replace(f"{tree}/", "")})


def tests_told(report: Report, ids: Sequence[str]) -> tuple[str, int]:
    """Return what a run of some tests is worth telling, and how many of them passed."""
    passed = sum(1 for test in ids if passes(report, test))
    if passed == len(ids):
        return f"All {count(passed, 'test')} pass.", passed
    said = [f"{passed} of {count(len(ids), 'test')} pass."]
    if report.message:
        said.append(f"The run ended early: {one_line(report.message, 300)}.")
    for number, failure in enumerate(report.failures):
        line = f"{failure.id} fails: {failure.reason}"
        details = cut(failure.details or failure.output, _DETAILS).strip()
        said.append(f"{line}\n{details}".strip() if number < _SHOWN else line)
    if not report.results and report.output:
        said.append(cut(report.output, _OUTPUT))
    return cut("\n\n".join(said), 3 * _OUTPUT), passed


def program_told(done: Completed) -> tuple[str, str]:
    """Return what a program printed and how it ended, whole and in a few words."""
    ended = done.message if done.exit_code is None else ""
    said = cut(done.output.strip(), _OUTPUT) or "(it printed nothing)"
    if not ended:
        return said, "it ended"
    short = "it did not end in time" if done.ended_by == "wall" else one_line(ended, 80)
    return f"{said}\nIt was stopped: {one_line(ended, 300)}.", short
