"""See the failure with our own eyes: take a copy of the project and run its tests in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verdigris.checks.honest import passes, without
from verdigris.core import signature
from verdigris.core.events import FailureSeen, FlakyFound, SuiteRan, Warned
from verdigris.core.report import Report
from verdigris.core.text import count, tidy
from verdigris.core.verdict import Verdict
from verdigris.errors import SuiteUnavailable
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def reproduce(state: RunState, deps: Deps) -> RunState:
    base = await deps.workspace.start(Path(state["task"].root))
    await _tell_left_out(deps)
    async with deps.workspace.fresh(base) as tree:
        report = await deps.suite.run(tree)
    await deps.bus.emit(SuiteRan(purpose="reproduce", report=report, where=deps.suite.where))
    deps.said(report.summary())
    _require_usable(report)
    flaky, together = await _run_again(report, base, deps)
    report = without(report, flaky)
    found = signature.of_report(report)
    if found is not None:
        await deps.bus.emit(FailureSeen(signature=found))
    return {
        "base": base,
        "head": base,
        "flaky": flaky,
        "together": together,
        "before": report,
        "current": report,
        "signature": found,
        "verdict": Verdict(green=True) if report.green else None,
    }


async def _run_again(report: Report, base: str, deps: Deps) -> tuple[tuple[str, ...], bool]:
    """Run what failed once more. Return the flaky tests, and whether others need company to fail.

    What passes although nothing was changed does so by itself, or because it ran without the tests
    before it: only the whole suite can tell the two apart.
    """
    failing = [failure.id for failure in report.failures]
    if report.ending != "finished" or not failing:
        return (), False
    only = failing if all("::" in test for test in failing) else ()
    again = await _again(only, base, deps)
    alone = [test for test in failing if passes(again, test)]
    if alone and only:
        again = await _again((), base, deps)
    flaky = tuple(test for test in alone if passes(again, test))
    if flaky:
        await deps.bus.emit(FlakyFound(tests=flaky))
    return flaky, len(flaky) < len(alone)


async def _again(only: Sequence[str], base: str, deps: Deps) -> Report:
    async with deps.workspace.fresh(base) as tree:
        again = await deps.suite.run(tree, only=only, seed=1)
    await deps.bus.emit(SuiteRan(purpose="again", report=again, where=deps.suite.where))
    return again


async def _tell_left_out(deps: Deps) -> None:
    left = deps.workspace.left_out()
    if not left:
        return
    named = ", ".join(f"{one.path} ({one.why})" for one in left[:5])
    more = f" and {len(left) - 5} more" if len(left) > 5 else ""
    files = count(len(left), "file")
    await deps.bus.emit(Warned(message=tidy(f"{files} left out of the copy: {named}{more}.")))


def _require_usable(report: Report) -> None:
    """Stop where there is nothing to repair: no tests, or a command that does not start."""
    if report.ending == "finished" and not report.results:
        raise SuiteUnavailable(
            f"`{report.command}` found no tests.",
            hint="Write a test that fails, or name the command that runs them: --test-cmd '…'",
        )
    only = report.results[0] if len(report.results) == 1 else None
    if only is not None and only.id == "command" and report.exit_code in (126, 127):
        raise SuiteUnavailable(
            f"The test command `{report.command}` cannot start: {only.message}.",
            hint="Check it by hand in the project's folder, then pass it by --test-cmd.",
        )
    if not report.results:
        raise SuiteUnavailable(
            f"`{report.command}` gave no result for any test: {report.message or report.ending}.",
            hint="Run it by hand in the project's folder; the run's event log holds its output.",
        )
