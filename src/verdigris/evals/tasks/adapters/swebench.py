"""SWE-bench-style instances: a file of rows, and beside it a prepared repository for each.

PATH/instances.jsonl    rows with instance_id, problem_statement, patch, test_patch, FAIL_TO_PASS …
PATH/INSTANCE_ID/       the repository at its base commit; what it needs is installed (`--python`)

The tests of `test_patch` are laid out and visible, because Verdigris works from failing tests:
figures are not those of SWE-bench, where the agent does not see them.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verdigris.core.text import one_line
from verdigris.errors import UserError
from verdigris.evals.tasks.adapters.base import (
    Adapted,
    Files,
    Item,
    family_of,
    need,
    refuse,
    rows_of,
    slug,
)
from verdigris.evals.tasks.sources import digest_files
from verdigris.evals.tasks.trees import plain_files, texts_of

_ROWS = ("instances.jsonl", "instances.json")


def open_set(path: Path) -> Adapted:
    """Open a folder of instances. Raises UserError for one that is not prepared like this."""
    rows = next((path / name for name in _ROWS if (path / name).is_file()), None)
    if rows is None:
        raise refuse(path, "instances.jsonl")
    return Adapted("swebench", _items(path, rows))


def _items(path: Path, rows: Path) -> Iterator[Item]:
    for row in rows_of(rows):
        name = need(row, "instance_id", rows)
        if Path(name).name != name or name in (".", ".."):
            raise UserError(f"{rows}: '{name}' is no name of an instance.")
        if (path / name).is_dir():
            yield _item(row, rows, path / name, name)


def _item(row: Mapping[str, Any], rows: Path, repo: Path, name: str) -> Item:
    tests = need(row, "test_patch", rows)
    failing = _tests(row.get("FAIL_TO_PASS"), rows, name)

    def files() -> Files:
        return Files(
            repo=patched(repo, tests, f"the test_patch of {name}"), solution=solution, base=repo
        )

    def solution() -> dict[str, str]:
        mended = row.get("patch")
        return patched(repo, str(mended), f"the patch of {name}") if mended else {}

    def state() -> str:
        return f"{digest_files(repo, plain_files(repo))} {tests}"

    paths = sorted({test.partition("::")[0] for test in failing if "::" in test})
    return Item(
        id=slug(name),
        family=family_of(str(row.get("repo") or name)),
        size="medium",
        goal=need(row, "problem_statement", rows),
        licence="that of the project",
        files=files,
        state=state,
        test_cmd=f"python -m pytest {shlex.join(paths)}" if paths else None,
        timeout_seconds=1800.0,
    )


def _tests(value: object, rows: Path, name: str) -> list[str]:
    """Return a list of tests; the set stores it as JSON within JSON."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(isinstance(test, str) for test in found):
        raise UserError(f"{rows}: FAIL_TO_PASS of {name} is no list of tests.")
    return found


def patched(repo: Path, patch: str, what: str) -> dict[str, str]:
    """Return the texts of the files that a patch changes or adds. Raises UserError where it fails.

    Git refuses paths that lead out of the folder.
    """
    with tempfile.TemporaryDirectory(prefix="verdigris-patch-") as place:
        copy = Path(place).resolve() / "copy"
        shutil.copytree(repo, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        before = texts_of(copy)
        done = subprocess.run(
            ["git", "apply", "--whitespace=nowarn", "-"],
            input=patch.encode(), cwd=copy, capture_output=True, check=False,
            env={"PATH": _path(), "GIT_CEILING_DIRECTORIES": place, "GIT_CONFIG_NOSYSTEM": "1",
                 "HOME": place},
        )  # fmt: skip
        if done.returncode:
            said = one_line(done.stderr.decode("utf-8", "replace"))
            raise UserError(f"In {repo}, {what} does not apply: {said}")
        return {path: text for path, text in texts_of(copy).items() if before.get(path) != text}


def _path() -> str:
    from verdigris.settings import Machine

    return Machine.current().path
