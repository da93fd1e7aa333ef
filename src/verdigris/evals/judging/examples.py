"""What a goal shows of a program that is to be built, as tests: `f(2) == 4` in its own words.

Read by the same rules as in a build. They serve to check a task, and to pick among the samples of
a baseline; whether something is right is for the hidden tests to say.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from verdigris.core.building import Check, LanguageName
from verdigris.core.report import Report
from verdigris.core.task import Task
from verdigris.engine.assemble import suite
from verdigris.evals.judging.hidden import limited
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.trees import lay_out
from verdigris.settings import Settings

_NAMES: dict[str, LanguageName] = {
    "python": "python", "javascript": "node", "typescript": "typescript",
}  # fmt: skip


def language_of(task: EvalTask) -> LanguageName:
    """Return what a build calls the language of a task."""
    return _NAMES[task.language]


def example_tests(task: EvalTask) -> dict[str, str]:
    """Return tests that say what the goal shows, and what they need around them, by path.

    Nothing where the goal shows nothing that can be read.
    """
    from verdigris.building.goal import profile_of
    from verdigris.building.planning import by_rules
    from verdigris.languages import language

    speaks = language(language_of(task))
    plan = by_rules(task.goal, speaks, profile_of(task.goal))
    checks: dict[str, list[Check]] = {}
    for number, example in enumerate(plan.examples, start=1):
        part = plan.part(example.part) or plan.main
        if check := speaks.example(example, part, number):
            checks.setdefault(part.path, []).append(check)
    parts = [(part, checks[part.path]) for part in plan.parts if part.path in checks]
    tests = {speaks.test_path(part): speaks.test_file(part, own) for part, own in parts}
    return {**speaks.scaffold(plan), **tests} if tests else {}


async def run_examples(
    task: EvalTask, shown: dict[str, str], program: Path, settings: Settings
) -> Report:
    """Run such tests on a copy of a program."""
    with tempfile.TemporaryDirectory(prefix="examples-", ignore_cleanup_errors=True) as desk:
        tests, tree = Path(desk).resolve() / "tests", Path(desk).resolve() / "tree"
        for path, text in shown.items():
            (tests / path).parent.mkdir(parents=True, exist_ok=True)
            (tests / path).write_text(text, "utf-8")
        asked = Task(goal=task.goal, root=str(tests))
        runner = await suite(asked, limited(settings, task), "eval")
        return await runner.run(lay_out(tree, program, tests))
