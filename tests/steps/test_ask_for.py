"""Asking for a structure: what is read at once, what goes back once, and when it is given up."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from verdigris.core.budget import Budget
from verdigris.core.value import Value
from verdigris.edits.workspace import Workspace
from verdigris.models.base import Reply, Request
from verdigris.settings import Settings
from verdigris.steps.ask_for import ask_for
from verdigris.steps.deps import Deps
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore, ScriptedModel

ASK = Request(system="s", prompt="Which lesson?")


class Lesson(Value):
    lesson: str


def deps(model: ScriptedModel) -> Deps:
    return Deps(
        settings=Settings(), budget=Budget(), bus=Bus("r", []), suite=NoSuite(),
        workspace=cast("Workspace", None), memory=InMemoryStore(),
        models={"fast": model, "strong": model}, archive=Path("unused"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "tries", "lesson", "asked"),
    [
        (["LESSON: look"], 2, "look", 1),
        (["```json\n{'lesson': 'look',}\n```"], 2, "look", 1),
        (["no idea", '{"lesson": "look"}'], 2, "look", 2),
        (["no idea", "still none", "LESSON: late"], 2, None, 2),
        (["no idea", "LESSON: look"], 1, None, 1),
        ([Reply(text="LESSON: x", finish="refused")], 2, None, 1),
    ],
)
async def test_a_wrong_shape_goes_back_once_with_the_reason(
    answers: list[str | Reply], tries: int, lesson: str | None, asked: int
) -> None:
    model = ScriptedModel(answers)
    found = await ask_for(deps(model), "strong", "reflector", ASK, Lesson, tries=tries)
    assert (found.lesson if found else None) == lesson
    assert len(model.requests) == asked
    if asked == 2:
        again = model.requests[1].prompt
        assert again.startswith(ASK.prompt)
        assert "You answered:\nno idea" in again and "It needs: lesson." in again


async def test_a_role_with_a_model_of_its_own_asks_that_one() -> None:
    tier, own = ScriptedModel([]), ScriptedModel(["LESSON: mine"])
    both = deps(tier)
    seated = Deps(**{**vars(both), "models": {**both.models, "reflector": own}})
    found = await ask_for(seated, "strong", "reflector", ASK, Lesson)
    assert found == Lesson(lesson="mine")
