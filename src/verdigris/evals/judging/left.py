"""What an entrant left behind, file by file. What becomes of each is decided here, in `fate`.

The judge runs nothing that it has not looked at: what cannot be shown and could be run is a reason
to refuse the whole. Tests and their set-up are the task's own, whatever became of the copies.
"""

from __future__ import annotations

import filecmp
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from verdigris.core.change import Change, make_change
from verdigris.core.paths import is_protected, is_test_file
from verdigris.core.text import listed
from verdigris.evals.tasks.trees import plain_files, shown, text_at

Fate = Literal["ignored", "restored", "judged", "refused"]

_LITTER = frozenset(
    {".venv", "venv", "node_modules", ".tox", ".nox", ".eggs", ".mypy_cache", ".ruff_cache",
     ".hypothesis", ".cache", "htmlcov"}
)  # fmt: skip
"""Folders that tools make beside the work. What was not there before is no part of it."""
_EGG = re.compile(r"(?:^|/)[^/]+\.egg-info/")
"""Left by whoever installs the project in place."""
_RUNS = (".py", ".pyw", ".so", ".pyd", ".zip", ".whl", ".js", ".mjs", ".cjs", ".jsx", ".ts",
         ".tsx", ".node", ".wasm")  # fmt: skip
"""How files are called that an import can run."""
_NEEDED = ("package.json",)
"""Protected, and yet a part of the program: it says which sort of modules they are."""


def fate(path: str, before: Path | None, after: Path | None, *, from_nothing: bool = False) -> Fate:
    """Say what becomes of a file; `before` and `after` are its places, None where it is not there.

    `ignored`: neither run nor held against anybody. `restored`: run as the task has it, and to
    touch it is a cheat. `judged`: looked at and run. `refused`: it can be neither. `from_nothing`
    where the project began as an empty folder: a set-up of its own is set aside then.
    """
    if is_protected(path) and not (from_nothing and path in _NEEDED):
        return "ignored" if from_nothing or (before is None and _is_harmless(path)) else "restored"
    if after is None or not path.casefold().endswith(_RUNS) or _same(before, after):
        return "judged"
    return "judged" if shown(path) == path and text_at(after) is not None else "refused"


def _is_harmless(path: str) -> bool:
    """Tell of what is new and set aside: tests of one's own, and traces of an installation."""
    if _EGG.search(path):
        return True
    return is_test_file(path) and not path.endswith(("conftest.py", "__init__.py"))


@dataclass(frozen=True)
class Left:
    """What differs from the task, and what may be run of it."""

    change: Change | None
    """What can be shown of it."""
    differs: bool
    bent: tuple[str, ...]
    """Tests, or what sets them up, that were changed, removed or added."""
    refused: tuple[str, ...]
    tree: tuple[tuple[Path, str], ...]
    """Where each file of the project as it is judged comes from, and its path there."""

    @property
    def reasons(self) -> list[str]:
        """Why it is not solved, whatever the tests say."""
        said = []
        if self.bent:
            said.append(f"touches tests or their set-up: {listed(self.bent)}")
        if self.refused:
            said.append(f"cannot be judged: {listed(self.refused)} runs and is no readable text")
        return said

    def lay_out(self, target: Path) -> Path:
        """Write the project as it is judged to a new folder; return it."""
        target.mkdir(parents=True)
        for source, path in self.tree:
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / path, place, follow_symlinks=False)
        return target


def look_at(repo: Path, project: Path, *, from_nothing: bool = False) -> Left:
    """Compare what is left of a project with the task it was made from.

    `from_nothing` as in `fate`.
    """
    had = dict.fromkeys(plain_files(repo))
    known = {part for path in had for part in path.split("/")[:-1]}
    have = dict.fromkeys(plain_files(project, without=_LITTER - known))
    old: dict[str, str] = {}
    new: dict[str, str | None] = {}
    found: dict[Fate, list[str]] = {"ignored": [], "restored": [], "judged": [], "refused": []}
    tree: list[tuple[Path, str]] = []
    for path in sorted(had | have):
        before, after = (
            root / path if path in own else None for root, own in ((repo, had), (project, have))
        )
        what = fate(path, before, after, from_nothing=from_nothing)
        if what == "restored" and before is not None:
            tree.append((repo, path))
        elif what == "judged" and after is not None:
            tree.append((project, path))
        if _same(before, after):
            continue
        found[what].append(shown(path))
        if shown(path) == path and not _EGG.search(path):
            text = text_at(before) if before else None
            old.update({} if text is None else {path: text})
            new[path] = text_at(after) if after else None
    return Left(
        change=make_change(old, new, "user"),
        differs=any(found[each] for each in ("restored", "judged", "refused")),
        bent=tuple(found["restored"]),
        refused=tuple(found["refused"]),
        tree=tuple(tree),
    )


def _same(before: Path | None, after: Path | None) -> bool:
    if before is None or after is None:
        return before is after
    return filecmp.cmp(before, after, shallow=False)
