"""Look files over by rule. What is noticed informs the prompt; nothing is blocked.

In a fix these are the suspected files. An audit reads the SQL of the whole project.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from verdigris.checks import policy
from verdigris.checks.sql import audit_sql, reads
from verdigris.core.events import Audited
from verdigris.core.finding import Finding
from verdigris.core.text import count, listed, one_line
from verdigris.steps.briefing import editable_files, read_text
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

_TOLD = 3
"""Earlier attempts that are told of."""
_READ = 10
"""Attempts that are looked at for these, besides the run's own."""
_FILES = 5000
_ABOUT_SQL = re.compile(r"\bsql\b|\binjections?\b|\bquer(?:y|ies)\b", re.IGNORECASE)
_NOT_OURS = {
    "vendor", "vendored", "_vendor", "third_party", "third-party", "node_modules",
    "bower_components", "site-packages", "dist", "build",
}  # fmt: skip


async def audit(state: RunState, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    task = state["task"]
    texts = editable_files(tree, state.get("places", ()))
    found: list[Finding] = []
    read = len(texts)
    if task.job == "audit":
        found, read = await asyncio.to_thread(_sql_of_all, tree)
    else:
        for path, text in texts.items():
            found.extend(audit_sql(text, path))
    if not (task.job == "audit" and _ABOUT_SQL.search(task.goal)):
        for path, text in texts.items():
            if path.endswith(".py"):
                found.extend(policy.audit(text, path))
        found.extend(await _tried(state, deps))
    findings = tuple(found)
    await deps.bus.emit(Audited(findings=findings))
    said = count(len(findings), "finding") if findings else "nothing noticed"
    deps.said(f"{said} in {count(read, 'file')}" if task.job == "audit" else said)
    return {"findings": findings}


def _sql_of_all(tree: Path) -> tuple[list[Finding], int]:
    """Return what is wrong with the SQL of a project, and how many files were read for it."""
    found: list[Finding] = []
    read = 0
    for path in _files(tree):
        if read >= _FILES:
            found.append(
                Finding(
                    rule="audit/unread",
                    severity="info",
                    path=path,
                    message=f"the project has more than {_FILES} files; from here on none was read",
                    cure="Audit a folder of it.",
                )
            )
            break
        if (text := read_text(tree, path)) is not None:
            read += 1
            found.extend(audit_sql(text, path))
    return found, read


def _files(tree: Path) -> Iterator[str]:
    """Yield the files that the rules can read, sorted; what was copied in from others is not ours.

    The tree is the run's own copy: what git ignores is not in it.
    """
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in _NOT_OURS)
        inside = Path(folder).relative_to(tree)
        for name in sorted(names):
            if reads(name) and not re.search(r"\.min\.\w+$|\.d\.ts$", name):
                yield (inside / name).as_posix()


async def _tried(state: RunState, deps: Deps) -> list[Finding]:
    """Return what earlier runs tried in vain: on this failure or, where none is at hand, on any of
    this project's. What foreign cards claim is left out: it would reach a prompt.
    """
    failure, run = state.get("signature"), state["run_id"]
    most = _READ + state.get("iteration", 0)
    if failure is None:
        known = await deps.graph.tried(state["task"].project, limit=most)
        found = [
            _finding(fix.files[0], fix.run, fix.failure, fix.broken, fix.verification)
            for fix in known
            if fix.files and fix.run != run
        ]
    else:
        cards = await deps.memory.by_signature(failure, limit=most)
        found = [
            _finding(card.files_changed[0], card.run_id, "", card.broken, card.verification)
            for card in cards
            if not (card.green or card.foreign) and card.files_changed and card.run_id != run
        ]
    return found[:_TOLD]


def _finding(path: str, run: str, failure: str, broken: Sequence[str], verdict: str) -> Finding:
    what = f"for {one_line(failure, 120)}" if failure else "for the same failure"
    broke = f" and broke {listed(broken)}" if broken else ""
    said = "" if broken else f": {one_line(verdict, 200)}" if verdict else ""
    return Finding(
        rule="memory/tried",
        severity="warn",
        path=path,
        message=f"this was tried in run {run}, {what}; it did not help{broke}{said}",
        cure="Try something else.",
    )
