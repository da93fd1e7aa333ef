"""Asking for a structure: what is read at once, what goes back once, and when it is given up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest

from verdigris.core.budget import Budget
from verdigris.core.value import Value
from verdigris.edits.workspace import Workspace
from verdigris.models.base import Reply, Request
from verdigris.models.wrappers import Masking
from verdigris.settings import Settings
from verdigris.steps.asking.ask import ask, ask_several
from verdigris.steps.asking.ask_for import ask_for
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


async def test_prose_keeps_its_masks_and_code_gets_its_secrets_back() -> None:
    question = ASK.model_copy(update={"prompt": 'password = "hunter2xyz9"'})
    echo = ScriptedModel(last=lambda request: f"LESSON: {request.prompt}")
    both = deps(echo)
    seated = Deps(**{**vars(both), "models": {"fast": Masking(echo), "strong": Masking(echo)}})
    lesson = await ask_for(seated, "strong", "reflector", question, Lesson)
    assert lesson is not None and "[masked]" in lesson.lesson and "hunter" not in lesson.lesson
    plan = await ask(seated, "fast", "planner", question)
    code = await ask(seated, "fast", "coder", question)
    assert plan is not None and "hunter" not in plan.text
    assert code is not None and "hunter2xyz9" in code.text


class Silent:
    """A model that never answers."""

    name = "silent"
    context_tokens = 8192

    async def complete(self, request: Request) -> Reply:
        await asyncio.Event().wait()
        raise AssertionError("nobody rings")


@pytest.mark.parametrize("count", [1, 2])
async def test_an_answer_is_not_waited_for_beyond_the_limit_of_time(count: int) -> None:
    both = deps(ScriptedModel())
    limited = Deps(**{**vars(both), "models": {"fast": Silent()}, "budget": Budget(max_seconds=3)})
    if count == 1:
        assert await ask(limited, "fast", "coder", ASK) is None
    else:
        assert [each async for each in ask_several(limited, "fast", "coder", ASK, count)] == []
    assert "while a model was answering" in limited.meter.refused


async def test_a_question_with_a_lone_surrogate_is_asked_and_logged() -> None:
    model = ScriptedModel(["LESSON: look"])
    odd = ASK.model_copy(update={"prompt": "caf\udce9?"})
    assert await ask(deps(model), "fast", "planner", odd) is not None
    assert model.requests[0].prompt == "caf??"
