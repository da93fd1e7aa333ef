"""HumanEval and HumanEvalFix (the Python part of HumanEvalPack), as JSON lines.

A row with `buggy_solution` is one to be mended; one without is one to be written, and begins with a
body that raises NotImplementedError. The tests are visible, as `check` of the row, in one test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verdigris.errors import UserError
from verdigris.evals.tasks.adapters.base import Adapted, Files, Item, family_of, need, rows_of, slug

_EMPTY = "    raise NotImplementedError\n"
_CALL = re.compile(r"^check\(\w+\)\s*$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")
_FUNCTION = re.compile(r"^def ([A-Za-z_]\w*)", re.MULTILINE)


def open_set(path: Path) -> Adapted:
    """Open a JSONL file, or the folder that holds one. Raises UserError for anything else."""
    if path.is_dir():
        found = sorted(path.glob("*.jsonl")) or sorted(path.glob("*.jsonl.gz"))
        if len(found) != 1:
            raise UserError(f"{path} holds {len(found)} JSONL files.", hint="Name one of them.")
        path = found[0]
    if path.suffix == ".gz":
        raise UserError(f"{path} is packed.", hint=f"Unpack it first: gunzip {path.name}")
    return Adapted("humaneval", _items(path))


def _items(path: Path) -> Iterator[Item]:
    for row in rows_of(path):
        name = need(row, "task_id", path)
        if name.partition("/")[0].lower() in ("python", "humaneval"):
            yield _item(row, path, name)


def _item(row: Mapping[str, Any], path: Path, name: str) -> Item:
    entry, broken = need(row, "entry_point", path), row.get("buggy_solution")
    if not _NAME.fullmatch(entry):
        raise UserError(f"{path}: '{entry}' of {name} is no name of a function.")
    prompt, solution = need(row, "prompt", path), need(row, "canonical_solution", path)
    checks = _CALL.sub("", need(row, "test", path)).rstrip()

    def files() -> Files:
        head = str(row.get("import") or "")
        setup = str(row.get("test_setup") or "")
        begin = f"{head}\n{prompt}" if head.strip() else prompt
        names = ", ".join([entry, *_helpers(prompt, entry, checks)])
        test = (
            f"{setup}\nfrom solution import {names}\n\n\n{checks}\n\n\n"
            f"def test_{entry}():\n    check({entry})\n"
        )
        body = broken if isinstance(broken, str) else _EMPTY
        return Files(
            {"solution.py": f"{begin}{body}", "test_solution.py": test.lstrip()},
            {"solution.py": f"{begin}{solution}"},
        )

    kind = "mend" if isinstance(broken, str) else "write"
    return Item(
        id=slug(name if kind == "write" else f"fix-{name}"),
        family=family_of(str(row.get("bug_type") or "write")),
        goal=f"{'Mend' if kind == 'mend' else 'Write'} {entry}, so that it does what it says.",
        licence="MIT",
        files=files,
        timeout_seconds=60.0,
    )


def _helpers(prompt: str, entry: str, checks: str) -> list[str]:
    """Return the functions of a prompt, before the one to be written, that its tests call.

    By name: whoever writes the rest must not be able to put an `abs` of their own into the tests.
    """
    used = {*_NAME.findall(checks)}
    return [name for name in _FUNCTION.findall(prompt) if name != entry and name in used]
