"""The static gate for one change: policy, Ruff, Bandit. Only what the change adds counts."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from verdigris.checks import policy
from verdigris.checks.rules import RULES
from verdigris.checks.tools import tool_findings
from verdigris.core.change import Change
from verdigris.core.finding import Finding
from verdigris.settings import Checks

_OPERATION = {rule.id: rule.operation for rule in RULES}


def policy_findings(change: Change, checks: Checks) -> list[Finding]:
    """Return what the policy finds in the new texts beyond what the old ones already had."""
    fresh: list[Finding] = []
    for edit in change.edits:
        if edit.after is None or not edit.path.endswith((".py", ".pyi")):
            continue
        old = policy.findings(edit.before, edit.path) if edit.before is not None else []
        had = Counter((finding.rule, finding.message) for finding in old)
        for finding in policy.findings(edit.after, edit.path):
            had[(finding.rule, finding.message)] -= 1
            if had[(finding.rule, finding.message)] < 0:
                fresh.append(_graded(finding, checks))
    return fresh


def _graded(finding: Finding, checks: Checks) -> Finding:
    operation = _OPERATION.get(finding.rule)
    if operation is None or operation in checks.block_operations:
        return finding
    return finding.model_copy(update={"severity": "warn"})


async def check_change(change: Change, checks: Checks) -> list[Finding]:
    """Run the whole gate. A change is blocked if any finding's severity is `block`."""
    found = policy_findings(change, checks)
    if blocked(found):
        return found  # no use asking slower tools
    with tempfile.TemporaryDirectory(prefix="verdigris-") as desk:
        before, after = Path(desk) / "before", Path(desk) / "after"
        old, new = {}, {}
        for edit in change.edits:
            if edit.path.endswith(".py"):
                if edit.before is not None:
                    old[edit.path] = _write(before / edit.path, edit.before)
                if edit.after is not None:
                    new[edit.path] = _write(after / edit.path, edit.after)
        found.extend(await tool_findings(old, new, checks))
    return found


def blocked(findings: Sequence[Finding]) -> bool:
    return any(finding.severity == "block" for finding in findings)


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return path
