"""The static gate for one change: policy, new imports, Ruff, Bandit. Only what it adds counts.

What counts as added: a use is known by its rule and by what is used, not by its place or its words.
So code that is moved, re-indented, renamed or edited in its arguments adds nothing, within a file
and from one file of the change to another. A further use of a kind of operation that the file had
before is a warning and does not block: a client of HTTP may need one more request. Detecting tests
and patching what others rely on is never taken for granted in this way.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from verdigris.checks import policy
from verdigris.checks.approval import Approver
from verdigris.checks.cheats import cheats
from verdigris.checks.dependencies import dependency_findings
from verdigris.checks.environment import Surroundings, test_texts
from verdigris.checks.tools import tool_findings
from verdigris.checks.use import Use
from verdigris.core.change import Change, FileEdit
from verdigris.core.finding import Finding
from verdigris.settings import Checks

_NEVER_GRANTED = ("", "test-detection", "monkeypatch")
"""Operations that do not become a warning because the file had them before."""


def policy_findings(change: Change, checks: Checks) -> list[Finding]:
    """Return what the policy finds in the new texts beyond what was there; blocked ones first."""
    moved: Counter[tuple[str, str]] = Counter()
    fresh: list[tuple[FileEdit, Use]] = []
    for edit in change.edits:
        old = policy.uses(edit.before, edit.path) if edit.before is not None else []
        new = policy.uses(edit.after, edit.path) if edit.after is not None else []
        added, gone = _difference(old, new)
        moved.update(gone)
        fresh += [(edit, use) for use in added]
    found = []
    for edit, use in fresh:
        key = (use.rule.id, use.what)
        if moved[key] > 0 and use.rule.operation:
            moved[key] -= 1
        elif use.rule.id not in checks.allow_rules:
            found.append(_graded(use, edit, checks))
    return sorted(found, key=lambda finding: finding.severity != "block")


def _difference(
    old: Sequence[Use], new: Sequence[Use]
) -> tuple[list[Use], Counter[tuple[str, str]]]:
    """Return the uses that are new, and how many of each kind are gone."""
    exact = Counter((use.rule.id, use.what, use.snippet) for use in old)
    left = Counter((use.rule.id, use.what) for use in old)
    unsure = []
    for use in new:
        # First those that stand there word for word, so that the new one is the one that is named.
        if exact[(use.rule.id, use.what, use.snippet)] > 0:
            exact[(use.rule.id, use.what, use.snippet)] -= 1
            left[(use.rule.id, use.what)] -= 1
        else:
            unsure.append(use)
    added = []
    for use in unsure:
        if left[(use.rule.id, use.what)] > 0:
            left[(use.rule.id, use.what)] -= 1
        else:
            added.append(use)
    return added, +left


def _graded(use: Use, edit: FileEdit, checks: Checks) -> Finding:
    finding = use.finding(edit.path)
    operation = use.rule.operation
    if finding.severity != "block" or operation in checks.also_block:
        return finding
    if operation and operation not in checks.block_operations:
        return finding.model_copy(update={"severity": "warn"})
    had = policy.operations(edit.before, edit.path) if edit.before is not None else set()
    if operation in had and operation not in _NEVER_GRANTED:
        said = f"{finding.message}, as the file did before"
        return finding.model_copy(update={"severity": "warn", "message": said})
    return finding


async def check_change(
    change: Change,
    checks: Checks,
    surroundings: Surroundings | None = None,
    approver: Approver | None = None,
) -> list[Finding]:
    """Run the whole gate. A change is blocked if any finding's severity is `block`.

    New imports are looked at where the surroundings of the project are known. Raises UserError for
    a command of the user's that cannot be run.
    """
    found = policy_findings(change, checks)
    if surroundings is not None:
        found += cheats(change, test_texts(surroundings.tree))
    if surroundings is not None and not blocked(found):
        found += await dependency_findings(change, checks, surroundings, approver)
    if not blocked(found):  # else there is no use in asking slower tools
        found += await tools_on(change, checks)
    return found


async def tools_on(change: Change, checks: Checks) -> list[Finding]:
    """Run Ruff and Bandit on the Python files of a change, before and after."""
    with tempfile.TemporaryDirectory(prefix="verdigris-") as desk:
        # Resolved, because the tools name files by their real paths.
        before, after = Path(desk).resolve() / "before", Path(desk).resolve() / "after"
        old, new = {}, {}
        for edit in change.edits:
            if edit.path.endswith(".py"):
                if edit.before is not None:
                    old[edit.path] = _write(before / edit.path, edit.before)
                if edit.after is not None:
                    new[edit.path] = _write(after / edit.path, edit.after)
        return await tool_findings(old, new, checks)


def blocked(findings: Sequence[Finding]) -> bool:
    return any(finding.severity == "block" for finding in findings)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return path
