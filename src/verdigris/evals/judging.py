"""Looks at what an entrant left behind, the same way for all of them, and believes none.

The visible tests run on its code with the tests as the task has them, so a test that was bent
counts for nothing; that it was bent is told. The hidden tests say whether what is green is right.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from verdigris.checks.cheats import cheats
from verdigris.checks.environment import test_texts
from verdigris.checks.honest import judge
from verdigris.core.text import cut, tidy
from verdigris.evals.hidden import hidden_tests, run_on, run_visible, visible_tests
from verdigris.evals.left import look_at
from verdigris.evals.outcome import Judged
from verdigris.evals.tasks import EvalTask
from verdigris.evals.trees import files_of
from verdigris.settings import Settings

_DIFF = 60_000


async def judge_project(task: EvalTask, project: Path, settings: Settings) -> Judged:
    """Judge a project that was changed. Raises MissingError where tests cannot be run here."""
    left = look_at(task.repo, project)
    if not left.differs:
        return Judged(reasons=("nothing was changed",))
    said, reasons = Judged(), left.reasons
    if left.change is not None:
        said = Judged(diff=tidy(cut(left.change.diff, _DIFF)))
        reasons += [tidy(str(one)) for one in cheats(left.change, test_texts(task.repo))]
    if reasons:
        return said.model_copy(update={"reasons": tuple(reasons)})
    with tempfile.TemporaryDirectory(prefix="judge-", ignore_cleanup_errors=True) as desk:
        tree = left.lay_out(Path(desk).resolve() / "project")
        visible = await visible_tests(task, settings)
        before = await run_visible(task, visible, task.repo)
        reasons += judge(before, await run_visible(task, visible, tree), None).reasons
        if reasons or not files_of(task.hidden):
            why = tuple(map(tidy, reasons))
            return said.model_copy(update={"solved": not reasons, "reasons": why})
        report = await run_on(await hidden_tests(task, settings), tree, task.hidden)
    found = {"solved": True, "right": report.green, "hidden": tidy(report.summary())}
    return said.model_copy(update=found)
