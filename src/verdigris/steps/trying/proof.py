"""What a green verdict has to stand before it is believed: does it repeat, and was it the change?

Called where the comparison of reports says green (`checks/honest`); nothing here can turn red into
green. Every run is in a fresh copy and a cold process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from verdigris.checks.honest import judge, passes, without
from verdigris.core.change import Change, make_change
from verdigris.core.events import SuiteRan
from verdigris.core.paths import is_protected
from verdigris.core.report import Report
from verdigris.core.text import count, listed
from verdigris.core.verdict import Proof, Verdict
from verdigris.steps.deps import Deps

Purpose = Literal["repeat", "revert", "old tests"]


async def prove(
    verdict: Verdict,
    before: Report,
    change: Change,
    commits: tuple[str, str],
    deps: Deps,
    flaky: Sequence[str],
) -> Verdict:
    """Return a green verdict with its proofs, or a red one with what they found.

    `commits` are the project as it was found and with the whole `change` on top.
    """
    base, head = commits
    allow = deps.settings.edits.allow_test_edits
    proofs = [await _repeats(before, change, head, deps, flaky)]
    if proofs[0].holds:
        proofs.append(await _fails_without(verdict.fixed, base, deps))
    if allow and any(is_protected(path) for path in change.paths):
        proofs.append(await _old_tests(before, change, commits, deps, flaky))
    doubts = tuple(f"{proof.name}: {proof.detail}" for proof in proofs if not proof.holds)
    return verdict.model_copy(
        update={"green": not doubts, "reasons": doubts, "proofs": tuple(proofs)}
    )


async def _repeats(
    before: Report, change: Change, head: str, deps: Deps, flaky: Sequence[str]
) -> Proof:
    """Run everything once more, with another hash seed: an order nobody chose may have helped."""
    async with deps.workspace.fresh(head) as tree:
        again = without(await deps.suite.run(tree, seed=1), flaky)
    await _tell(deps, "repeat", again)
    allow = deps.settings.edits.allow_test_edits
    second = judge(before, again, change, allow_test_edits=allow)
    detail = "green a second time" if second.green else second.summary()
    return Proof(name="repeats", holds=second.green, detail=detail)


async def _fails_without(fixed: Sequence[str], base: str, deps: Deps) -> Proof:
    """Take the change back: what it mended must fail again, or something else has mended it."""
    # What could not be collected has no tests to name; then everything is run.
    only = fixed if all("::" in test for test in fixed) else ()
    reverted = await _reverted(only, base, deps)
    mended = [test for test in fixed if passes(reverted, test)]
    if mended and only:
        # Some tests fail only after others.
        reverted = await _reverted((), base, deps)
        mended = [test for test in fixed if passes(reverted, test)]
    unseen = [test for test in fixed if "::" in test and not _fails(reverted, test)]
    if mended:
        detail = f"without the change these pass as well: {listed(mended)}"
    elif unseen:
        detail = f"without the change these gave no result: {listed(unseen)}"
    else:
        detail = f"{count(len(fixed), 'test')} fail again when the change is taken back"
    return Proof(name="fails without it", holds=not mended and not unseen, detail=detail)


async def _reverted(only: Sequence[str], base: str, deps: Deps) -> Report:
    async with deps.workspace.fresh(base) as tree:
        report = await deps.suite.run(tree, only=only)
    await _tell(deps, "revert", report)
    return report


def _fails(report: Report, test: str) -> bool:
    result = report.result(test)
    return result is not None and result.outcome != "passed"


async def _old_tests(
    before: Report, change: Change, commits: tuple[str, str], deps: Deps, flaky: Sequence[str]
) -> Proof:
    """Run the tests as they were against the new code: what passed there must still pass."""
    edits = [edit for edit in change.edits if is_protected(edit.path)]
    back = make_change(
        {edit.path: edit.after for edit in edits}, {edit.path: edit.before for edit in edits},
        change.origin,
    )  # fmt: skip
    async with deps.workspace.fresh(commits[1], back) as tree:
        old = without(await deps.suite.run(tree), flaky)
    await _tell(deps, "old tests", old)
    against = judge(before, old, None)
    if against.broken:
        detail = f"the tests as they were do not pass any more: {listed(against.broken)}"
        return Proof(name="old tests", holds=False, detail=detail)
    left = (
        f"; still failing there: {listed(against.still_failing)}" if against.still_failing else ""
    )
    return Proof(name="old tests", holds=True, detail=f"the tests as they were break nowhere{left}")


async def _tell(deps: Deps, purpose: Purpose, report: Report) -> None:
    await deps.bus.emit(SuiteRan(purpose=purpose, report=report, where=deps.suite.where))
