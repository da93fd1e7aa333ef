"""Honest green: what failed passes, what passed still does, and no test was weakened. Pure.

The reports must come from fresh copies and cold processes; this file only compares them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from verdigris.core.change import Change
from verdigris.core.paths import is_protected
from verdigris.core.report import Report
from verdigris.core.text import listed
from verdigris.core.verdict import Verdict


def judge(
    before: Report, after: Report, change: Change | None, *, allow_test_edits: bool = False
) -> Verdict:
    """Compare two reports of the same suite and say whether the change is honestly green."""
    was_failing = [result.id for result in before.failures]
    was_passing = [result.id for result in before.passed]
    fixed = tuple(test for test in was_failing if passes(after, test))
    still = tuple(test for test in was_failing if test not in fixed)
    broken = tuple(test for test in was_passing if _outcome(after, test) != "passed")
    new_failures = tuple(
        result.id
        for result in after.failures
        if before.result(result.id) is None and result.id not in still
    )
    reasons: list[str] = []
    if after.ending != "finished":
        reasons.append(f"the suite did not finish: {after.message or after.ending}")
    reasons += _say("still failing", still)
    reasons += _say("broken or gone", broken)
    reasons += _say("failing, newly collected", new_failures)
    reasons += _say("skipped now", _newly(before, after, "skipped", "xfailed"))
    if not reasons and not after.green:
        reasons.append(f"the suite ended with exit status {after.exit_code}")
    if change is not None and not allow_test_edits:
        reasons += _say("touches tests", [path for path in change.paths if is_protected(path)])
    return Verdict(
        green=not reasons, reasons=tuple(reasons), fixed=fixed, still_failing=still, broken=broken
    )


def without(report: Report, flaky: Collection[str]) -> Report:
    """Return the report as it would be without its flaky tests.

    They pass and fail by themselves, so they say nothing about a change either way.
    """
    kept = tuple(result for result in report.results if result.id not in flaky)
    if len(kept) == len(report.results):
        return report
    only_they_failed = bool(report.failures) and not any(result.failed for result in kept)
    # 1 is pytest's and everyone's way to say that tests failed.
    status = 0 if report.exit_code == 1 and only_they_failed else report.exit_code
    fields = {name: getattr(report, name) for name in Report.model_fields}
    return Report(**{**fields, "results": kept, "exit_code": status})  # a copy has stale indexes


def _outcome(report: Report, test: str) -> str:
    result = report.result(test)
    return result.outcome if result else "gone"


def passes(after: Report, test: str) -> bool:
    """Tell whether a test passes, or a file, folder or command that failed as a whole now opens up.

    What could not be collected has no tests of its own before; afterwards its tests take its place.
    """
    if (result := after.result(test)) is not None or "::" in test:
        return result is not None and result.outcome == "passed"
    inside = [
        result
        for result in after.results
        if test in ("command", "collection") or result.id.startswith((f"{test}::", f"{test}/"))
    ]
    return any(result.outcome == "passed" for result in inside) and not any(
        result.failed for result in inside
    )


def _newly(before: Report, after: Report, *outcomes: str) -> list[str]:
    return [
        result.id
        for result in after.results
        if result.outcome in outcomes
        and (old := before.result(result.id)) is not None
        and old.outcome not in outcomes
    ]


def _say(what: str, tests: Sequence[str]) -> list[str]:
    if not tests:
        return []
    return [f"{what}: {listed(tests)}"]
