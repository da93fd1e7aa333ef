"""The goals we ship: many, varied, in words that say all that the hidden tests look for."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from verdigris.evals.judging.examples import example_tests
from verdigris.evals.judging.validate import validate
from verdigris.evals.tasks.reading import EvalTask, read_suite
from verdigris.evals.tasks.trees import files_of, texts_of
from verdigris.settings import load

EVERYDAY, DENSE = read_suite("build-small").tasks, read_suite("build-rules").tasks
HELD_OUT = read_suite("build-held-out").tasks
TASKS = (*EVERYDAY, *HELD_OUT, *DENSE)
IMPORTS = re.compile(
    r"^from (?!pathlib|copy)\w+ import (.+)$"  # Python
    r"|^import \{(.+?)\} from '\./|^const \{(.+?)\} = paging$",  # Node
    re.MULTILINE,
)


def names(task: EvalTask) -> set[str]:
    """Return what the hidden tests import from what was built."""
    found = [each for text in texts_of(task.hidden).values() for each in IMPORTS.findall(text)]
    return {name.strip() for each in found for name in "".join(each).split(",")}


def test_there_are_many_goals_of_all_sorts() -> None:
    assert all(task.kind == "build" and task.starts_empty for task in TASKS)
    languages = Counter(task.language for task in DENSE)
    assert languages["python"] >= 47 and languages["javascript"] >= 25
    families = Counter(task.family for task in DENSE)
    assert len(families) >= 15 and min(families.values()) >= 3
    assert {task.size for task in DENSE} == {"tiny", "small", "medium"}
    assert {task.difficulty for task in TASKS} == {"function", "module", "program"}


def test_everyday_goals_are_small_and_of_all_sorts() -> None:
    # Where hardly any goal is met, two entrants cannot be told apart.
    assert Counter(task.language for task in EVERYDAY) == {"python": 32, "javascript": 16}
    families = Counter(task.family for task in EVERYDAY)
    assert len(families) == 6 and set(families.values()) == {8}
    assert {task.size for task in EVERYDAY} == {"tiny", "small"}
    assert max(len(task.goal.split()) for task in EVERYDAY) < 130
    assert Counter(task.language for task in HELD_OUT) == {"python": 16, "javascript": 8}
    assert {task.family for task in HELD_OUT} == set(families)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_the_size_of_a_goal_is_the_length_of_its_solution(task: EvalTask) -> None:
    lines = sum(len(text.splitlines()) for text in texts_of(task.solution).values())
    assert task.size == ("tiny" if lines <= 10 else "small" if lines <= 25 else "medium")


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_goal_names_the_files_and_what_they_offer(task: EvalTask) -> None:
    assert all(path in task.goal for path in files_of(task.solution))
    assert bool(names(task)) == (task.difficulty != "program")
    assert all(re.search(rf"\b{name}\b", task.goal) for name in names(task))


def test_some_goals_show_examples_and_some_do_not() -> None:
    for some in (EVERYDAY, HELD_OUT, DENSE):
        shown = sum(bool(example_tests(task)) for task in some)
        assert len(some) / 2 <= shown <= len(some) * 0.8


@pytest.mark.thorough
async def test_one_goal_of_each_language_is_sound(lean_python: Path) -> None:
    some = [next(t for t in TASKS if t.language == name) for name in ("python", "javascript")]
    settings = load(flags={"suite.python": str(lean_python)}).settings
    assert [each async for each in validate(some, settings) if not each.sound] == []
