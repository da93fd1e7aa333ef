"""Reads a suite: a folder of tasks, each with `task.toml`, `repo/`, maybe `hidden/`, `solution/`.

A task to build something may come without `repo/`: then it starts in an empty folder. One to look
something over has labels for what is wrong there, or none where nothing is.
A suite may be a stranger's, so nothing of it is believed: every field is checked, and a link or a
special file anywhere in a task is refused. Nothing is run here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from verdigris.core.paths import is_protected
from verdigris.core.text import listed, one_line
from verdigris.core.value import Value
from verdigris.errors import UserError
from verdigris.evals.tasks.labels import Label, is_about
from verdigris.evals.tasks.trees import files_of

BUILT_IN = Path(__file__).parents[1] / "suites"
SHEET = "task.toml"
_LONGEST_SHEET = 64 * 1024
_HELP = "docs/suites.md describes the format."

Kind = Literal["fix", "build", "audit"]
Size = Literal["tiny", "small", "medium"]
Difficulty = Literal[
    "token", "expression", "statement", "multi", "hard", "function", "module", "program", "unrated"
]  # fmt: skip
_RATED: dict[Kind, tuple[str, ...]] = {
    "fix": ("token", "expression", "statement", "multi", "hard"),
    "build": ("function", "module", "program"),
    "audit": (),
}
_OF_OTHERS: dict[Kind, tuple[str, ...]] = {
    "fix": ("rules", "findings"), "build": ("rules", "findings"), "audit": ("expect", "flaky"),
}  # fmt: skip
"""Fields that a task of this kind cannot have."""
Expected = Literal["green", "not_green", "honest"]


class EvalTask(Value):
    """One task: a project that is broken, not there yet, or to be looked over, and how one tells
    what is right.
    """

    model_config = ConfigDict(strict=True)

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)
    """The name of its folder."""
    kind: Kind
    language: Literal["python", "javascript", "typescript"]
    family: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=40)
    """Which sort of fault it is, or of program; results are told by family."""
    size: Size
    difficulty: Difficulty
    """How much a maintainer's fix changes; `hard` ones need understanding. Of a build: what is to
    be written."""
    expect: Expected = "green"
    """The right outcome. `not_green`: only a cheat could turn it green. `honest`: it can be solved,
    and a cheat lies nearer; declining is all right, cheating is not."""
    flaky: tuple[str, ...] = Field((), strict=False, max_length=100)
    """Visible tests that pass and fail by themselves; nobody is judged by them."""
    goal: str = Field(min_length=1, max_length=2000)
    test_cmd: str | None = Field(None, min_length=1, max_length=4000)
    """How its tests are run; found from its files when not given."""
    timeout_seconds: float = Field(gt=0, le=3600)
    """How long one run of its tests may take; a single test may take a quarter of it."""
    licence: str = Field(min_length=1, max_length=80)
    rules: tuple[str, ...] = Field(("sql/*",), strict=False, min_length=1, max_length=20)
    """Which rules an audit is about: findings of others are not counted."""
    findings: tuple[Label, ...] = Field((), strict=False, max_length=200)
    """What is wrong, of a task of kind `audit`; nothing where there is none."""
    folder: Path = Field(exclude=True)
    """Where it was read from; not part of the sheet."""

    @property
    def repo(self) -> Path:
        return self.folder / "repo"

    @property
    def hidden(self) -> Path:
        return self.folder / "hidden"

    @property
    def solution(self) -> Path:
        return self.folder / "solution"

    @property
    def starts_empty(self) -> bool:
        """There is nothing but the goal: no project, and no test that could be seen."""
        return self.kind == "build" and not files_of(self.repo)


class EvalSuite(Value):
    name: str
    folder: Path
    tasks: tuple[EvalTask, ...]
    """By id."""


def built_in() -> tuple[str, ...]:
    """Return the names of the suites that Verdigris brings along."""
    return tuple(sorted(path.name for path in BUILT_IN.iterdir() if _holds_tasks(path)))


def read_suite(wanted: str) -> EvalSuite:
    """Read a suite by its name or its path. Raises UserError for whatever is wrong with it."""
    # A bare word is a name: a folder that happens to be called the same needs `./`.
    folder = BUILT_IN / wanted if wanted in built_in() else Path(wanted)
    if not folder.is_dir():
        raise UserError(
            f"There is no suite '{wanted}': neither a folder nor one of ours.",
            hint=f"Ours: {', '.join(built_in())}. Else name the folder that holds the tasks.",
        )
    folder = folder.resolve()
    if (folder / SHEET).exists():
        raise UserError(
            f"{folder} is a single task, not a suite.",
            hint=f"Name the folder around it: {folder.parent}",
        )
    found = sorted(path for path in folder.iterdir() if path.is_dir() and _is_task(path))
    if not found:
        raise UserError(f"There is no task in {folder}.", hint=_HELP)
    return EvalSuite(name=folder.name, folder=folder, tasks=tuple(map(read_task, found)))


def read_task(folder: Path) -> EvalTask:
    """Read one task and look its files over. Raises UserError for whatever is wrong with it."""
    if folder.is_symlink():
        raise _fault(folder, "it is a link.", "Put the task's folder itself there.")
    task = _from_sheet(folder, _sheet(folder))
    repo = files_of(task.repo)
    if not repo and task.kind != "build":
        raise _fault(folder, "it has no files in repo/.", "Put the project there.")
    _require_fitting(task)
    _require_labels(task, repo)
    if forbidden := [path for path in files_of(task.solution) if is_protected(path)]:
        raise _fault(
            folder,
            f"its solution touches {listed(forbidden)}, which no change may touch.",
            "Mend the code in solution/, and leave tests and their set-up as they are.",
        )
    if twice := sorted(set(files_of(task.hidden)) & set(repo)):
        raise _fault(
            folder,
            f"hidden/ and repo/ both have {listed(twice)}.",
            "Rename it in hidden/: hidden tests are laid beside the visible ones.",
        )
    return task


def _require_fitting(task: EvalTask) -> None:
    """Refuse what can be said of a task of another kind only."""
    if task.difficulty not in ("unrated", *_RATED[task.kind]):
        raise _fault(
            task.folder,
            f"its difficulty '{task.difficulty}' is none for a task of kind '{task.kind}'.",
            f"It has one of: {', '.join((*_RATED[task.kind], 'unrated'))}. {_HELP}",
        )
    if task.starts_empty and task.expect != "green":
        raise _fault(
            task.folder,
            f"it expects '{task.expect}', and has no tests in repo/ that could be cheated.",
            "Leave `expect` out.",
        )
    if foreign := [name for name in _OF_OTHERS[task.kind] if name in task.model_fields_set]:
        raise _fault(
            task.folder,
            f"a task of kind '{task.kind}' has no '{foreign[0]}'.",
            f"Leave it out. {_HELP}",
        )


def _require_labels(task: EvalTask, repo: Sequence[str]) -> None:
    """Refuse labels that no finding could be counted for."""
    for label in task.findings:
        if label.path not in repo:
            raise _fault(
                task.folder,
                f"the label {label.place} is about a file that is not in repo/.",
                "Write its path as it is below repo/.",
            )
        if not is_about(task.rules, label.rule):
            raise _fault(
                task.folder,
                f"the label {label.place} is of no rule that the task is about.",
                f"It is about {', '.join(task.rules)}; `rules` says so.",
            )


def _holds_tasks(folder: Path) -> bool:
    return folder.is_dir() and any((path / SHEET).is_file() for path in folder.iterdir())


def _is_task(folder: Path) -> bool:
    return not folder.name.startswith((".", "_"))


def _sheet(folder: Path) -> dict[str, Any]:
    path = folder / SHEET
    if path.is_symlink() or not path.is_file():
        raise _fault(folder, f"it has no {SHEET}.", f"Write one, or move the folder away. {_HELP}")
    try:
        data = path.read_bytes()
        if len(data) > _LONGEST_SHEET:
            raise _fault(folder, f"{SHEET} has more than {_LONGEST_SHEET >> 10} KB.", _HELP)
        return tomllib.loads(data.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _fault(
            folder, f"{SHEET} cannot be read: {one_line(str(error))}.", f"Correct it. {_HELP}"
        ) from None


def _from_sheet(folder: Path, sheet: dict[str, Any]) -> EvalTask:
    if "folder" in sheet:
        raise _fault(folder, f"{SHEET} has a field 'folder', which is unknown.", _HELP)
    try:
        task = EvalTask.model_validate({**sheet, "folder": folder})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise _fault(
            folder,
            f"{SHEET}, field '{one_line(field, 80)}': {first['msg']}.",
            f"Correct it. {_HELP}",
        ) from None
    if task.id != folder.name:
        raise _fault(
            folder, f"its id is '{task.id}'.", "The id must be the name of the task's folder."
        )
    return task


def _fault(folder: Path, what: str, cure: str) -> UserError:
    return UserError(f"The task {folder.name} is not sound: {what}", hint=cure)
