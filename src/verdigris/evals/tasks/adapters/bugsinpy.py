"""BugsInPy: projects as `bugsinpy-checkout` leaves them, buggy, with the tests of the fix in place.

Each is a folder with `bugsinpy_bug.info` and `bugsinpy_run_test.sh`, whose lines are the command of
the tests. What the project needs must be installed for the interpreter that runs them (`--python`).
These notes stay behind: one of them names the files that the fix changes. There are no hidden
tests.
"""

from __future__ import annotations

import re
from pathlib import Path

from verdigris.errors import UserError
from verdigris.evals.tasks.adapters.base import (
    Adapted,
    Files,
    Item,
    family_of,
    optional,
    refuse,
    slug,
    text_of,
)
from verdigris.evals.tasks.sources import digest_files
from verdigris.evals.tasks.trees import plain_files

_RUNNERS = re.compile(r"^(?:pytest|py\.test|python3?|tox|nosetests|unittest|make)\b")


def open_set(path: Path) -> Adapted:
    """Open a folder of checkouts, or a single one. Raises UserError where there is none."""
    found = sorted(place.parent for place in path.glob("**/bugsinpy_run_test.sh"))
    if not found:
        raise refuse(path, "folder with bugsinpy_run_test.sh, which bugsinpy-checkout writes")
    return Adapted("bugsinpy", [_item(folder, path) for folder in found])


def _item(folder: Path, root: Path) -> Item:
    name = folder.relative_to(root).as_posix() if folder != root else folder.name

    def files() -> Files:
        version = digest_files(folder, plain_files(folder))
        return Files(base=folder, behind="bugsinpy_*", version=version)

    info = optional(folder / "bugsinpy_bug.info") or ""
    tests = re.findall(r'^test_file\s*=\s*"([^"]*)"', info, re.MULTILINE)
    about = f" The tests are in {tests[0].replace(';', ', ')}." if tests else ""
    return Item(
        id=slug(name), family=family_of(folder.name), size="medium",
        goal=f"{folder.name} fails some of its tests; mend it.{about}",
        licence="that of the project", files=files, timeout_seconds=600.0,
        test_cmd=command_of(folder / "bugsinpy_run_test.sh"),
    )  # fmt: skip


def command_of(script: Path) -> str:
    """Return the command of the tests: the lines of the script that start a runner."""
    lines = [line.strip() for line in text_of(script).splitlines()]
    found = [line for line in lines if _RUNNERS.match(line)]
    if not found:
        raise UserError(f"{script} starts no test runner that is known.")
    if len(found) == 1:
        return found[0]
    # One report for all of them; a shell would stop at the first that fails.
    paths = [word for line in found for word in line.split() if ".py" in word]
    if all("pytest" in line or "py.test" in line for line in found) and paths:
        return f"python -m pytest {' '.join(dict.fromkeys(paths))}"
    return " && ".join(found)
