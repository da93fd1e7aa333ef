"""See the failure with our own eyes: take a copy of the project and run its tests in it."""

from __future__ import annotations

from pathlib import Path

from verdigris.core import signature
from verdigris.core.events import FailureSeen, SuiteRan
from verdigris.core.report import Report
from verdigris.core.verdict import Verdict
from verdigris.errors import SuiteUnavailable
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def reproduce(state: RunState, deps: Deps) -> RunState:
    base = await deps.workspace.start(Path(state["task"].root))
    async with deps.workspace.fresh(base) as tree:
        report = await deps.suite.run(tree)
    await deps.bus.emit(SuiteRan(purpose="reproduce", report=report, where=deps.suite.where))
    deps.said(report.summary())
    _require_usable(report)
    found = signature.of_report(report)
    if found is not None:
        await deps.bus.emit(FailureSeen(signature=found))
    return {
        "base": base,
        "head": base,
        "before": report,
        "current": report,
        "signature": found,
        "verdict": Verdict(green=True) if report.green else None,
    }


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
