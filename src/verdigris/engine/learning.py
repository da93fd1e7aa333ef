"""Learning from a repository's history: bug fixes are found, generalised, merged and kept.

A commit is kept in one transaction under its own id, so whoever is interrupted goes on where the
work stopped, and mining twice teaches nothing twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

from verdigris.checks.gate import policy_findings
from verdigris.core.change import Change, FileEdit
from verdigris.core.template import Kept, Provenance, Template
from verdigris.core.value import Value
from verdigris.edits.past import Commit, Fix, Past
from verdigris.memory.patterns import PatternStore
from verdigris.settings import Settings
from verdigris.steps.teaching import teach, templates_of

_FIX = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|hot-?fix|bugs?|bug-?fix(?:e[sd])?|regress\w*|wrong\w*|incorrect\w*|"
    r"broken|breaks|crash\w*|off[- ]by[- ]one|mistake\w*|faults?|defects?|hangs?|infinite loop|"
    r"(?:Index|Key|Value|Type|Attribute|ZeroDivision|Recursion)Error|"
    r"(?:close[sd]?|resolve[sd]?) #\d+)\b",
    re.IGNORECASE,
)
_NO_FIX = re.compile(
    r"^\W*(?:revert|merge|bump|release|docs?|chore|style|lint|format|refactor|rename)\b"
    r"|\b(?:typo|lint|flake8|mypy|docstring)\b",
    re.IGNORECASE,
)
_LINES = 300
"""Lines from the first to the last that a small fix changes in one file."""
_WITH_TESTS, _WITHOUT = 0.5, 0.25
"""How much a commit counts, next to 1 for a fix that was verified here."""


class Mined(Value):
    """What came of it."""

    commits: int
    """Commits that were looked at."""
    fixes: int
    """Those that say they mend something."""
    known: int
    """Those that were learned from before."""
    taught: int
    """Those that taught anything."""
    refused: int
    """Those whose code does what the gate would block."""
    templates: int
    """Templates that were not known before."""
    merged: int
    """Times that two templates were found to have something in common."""
    best: tuple[Kept, ...] = ()


def is_fix(message: str) -> bool:
    """Tell whether a commit says that it mends something, by its first lines."""
    subject = message.strip().partition("\n")[0][:500]
    return not _NO_FIX.search(subject) and bool(_FIX.search(message[:2000]))


async def mine(
    folder: Path,
    patterns: PatternStore,
    settings: Settings,
    *,
    max_commits: int,
    since: str = "",
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Mined:
    """Learn from the history of the repository a folder is in.

    Raises UserError where there is none, StoreError when the store fails.
    """
    past = Past.open(folder)
    commits = await past.commits(max_commits, since)
    fixes = [commit for commit in commits if is_fix(commit.message)]
    known = await patterns.known([_key(commit) for commit in fixes])
    wanted = [commit for commit in fixes if _key(commit) not in known]
    order = {commit.id: number for number, commit in enumerate(wanted, 1)}
    taught = refused = new = merged = 0
    seen: dict[str, Template] = {}
    async for fix in past.fixes(wanted):
        tell(order[fix.commit.id], len(wanted))
        # In a thread, so that a stranger's odd code does not keep Ctrl+C waiting.
        templates = await asyncio.to_thread(_lessons, fix, settings)
        if templates is None:
            refused += 1
        elif templates:
            count, common = await teach(patterns, templates, _provenance(fix, past.name))
            taught, new, merged = taught + 1, new + count, merged + len(common)
            seen.update({one.id: one for one in (*templates, *common)})
    tell(len(wanted), len(wanted))
    best = [kept for kept in await patterns.kept() if kept.template.id in seen]
    return Mined(
        commits=len(commits),
        fixes=len(fixes),
        known=len(known),
        taught=taught,
        refused=refused,
        templates=new,
        merged=merged,
        best=tuple(best[:10]),
    )


def _lessons(fix: Fix, settings: Settings) -> list[Template] | None:
    """Return what a fix teaches; None for one that the gate would not let in."""
    edits = tuple(edit for edit in fix.edits if _is_small(edit))
    change = Change(edits=edits, origin="user")
    if any(found.severity == "block" for found in policy_findings(change, settings.checks)):
        return None
    return templates_of(edits)


def _is_small(edit: FileEdit) -> bool:
    """Tell whether what differs lies close together, before anything is parsed."""
    old, new = (edit.before or "").split("\n"), (edit.after or "").split("\n")
    same = (a == b for a, b in zip(old, new, strict=False))
    head = len(list(takewhile(bool, same)))
    same = (a == b for a, b in zip(reversed(old[head:]), reversed(new[head:]), strict=False))
    tail = len(list(takewhile(bool, same)))
    return max(len(old), len(new)) - head - tail <= _LINES


def _key(commit: Commit) -> str:
    return f"commit {commit.id}"


def _provenance(fix: Fix, repository: str) -> Provenance:
    return Provenance(
        key=_key(fix.commit),
        at=fix.commit.at,
        repository=hashlib.sha256(repository.encode("utf-8", "replace")).hexdigest()[:12],
        weight=_WITH_TESTS if fix.with_tests else _WITHOUT,
    )
