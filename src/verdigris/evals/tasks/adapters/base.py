"""What adapters share: tasks that are listed at once and laid out one at a time.

A set is a stranger's. Names become ids by a fixed rule, files are read and never run, and what is
damaged is refused with the name of its file.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from verdigris.core.text import one_line
from verdigris.errors import UserError
from verdigris.evals.tasks.reading import EvalTask, Size
from verdigris.evals.tasks.sources import PARTS

Texts = Mapping[str, str]
"""Files by their path in a project."""
_LONGEST = 32 * 1024 * 1024
_GOAL = 2000


@dataclass(frozen=True)
class Item:
    """One task of a set: what it is, and its files once they are asked for."""

    id: str
    family: str
    goal: str
    licence: str
    files: Callable[[], Files]
    """Reads them; called when the task is laid out, or its digest is needed and `state` is none."""
    state: Callable[[], str] | None = None
    """Tells one state of the files from another, where that is less work than reading them all."""
    size: Size = "tiny"
    test_cmd: str | None = None
    timeout_seconds: float = 120.0

    def task(self, folder: Path) -> EvalTask:
        """Return it as a task. Raises UserError where it cannot be one."""
        goal = self.goal[:_GOAL].strip() or "Make the failing tests pass."
        try:
            return EvalTask(
                id=self.id, kind="fix", language="python", family=self.family, size=self.size,
                difficulty="unrated", goal=goal, test_cmd=self.test_cmd,
                timeout_seconds=self.timeout_seconds, licence=self.licence, folder=folder,
            )  # fmt: skip
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise UserError(
                f"{self.id} of the set cannot be a task: {where}: {one_line(first['msg'])}.",
                hint="Mend its entry in the set, or remove it.",
            ) from None


@dataclass(frozen=True)
class Files:
    repo: Texts = field(default_factory=dict)
    solution: Texts | Callable[[], Texts] = field(default_factory=dict)
    """Or what makes it, where that is work: few ask for it."""
    hidden: Texts = field(default_factory=dict)
    base: Path | None = None
    """A folder whose files the project begins with."""
    behind: str = ""
    """How files of that folder are called that stay behind: notes of the set's own tools."""
    version: str = ""
    """What tells one state of that folder from another."""

    def part(self, name: str) -> Texts:
        found = {"repo": self.repo, "solution": self.solution, "hidden": self.hidden}[name]
        return found() if callable(found) else found


class Adapted:
    """A source of tasks from another set."""

    def __init__(self, name: str, items: Iterable[Item]) -> None:
        self.name = name
        self._items: dict[str, Item] = {}
        for item in items:
            if item.id in self._items:
                raise UserError(
                    f"Two tasks of the set {name} would be called {item.id}.",
                    hint="Rename or remove one of them: names differ in letters and digits.",
                )
            self._items[item.id] = item
        self.tasks: Sequence[EvalTask] = [
            item.task(Path("/nonexistent")) for item in self._items.values()
        ]
        if not self.tasks:
            raise UserError(f"There is no task in the set {name}.")

    def digest(self, task: EvalTask) -> str:
        item = self._items[task.id]
        told: list[object] = [task.model_dump(mode="json")]
        if item.state is not None:
            told.append(item.state())
        else:
            files = item.files()
            told += [files.repo, files.hidden, files.version]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def lay(self, task: EvalTask, desk: Path, parts: Sequence[str] = PARTS) -> EvalTask:
        item = self._items[task.id]
        folder, files = desk / item.id, item.files()
        if files.base is not None:
            _copy(files.base, folder / "repo", files.behind)
        for part in parts:
            for path, text in files.part(part).items():
                place = folder / part / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, "utf-8")
        return item.task(folder)


def _copy(source: Path, target: Path, behind: str) -> None:
    """Copy a checkout's plain files; its history stays behind, which may hold the answer."""
    from verdigris.evals.tasks.trees import plain_files

    for path in plain_files(source):
        if fnmatchcase(path, behind):
            continue
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / path, place)


def slug(name: str) -> str:
    """Return an id made of a name: `HumanEval/12` is `humaneval-12`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:80].strip("-") or "task"


def family_of(name: str) -> str:
    """Return a family made of a name; letters and hyphens only."""
    return re.sub(r"[^a-z]+", "-", name.lower()).strip("-")[:40].strip("-") or "unknown"


def text_of(path: Path) -> str:
    """Read a file of a set. Raises UserError when it cannot be read as text."""
    try:
        if path.is_symlink() or path.stat().st_size > _LONGEST:
            raise UserError(f"{path} is a link, or larger than {_LONGEST >> 20} MB.")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {one_line(str(error))}.") from None


def optional(path: Path) -> str | None:
    return text_of(path) if path.is_file() else None


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """Read JSON lines, or a JSON list of objects. Raises UserError for what is neither."""
    text = text_of(path)
    try:
        if text.lstrip().startswith("["):
            found = json.loads(text)
        else:
            # At line feeds only: JSON may hold other ends of lines as they are.
            found = [json.loads(line) for line in text.split("\n") if line.strip()]
    except ValueError as error:
        raise UserError(f"{path} is no JSON: {one_line(str(error))}.") from None
    if not all(isinstance(row, dict) for row in found):
        raise UserError(f"{path} holds something other than objects.")
    yield from found


def need(row: Mapping[str, Any], name: str, path: Path) -> str:
    """Return a text field of a row. Raises UserError where it has none."""
    value = row.get(name)
    if not isinstance(value, str):
        raise UserError(f"{path}: a task has no text in '{name}'.")
    return value


def refuse(path: Path, wanted: str) -> UserError:
    return UserError(f"{path} does not look as expected: there is no {wanted}.",
                     hint="docs/suites.md describes what each adapter reads.")  # fmt: skip
