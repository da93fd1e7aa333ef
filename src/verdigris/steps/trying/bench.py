"""The bench of one patch step: doors first, then the failing tests, with the candidate on top.

A candidate passes three doors before any of its code runs: it may not touch what is protected, it
must not be one that is known to fail, and the policy must not block it. What is tried here is
ranked, not judged: apply, check and execute verify the best one again, in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from verdigris.checks.cheats import cheats
from verdigris.checks.environment import test_texts
from verdigris.checks.gate import policy_findings
from verdigris.checks.honest import passes
from verdigris.checks.quick import may_be_blocked
from verdigris.core.change import Change
from verdigris.core.finding import Finding
from verdigris.core.report import Report
from verdigris.edits.guard import require_allowed, require_inside
from verdigris.errors import ModelMistake
from verdigris.repair.bench import Outcome
from verdigris.settings import Settings
from verdigris.suites.warm.trials import Told, Trials


class PatchBench:
    def __init__(
        self,
        trials: Trials,
        report: Report,
        settings: Settings,
        tree: Path,
        *,
        known_bad: set[str],
        together: bool,
    ) -> None:
        self.failing = tuple(failure.id for failure in report.failures)
        self.known_bad = known_bad
        self.tried = 0
        """How many candidates had their code run."""
        self._trials = trials
        self._before = report
        self._settings = settings
        self._tree = tree
        # A file that could not be collected has no tests to name yet, and what fails only after
        # others passes without them: then all are run.
        self.alone = all("::" in test for test in self.failing) and not together
        self._tests: dict[str, str] | None = None

    @property
    def workers(self) -> int:
        return self._trials.workers

    @property
    def together(self) -> int:
        return self._trials.together

    def refusal(self, change: Change) -> str:
        """Return why a candidate may not be tried at all; empty when it may."""
        if change.fingerprint in self.known_bad:
            return "the same change was tried before and did not help"
        if reason := self._misplaced(change):
            return reason
        if self._tests is None:
            self._tests = test_texts(self._tree)
        found = objection(change, self._settings, self._tests)
        return str(found) if found else ""

    async def run(self, change: Change) -> Told:
        """Run the failing tests with a candidate that was not refused."""
        self.known_bad.add(change.fingerprint)
        self.tried += 1
        return await self._trials.try_change(
            change, only=self._chosen(()), test_seconds=self._patience(10.0)
        )

    async def try_change(
        self, change: Change, *, only: Sequence[str] = (), stop_at_first_failure: bool = False
    ) -> Outcome:
        """Try one of many. The slow door is spared where nothing that it looks for can be new."""
        if refused := self._misplaced(change) or self._blocked(change):
            return Outcome(refused=refused)
        self._trials.expect_many()
        self.tried += 1
        told = await self._trials.try_change(
            change,
            only=self._chosen(only),
            # A candidate that never ends is common in a search, and keeps a core busy meanwhile.
            test_seconds=self._patience(2.0),
            stop_at_first_failure=stop_at_first_failure,
            terse=True,
        )
        return self._outcome(told.report)

    async def try_many(self, changes: Sequence[Change]) -> list[Outcome]:
        """Try several of many; those that are refused are left out of the run."""
        refused = [self._misplaced(one) or self._blocked(one) for one in changes]
        tried = [one for one, reason in zip(changes, refused, strict=True) if not reason]
        self._trials.expect_many()
        self.tried += len(tried)
        reports = iter(
            await self._trials.try_many(
                tried, only=self._chosen(()), test_seconds=self._patience(2.0)
            )
        )
        return [
            Outcome(refused=reason) if reason else self._outcome(next(reports))
            for reason in refused
        ]

    def _outcome(self, after: Report) -> Outcome:
        return Outcome(
            won=sum(1 for test in self.failing if passes(after, test)),
            mends=passes(after, self.failing[0]),
            broke=sum(
                1
                for result in after.failures
                if (was := self._before.result(result.id)) is None or was.outcome == "passed"
            ),
            report=after,
        )

    def _chosen(self, only: Sequence[str]) -> Sequence[str]:
        return (only or self.failing) if self.alone else ()

    def _patience(self, least: float) -> float:
        """Return how long one test may take: ample for its kind, short for a hang."""
        slowest = max(
            (r.seconds for r in self._before.results if r.outcome == "passed"), default=0.0
        )
        return min(max(least, 10 * slowest), self._settings.suite.test_seconds)

    def _misplaced(self, change: Change) -> str:
        try:
            require_allowed(change, self._settings.edits)
            require_inside(change, self._tree)
        except ModelMistake as mistake:
            return str(mistake)
        for edit in change.edits:
            if edit.before is None and _is_taken(self._tree, edit.path):
                return f"{edit.path} is there already; it was not shown, so it may not be replaced"
        return ""

    def _blocked(self, change: Change) -> str:
        """Ask the policy, where it could have something against a candidate."""
        if not may_be_blocked(change, self._settings.checks):
            return ""
        found = policy_findings(change, self._settings.checks)
        return next((str(one) for one in found if one.severity == "block"), "")


def objection(change: Change, settings: Settings, tests: Mapping[str, str]) -> Finding | None:
    """Return what the gate has against running the code of a change, if anything."""
    found = policy_findings(change, settings.checks) + cheats(change, tests)
    return next((one for one in found if one.severity == "block"), None)


def _is_taken(tree: Path, path: str) -> bool:
    """Tell whether a new file would replace one that exists, or lie below one."""
    parents = [parent for parent in PurePosixPath(path).parents if parent.name]
    return (tree / path).exists() or any((tree / parent).is_file() for parent in parents)
