"""Which files mention a word: ripgrep where it is installed, else a slower stand-in."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from verdigris.settings import Machine

_LIMIT = 200
"""Files that are looked at; beyond that a word says nothing."""
_BIG = 1_000_000


async def files_matching(tree: Path, pattern: str) -> list[str]:
    """Return the Python files below `tree` whose text matches a regular expression, sorted."""
    machine = Machine.current()
    program = shutil.which("rg", path=machine.path)
    if program is None:
        return await asyncio.to_thread(_scan, tree, pattern)
    process = await asyncio.create_subprocess_exec(
        program, "--files-with-matches", "--no-config", "--no-ignore", "--hidden",
        "--max-filesize", str(_BIG), "--glob", "*.py", "--regexp", pattern, ".",
        cwd=tree, env={"PATH": machine.path}, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    output, _ = await process.communicate()
    found = [line.removeprefix("./") for line in output.decode("utf-8", "replace").splitlines()]
    return sorted(found)[:_LIMIT]


async def definitions_of(tree: Path, names: Sequence[str]) -> list[str]:
    """Return the files that define a function or class of one of these names."""
    words = "|".join(re.escape(name) for name in sorted(set(names)) if name.isidentifier())
    return (
        await files_matching(tree, rf"^\s*(?:async\s+def|def|class)\s+(?:{words})\b")
        if words
        else []
    )


def _scan(tree: Path, pattern: str) -> list[str]:
    expression = re.compile(pattern, re.MULTILINE)
    found = []
    for path in sorted(tree.rglob("*.py")):
        readable = path.is_file() and path.stat().st_size <= _BIG
        if readable and expression.search(path.read_text("utf-8", "replace")):
            found.append(path.relative_to(tree).as_posix())
        if len(found) >= _LIMIT:
            break
    return found
