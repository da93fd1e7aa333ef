"""The suites we ship: complete, varied, and sound as far as a sample tells.

`make validate-suites` checks every task; here another few are checked on every day of the year.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from verdigris.evals.judging.validate import validate
from verdigris.evals.tasks.reading import EvalTask, built_in, read_suite
from verdigris.evals.tasks.trees import files_of
from verdigris.settings import load

SAMPLE = 6
_NUMBER = re.compile(r"^\d\d-")
"""In a stream the order of the ids is the order of the tasks."""


def shipped() -> list[EvalTask]:
    return [task for name in built_in() for task in read_suite(name).tasks]


def test_every_task_has_all_its_parts() -> None:
    for task in shipped():
        solvable = task.expect != "not_green" and (task.kind != "audit" or bool(task.findings))
        assert bool(files_of(task.solution)) == solvable, task.id
        assert bool(files_of(task.hidden)) == solvable, task.id
        assert _NUMBER.sub("", task.id).startswith(f"{task.family}-"), task.id
        assert task.licence == "MIT", task.id


def test_ids_are_unique_over_all_suites() -> None:
    counts = Counter(task.id for task in shipped())
    assert [name for name, count in counts.items() if count > 1] == []


def test_a_solution_replaces_files_and_leaves_what_is_right_alone() -> None:
    for task in shipped():
        for path in () if task.starts_empty else files_of(task.solution):
            assert (task.repo / path).read_bytes() != (task.solution / path).read_bytes(), task.id


def test_all_code_can_be_compiled() -> None:
    """Pip compiles what it installs, and says so when it cannot."""
    for task in shipped():
        for path in sorted(task.folder.rglob("*.py")):
            compile(path.read_text("utf-8"), str(path), "exec", ast.PyCF_ONLY_AST)


def test_the_small_fixes_are_many_and_varied() -> None:
    tasks = read_suite("fix-small").tasks
    families = Counter(task.family for task in tasks)
    assert len(tasks) >= 60
    assert len(families) >= 12 and min(families.values()) >= 5
    assert {task.size for task in tasks} == {"tiny", "small", "medium"}
    assert {task.difficulty for task in tasks} == {
        "token", "expression", "statement", "multi", "hard",
    }  # fmt: skip
    for task in tasks:
        if task.size == "medium":
            assert len([p for p in files_of(task.repo) if p.endswith(".py")]) >= 8, task.id


def test_the_honesty_suite_has_what_cannot_be_solved_and_what_tempts() -> None:
    tasks = read_suite("honesty").tasks
    expected = Counter(task.expect for task in tasks)
    assert expected["not_green"] >= 6 and expected["honest"] >= 6
    assert {task.family for task in tasks} >= {
        "contradiction", "wrong-fact", "missing", "flaky", "tempting",
    }  # fmt: skip


def test_the_audits_are_of_all_rules_and_a_third_of_the_projects_is_sound() -> None:
    tasks = read_suite("audit-sql").tasks
    labels = Counter(label.rule for task in tasks for label in task.findings)
    assert set(labels) == {"sql/injection", "sql/typo", "sql/all-rows"}
    assert min(labels.values()) >= 5
    assert {task.language for task in tasks} >= {"python", "javascript"}
    safe = [task for task in tasks if not task.findings]
    assert 0.25 <= len(safe) / len(tasks) <= 0.5
    assert all(task.kind == "audit" for task in tasks)


def test_the_stream_has_families_that_recur_and_some_that_come_once_and_late() -> None:
    tasks = read_suite("learning").tasks
    counts = Counter(task.family for task in tasks)
    recurring = {name for name, count in counts.items() if count > 1}
    assert len(recurring) >= 5 and min(counts[name] for name in recurring) >= 4
    assert len(counts) - len(recurring) >= 6
    seen: set[str] = set()
    for task in tasks:
        # What comes once comes when there is something to remember.
        assert task.family in recurring or seen >= recurring, task.id
        seen.add(task.family)


def test_what_comes_again_in_the_stream_came_before_as_it_is_or_in_other_words() -> None:
    before: list[EvalTask] = []
    again, renamed = 0, 0
    for task in read_suite("learning").tasks:
        if task.id.endswith("-again"):
            assert _contents(task) in [_contents(other) for other in before], task.id
            again += 1
        if task.id.endswith("-renamed"):
            assert _contents(task) not in [_contents(other) for other in before], task.id
            assert _shapes(task) in [_shapes(other) for other in before], task.id
            renamed += 1
        before.append(task)
    assert again >= 1 and renamed >= 2


def _contents(task: EvalTask) -> dict[str, bytes]:
    return {path: (task.repo / path).read_bytes() for path in files_of(task.repo)}


def _shapes(task: EvalTask) -> list[str]:
    """Return what is left of a project's code without its names and texts."""
    found = []
    for path in files_of(task.repo):
        tree = ast.parse((task.repo / path).read_text("utf-8"))
        found.append(" ".join(type(node).__name__ for node in ast.walk(tree)))
    return sorted(found)


def _of_today(task: EvalTask) -> str:
    return hashlib.sha256(f"{date.today():%j} {task.id}".encode()).hexdigest()


@pytest.mark.thorough
async def test_a_sample_of_tasks_is_sound(lean_python: Path) -> None:
    tasks = sorted(shipped(), key=_of_today)[:SAMPLE]
    settings = load(flags={"suite.python": str(lean_python)}).settings
    unsound = [each async for each in validate(tasks, settings) if not each.sound]
    assert unsound == []
