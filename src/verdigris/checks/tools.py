"""Ruff and Bandit on the changed files. Only what the change adds counts.

The tools read text and run none of it, so they run outside the sandbox, with our own
configuration: the project's could switch them off.
"""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from verdigris.core.finding import Finding
from verdigris.core.text import one_line
from verdigris.errors import SandboxUnavailable, UserError
from verdigris.settings import Checks, Machine

# Errors only: an undefined name is a fault, an unusual style is not ours to judge.
_RUFF = (
    "check",
    "--isolated",
    "--no-cache",
    "--select",
    "E9,F63,F7,F82",
    "--output-format",
    "json",
)
_BANDIT = ("-q", "-f", "json", "--severity-level", "medium", "--confidence-level", "medium")


async def tool_findings(
    before: Mapping[str, Path], after: Mapping[str, Path], checks: Checks
) -> list[Finding]:
    """Return what Ruff and Bandit find in the new files and did not find in the old ones."""
    if not after:
        return []
    found = await _both(
        _new(_ruff, before, after, checks.ruff_cmd), _new(_bandit, before, after, checks.bandit_cmd)
    )
    return [finding for group in found for finding in group]


async def _new(tool: Any, before: Mapping[str, Path], after: Mapping[str, Path],
               command: str | None) -> list[Finding]:  # fmt: skip
    if command is not None:
        return await _custom(tool.__name__.strip("_"), command, after)
    new, old = await _both(tool(after), tool(before))
    known = Counter((f.path, f.rule, f.message) for f in old)
    fresh = []
    for finding in new:
        key = (finding.path, finding.rule, finding.message)
        known[key] -= 1
        if known[key] < 0:
            fresh.append(finding)
    return fresh


async def _both(
    one: Coroutine[Any, Any, list[Finding]], other: Coroutine[Any, Any, list[Finding]]
) -> list[list[Finding]]:
    """Run two at once and wait for both even when one fails.

    A child process left behind by the other would keep the event loop from closing.
    """
    found: list[list[Finding]] = []
    for result in await asyncio.gather(one, other, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result
        found.append(result)
    return found


async def _ruff(files: Mapping[str, Path]) -> list[Finding]:
    rows = await _json([sys.executable, "-m", "ruff", *_RUFF], files.values(), ok=(0, 1))
    names = {str(path): name for name, path in files.items()}
    return [
        Finding(
            rule=f"ruff/{row.get('code') or 'syntax'}",
            severity="warn",
            path=names.get(row.get("filename", ""), row.get("filename", "")),
            line=(row.get("location") or {}).get("row", 0),
            message=one_line(row.get("message", "")),
        )
        for row in rows
    ]


async def _bandit(files: Mapping[str, Path]) -> list[Finding]:
    answer = await _json([sys.executable, "-m", "bandit", *_BANDIT], files.values(), ok=(0, 1))
    rows = answer.get("results", []) if isinstance(answer, dict) else []
    names = {str(path): name for name, path in files.items()}
    return [
        Finding(
            rule=f"bandit/{row['test_id']}",
            severity="warn",
            path=names.get(row["filename"], row["filename"]),
            line=row.get("line_number", 0),
            message=one_line(row.get("issue_text", "")),
        )
        for row in rows
    ]


async def _json(command: Sequence[str], files: Any, ok: Sequence[int]) -> Any:
    paths = [str(path) for path in files]
    if not paths:
        return []
    code, output = await _run([*command, *paths])
    if code not in ok:
        raise SandboxUnavailable(f"{command[2]} failed with status {code}: {one_line(output)}")
    try:
        return json.loads(output)
    except ValueError:
        raise SandboxUnavailable(f"{command[2]} gave no usable answer.") from None


async def _custom(name: str, command: str, files: Mapping[str, Path]) -> list[Finding]:
    """Run the user's own command; a status other than 0 is one finding with what it printed."""
    try:
        words = shlex.split(command)
        code, output = await _run([*words, *(str(path) for path in files.values())])
    except (OSError, ValueError, IndexError) as error:
        raise UserError(f"The command given by --{name}-cmd cannot be run: {error}.") from None
    if code == 0:
        return []
    for shown, path in files.items():
        output = output.replace(str(path), shown)
    return [
        Finding(rule=f"{name}/command", severity="warn", path=next(iter(files)),
                message=one_line(output, 600) or f"exit status {code}")
    ]  # fmt: skip


async def _run(command: Sequence[str]) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": Machine.current().path, "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
    )  # fmt: skip
    output, error = await process.communicate()
    text = output or error
    return process.returncode or 0, text.decode("utf-8", "replace")
