"""From the answer to a question about one part to a candidate."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from verdigris.building.planning import by_rules
from verdigris.core.budget import Budget
from verdigris.edits.workspace import Workspace
from verdigris.errors import ModelMistake
from verdigris.languages import language
from verdigris.settings import Settings
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.writing import Assignment, read
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore

PYTHON = language("python")
BLUEPRINT = by_rules("In words.py, `lower(text)` lowers words.", PYTHON, "library")
DEPS = Deps(
    settings=Settings(), budget=Budget(), bus=Bus("r", []), suite=NoSuite(),
    workspace=cast("Workspace", None), memory=InMemoryStore(), models={}, archive=Path("unused"),
)  # fmt: skip


def written(comment: str, *, step_by_step: bool) -> str:
    part = BLUEPRINT.parts[0]
    task = Assignment(
        blueprint=BLUEPRINT, part=part, language=PYTHON, before=PYTHON.stub(part),
        step_by_step=step_by_step,
    )  # fmt: skip
    answer = f"```python\ndef lower(text):\n    {comment}\n    return text.lower()\n```"
    return read(answer, task, "fast", "", DEPS).edits[0].after or ""


@pytest.mark.parametrize(
    "rule",
    [
        "# The rest of the word is in small letters.",
        "# Words without capitals stay unchanged.",
        "# 3. An empty text stays the same",
    ],
)
def test_a_rule_of_the_goal_that_was_asked_for_is_not_taken_for_code_left_out(rule: str) -> None:
    assert "return text.lower()" in written(rule, step_by_step=True)
    with pytest.raises(ModelMistake, match="leaves code out"):
        written(rule, step_by_step=False)


def test_other_rules_stay_as_comments_and_dots_still_mean_that_something_is_missing() -> None:
    assert "# Capitals become small." in written("# Capitals become small.", step_by_step=True)
    with pytest.raises(ModelMistake, match="leaves code out"):
        written("# ... the rest stays the same ...", step_by_step=True)
