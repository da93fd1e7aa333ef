"""Where tasks come from: a folder of ours, or a public set on disk that an adapter reads.

A source lists its tasks without laying any out; a job lays out the one it works on. Nothing is
downloaded here.
"""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from verdigris.errors import UserError
from verdigris.evals.tasks.reading import EvalSuite, EvalTask, built_in, read_suite
from verdigris.evals.tasks.trees import files_of

ADAPTERS = ("quixbugs", "humaneval", "exercism", "bugsinpy", "swebench")
"""Each is a module of `adapters` with `open(path) -> Source`."""

PARTS = ("repo", "solution", "hidden")


class Source(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def tasks(self) -> Sequence[EvalTask]:
        """The tasks, in order. Their folders need not exist yet."""
        ...

    def digest(self, task: EvalTask) -> str:
        """Return a hash of everything that makes up a task."""
        ...

    def lay(self, task: EvalTask, desk: Path, parts: Sequence[str] = PARTS) -> EvalTask:
        """Return the task with its files in place, below `desk` where they must be written.

        Of what must be written, only the `parts` that are asked for.
        """
        ...


class Folder:
    """A suite in our own format; its tasks are where they are."""

    def __init__(self, suite: EvalSuite) -> None:
        self.name = suite.name
        self.tasks = suite.tasks

    def digest(self, task: EvalTask) -> str:
        return digest_files(task.folder, files_of(task.folder))

    def lay(self, task: EvalTask, desk: Path, parts: Sequence[str] = PARTS) -> EvalTask:
        return task


def open_source(wanted: str) -> Source:
    """Open a suite by name, by path, or as `ADAPTER:PATH`. Raises UserError where it cannot be."""
    kind, colon, path = wanted.partition(":")
    if colon and kind in ADAPTERS:
        place = Path(path).expanduser()
        if not path or not place.exists():
            raise UserError(
                f"There is nothing at {path or 'an empty path'} for the adapter '{kind}'.",
                hint=f"Write {kind}:PATH with the place of the set on this machine.",
            )
        adapter = import_module(f"verdigris.evals.tasks.adapters.{kind}")
        opened: Source = adapter.open_set(place.resolve())
        return opened
    if colon and not Path(wanted).exists():
        raise UserError(f"There is no adapter '{kind}'.", hint=f"There are: {', '.join(ADAPTERS)}.")
    return Folder(read_suite(wanted))


def settled(wanted: str) -> str:
    """Return a suite as it must be named in any folder: paths become absolute."""
    kind, colon, path = wanted.partition(":")
    if colon and kind in ADAPTERS:
        return f"{kind}:{Path(path).expanduser().resolve()}"
    by_name = wanted in built_in() or not Path(wanted).exists()
    return wanted if by_name else str(Path(wanted).resolve())


def chosen(tasks: Sequence[EvalTask], only: Iterable[str], limit: int) -> list[EvalTask]:
    """Return the tasks whose id matches one of some patterns; at most `limit`, spread over them.

    Raises UserError when none is left.
    """
    patterns = tuple(only)
    found = [
        task
        for task in tasks
        if not patterns or any(fnmatch.fnmatchcase(task.id, pattern) for pattern in patterns)
    ]
    if not found:
        raise UserError(
            f"No task matches {', '.join(patterns)}.", hint="`verdigris eval tasks SUITE` has all."
        )
    if limit and limit < len(found):
        step = len(found) / limit
        found = [found[int(number * step)] for number in range(limit)]
    return found


def digest_files(folder: Path, paths: Iterable[str]) -> str:
    """Return a hash of some files, by their names and contents."""
    found = hashlib.sha256()
    for path in sorted(paths):
        data = (folder / path).read_bytes()
        found.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        found.update(data)
    return found.hexdigest()
