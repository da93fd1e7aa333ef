"""The bench of one patch step: doors first, then the failing tests, with the candidate on top.

A candidate passes three doors before any of its code runs: it may not touch what is protected, it
must not be one that is known to fail, and the policy must not block it. What is tried here is
ranked, not judged: apply, check and execute verify the best one again, in full.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from verdigris.checks.cheats import cheats
from verdigris.checks.environment import test_texts
from verdigris.checks.gate import policy_findings
from verdigris.checks.honest import passes
from verdigris.core.change import Change
from verdigris.core.report import Report
from verdigris.edits.guard import require_allowed, require_inside
from verdigris.errors import ModelMistake
from verdigris.repair.bench import Outcome
from verdigris.settings import Settings
from verdigris.suites.warm.trials import Told, Trials

_WORD = re.compile(r"[^\W\d]\w*")


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
        self._alone = all("::" in test for test in self.failing) and not together
        self._tests: dict[str, str] | None = None
        self._words: dict[str, frozenset[str]] = {}

    @property
    def workers(self) -> int:
        return self._trials.workers

    def refusal(self, change: Change) -> str:
        """Return why a candidate may not be tried at all; empty when it may."""
        if change.fingerprint in self.known_bad:
            return "the same change was tried before and did not help"
        if reason := self._misplaced(change):
            return reason
        if self._tests is None:
            self._tests = test_texts(self._tree)
        found = policy_findings(change, self._settings.checks) + cheats(change, self._tests)
        return next((str(one) for one in found if one.severity == "block"), "")

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
        if refused := self._misplaced(change) or self._names_something_new(change):
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
        refused = [self._misplaced(one) or self._names_something_new(one) for one in changes]
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
            broke=sum(
                1
                for result in after.failures
                if (was := self._before.result(result.id)) is None or was.outcome == "passed"
            ),
            report=after,
        )

    def _chosen(self, only: Sequence[str]) -> Sequence[str]:
        return (only or self.failing) if self._alone else ()

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

    def _names_something_new(self, change: Change) -> str:
        """Ask the policy where a change brings in a name that its file did not have.

        The policy grants every kind of operation that a file had before, and needs a name to find
        a new one, so code made of the file's own names has nothing that it could block.
        """
        for edit in change.edits:
            if edit.before is None or edit.after is None:
                return self.refusal(change)
            if edit.before not in self._words:
                self._words[edit.before] = _names_in(edit.before)
            new = set(_WORD.findall(_changed(edit.before, edit.after))) - self._words[edit.before]
            if new - _HARMLESS:
                found = policy_findings(change, self._settings.checks)
                return next((str(one) for one in found if one.severity == "block"), "")
        return ""


_DANGEROUS = frozenset(
    ("__import__", "breakpoint", "compile", "delattr", "eval", "exec", "exit", "getattr", "globals",
     "input", "locals", "open", "quit", "setattr", "type", "vars")
)  # fmt: skip
_HARMLESS = (
    frozenset(keyword.kwlist)
    | {name for name in dir(builtins) if name not in _DANGEROUS}
    | {name for kind in (str, bytes, list, dict, set, int, float) for name in dir(kind)}
    | {"cls", "copy", "deepcopy", "encoding", "key", "math", "self"}
) - {name for kind in (object, str) for name in dir(kind) if name.startswith("__")}
"""Words that no rule of the policy is about, so that a search need not ask it."""


def _names_in(text: str) -> frozenset[str]:
    """Return every name that stands in a Python text as code; none for what is no Python."""
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    found: set[str] = set()
    for node in nodes:
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                found.update(name.split("."))
    return frozenset(found)


def _changed(before: str, after: str) -> str:
    """Return the part of a text that is not as before, widened to whole words."""
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    left, right = start, len(after) - end
    while left > 0 and (after[left - 1].isalnum() or after[left - 1] == "_"):
        left -= 1
    while right < len(after) and (after[right].isalnum() or after[right] == "_"):
        right += 1
    return after[left:right]


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_taken(tree: Path, path: str) -> bool:
    """Tell whether a new file would replace one that exists, or lie below one."""
    parents = [parent for parent in PurePosixPath(path).parents if parent.name]
    return (tree / path).exists() or any((tree / parent).is_file() for parent in parents)
