"""Exercism's Python track, also as part of the polyglot benchmark.

An exercise is a folder with `.meta/config.json`, which names its stub, its tests and an example
solution. The instructions are the goal. The tests are visible; there are no hidden ones.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from verdigris.errors import UserError
from verdigris.evals.tasks.adapters.base import (
    Adapted,
    Files,
    Item,
    optional,
    refuse,
    slug,
    text_of,
)

_PLACES = ("python/exercises/practice", "exercises/practice", "")


def open_set(path: Path) -> Adapted:
    """Open a checkout of the track or the benchmark. Raises UserError for a folder that is none."""
    for place in _PLACES:
        found = sorted(
            folder.parent.parent for folder in (path / place).glob("*/.meta/config.json")
        )
        if found:
            return Adapted("exercism", [_item(folder) for folder in found])
    raise refuse(path, "exercises/practice/NAME/.meta/config.json")


def _item(folder: Path) -> Item:
    told = _config(folder / ".meta" / "config.json")
    stubs, tests = told["solution"], told["test"]

    def files() -> Files:
        repo = {name: text_of(folder / name) for name in (*stubs, *tests, *told["editor"])}
        example = told["example"][:1]
        mended = {stubs[0]: text_of(folder / example[0])} if example and len(stubs) == 1 else {}
        return Files(repo, mended)

    goal = "\n\n".join(
        text
        for name in ("introduction.md", "instructions.md", "instructions.append.md")
        if (text := optional(folder / ".docs" / name))
    )
    return Item(
        id=slug(folder.name), family="exercise", goal=goal, licence="MIT", files=files,
        test_cmd=f"python -m pytest {' '.join(tests)}", timeout_seconds=120.0,
    )  # fmt: skip


def _config(path: Path) -> dict[str, list[str]]:
    try:
        files = json.loads(text_of(path))["files"]
        found = {name: [str(each) for each in files.get(name, [])]
                 for name in ("solution", "test", "example", "editor")}  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError(f"{path} is damaged.") from None
    for name in (each for names in found.values() for each in names):
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts or not name.endswith(".py"):
            raise UserError(f"{path} names '{name}', which is no Python file of the exercise.")
    if not found["solution"] or not found["test"]:
        raise UserError(f"{path} names no solution or no tests.")
    return found
