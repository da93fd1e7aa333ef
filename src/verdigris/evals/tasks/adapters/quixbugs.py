"""QuixBugs: `python_programs/NAME.py`, its tests in `python_testcases`, inputs in `json_testcases`.

The tests of a program are all visible, as is usual with this set; there are no hidden ones.
"""

from __future__ import annotations

from pathlib import Path

from verdigris.evals.tasks.adapters.base import (
    Adapted,
    Files,
    Item,
    optional,
    refuse,
    slug,
    text_of,
)

_SHARED = (
    "conftest.py", "node.py", "python_testcases/node.py", "python_testcases/load_testdata.py",
    "python_programs/node.py", "python_programs/__init__.py",
)  # fmt: skip


def open_set(path: Path) -> Adapted:
    """Open a checkout. Raises UserError for a folder that is none."""
    programs, tests = path / "python_programs", path / "python_testcases"
    if not programs.is_dir() or not tests.is_dir():
        raise refuse(path, "python_programs and python_testcases")
    return Adapted(
        "quixbugs",
        [
            _item(path, test.stem.removeprefix("test_"))
            for test in sorted(tests.glob("test_*.py"))
            if (programs / f"{test.stem.removeprefix('test_')}.py").is_file()
        ],
    )


def _item(path: Path, name: str) -> Item:
    def files() -> Files:
        repo = {shared: text for shared in _SHARED if (text := optional(path / shared)) is not None}
        for own in (f"python_programs/{name}.py", f"python_testcases/test_{name}.py"):
            repo[own] = text_of(path / own)
        if (cases := optional(path / "json_testcases" / f"{name}.json")) is not None:
            repo[f"json_testcases/{name}.json"] = cases
        mended = optional(path / "correct_python_programs" / f"{name}.py")
        return Files(repo, {f"python_programs/{name}.py": mended} if mended else {})

    return Item(
        id=slug(name), family="quixbugs", goal=f"{name} fails some of its tests; mend it.",
        licence="MIT", files=files, test_cmd="python -m pytest python_testcases",
        timeout_seconds=60.0,
    )  # fmt: skip
