"""Ruff and Bandit on the changed files. Only what the change adds counts.

The tools read text and run none of it, so they run outside the sandbox, with our own
configuration: the project's could switch them off.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verdigris.core.finding import Finding
from verdigris.core.text import one_line
from verdigris.errors import SandboxUnavailable, UserError
from verdigris.settings import Checks, Machine

Tool = Callable[[Mapping[str, Path]], Coroutine[Any, Any, list[Finding]]]

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
_NUMBERED = re.compile(r"\bline \d+")
_AT_ONCE = 200
"""Files of one command line."""
_PATIENCE = 120.0
"""Seconds until a tool counts as stuck."""
_BANDIT = ("-q", "-f", "json", "--severity-level", "medium", "--confidence-level", "medium")


async def tool_findings(
    before: Mapping[str, Path], after: Mapping[str, Path], checks: Checks
) -> list[Finding]:
    """Return what Ruff and Bandit find in the new files and did not find in the old ones.

    A tool that is missing or fails is a remark, not a fault of the change. Raises UserError for a
    command of the user's that cannot be run.
    """
    if not after:
        return []
    found = await _both(
        _new("ruff", _ruff, before, after, checks.ruff_cmd),
        _new("bandit", _bandit, before, after, checks.bandit_cmd),
    )
    return [finding for group in found for finding in group]


async def _new(name: str, tool: Tool, before: Mapping[str, Path], after: Mapping[str, Path],
               command: str | None) -> list[Finding]:  # fmt: skip
    if command is not None:
        new, old = await _both(_custom(name, command, after), _custom(name, command, before))
    else:
        try:
            new, old = await _both(tool(after), tool(before))
        except SandboxUnavailable as error:
            return [
                Finding(rule=f"{name}/unavailable", severity="info", path="", message=str(error))
            ]
    known = Counter(map(_key, old))
    fresh = []
    for finding in new:
        known[_key(finding)] -= 1
        if known[_key(finding)] < 0:
            fresh.append(finding)
    return fresh


def _key(finding: Finding) -> tuple[str, str, str]:
    # A message may name lines, and they move without meaning anything.
    return finding.path, finding.rule, _NUMBERED.sub("line", finding.message)


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
    answers = await _json([sys.executable, "-m", "ruff", *_RUFF], files.values(), ok=(0, 1))
    rows = [row for answer in answers for row in answer]
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
    answers = await _json([sys.executable, "-m", "bandit", *_BANDIT], files.values(), ok=(0, 1))
    rows = [row for answer in answers for row in answer.get("results", [])]
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


async def _json(command: Sequence[str], files: Iterable[Path], ok: Sequence[int]) -> list[Any]:
    """Run a tool on the files, some at a time; return its answers. Raises SandboxUnavailable."""
    paths = [str(path) for path in files]
    answers = []
    for start in range(0, len(paths), _AT_ONCE):
        try:
            code, output = await _run([*command, *paths[start : start + _AT_ONCE]])
        except OSError as error:
            raise SandboxUnavailable(f"{command[2]} cannot be started: {error}.") from None
        if code not in ok:
            raise SandboxUnavailable(f"{command[2]} failed with status {code}: {one_line(output)}")
        try:
            answers.append(json.loads(output))
        except ValueError:
            said = one_line(output) or "nothing was printed"
            raise SandboxUnavailable(f"{command[2]} gave no usable answer: {said}") from None
    return answers


async def _custom(name: str, command: str, files: Mapping[str, Path]) -> list[Finding]:
    """Run the user's own command; a status other than 0 is one finding with what it printed."""
    if not files:
        return []
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
        stderr=asyncio.subprocess.PIPE, start_new_session=True,
        env={"PATH": Machine.current().path, "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"},
    )  # fmt: skip
    try:
        output, error = await asyncio.wait_for(process.communicate(), _PATIENCE)
    except TimeoutError:
        return 124, f"no answer within {_PATIENCE} s"
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    text = output or error
    return process.returncode or 0, text.decode("utf-8", "replace")
