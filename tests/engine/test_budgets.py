"""Limits hold before a question is put: per run, per tier, per day, over sittings and runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from verdigris.core.events import Event, ModelCalled, Warned
from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.models.base import Reply, Request
from verdigris.models.prices import estimate
from verdigris.settings import Settings, load
from verdigris.testing import ScriptedModel

WRONG = "```python\ndef double(n):\n    return n - {number}\n```"


class Ears:
    def __init__(self) -> None:
        self.events: list[Event] = []

    async def hear(self, event: Event) -> None:
        self.events.append(event)

    @property
    def calls(self) -> list[ModelCalled]:
        return [event for event in self.events if isinstance(event, ModelCalled)]

    @property
    def warnings(self) -> list[str]:
        return [event.message for event in self.events if isinstance(event, Warned)]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "maths.py").write_text("def double(n):\n    return n + 2\n")
    (root / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
    )
    return root


def sitting(
    project: Path, lean_python: Path, model: ScriptedModel, **limits: Any
) -> tuple[RunResult, Ears]:
    flags = {
        "suite.python": str(lean_python),
        "cascade.tiers": ("fast", "strong"),
        "models.samples": 2,
        "models.max_output_tokens": 100,
        "checks.ruff_cmd": "true",
        "checks.bandit_cmd": "true",
        **{f"limits.{name}": value for name, value in limits.items()},
    }
    settings: Settings = load(project, flags).settings
    ears = Ears()
    options = Options(listeners=(ears,), models={"fast": model, "strong": model})
    return asyncio.run(run(Task(root=str(project)), settings, options)), ears


def always_wrong(name: str = "scripted") -> ScriptedModel:
    numbers = iter(range(3, 1000))

    def wrong(request: Request) -> str:
        return WRONG.format(number=next(numbers))

    return ScriptedModel(last=wrong, name=name)


@pytest.mark.parametrize("limit", ["max_tokens", "fast_tokens", "day_tokens"])
def test_a_run_stays_below_its_limit_of_tokens(
    project: Path, lean_python: Path, limit: str
) -> None:
    model = always_wrong()
    result, ears = sitting(project, lean_python, model, max_iters=9, **{limit: 1500})
    assert result.status == "not_green" and "token limit" in result.reason
    fast = [call for call in ears.calls if call.role != "reflector"]
    used = sum(call.use.tokens for call in (fast if limit == "fast_tokens" else ears.calls))
    assert 0 < used <= 1500
    # It stopped because of the next question, not long before it.
    assert used + estimate(model.requests[-1]) + 500 > 1500
    assert any("no further question: the token limit" in said for said in ears.warnings)


def test_a_price_that_is_not_known_is_said_before_anything_is_spent(
    project: Path, lean_python: Path
) -> None:
    model = always_wrong("openai:a-model-nobody-has-heard-of")
    result, ears = sitting(project, lean_python, model, max_cost=5.0)
    assert ears.calls == [] and model.requests == []
    assert "the price of the model is unknown" in result.reason


def test_a_known_price_is_held_against_the_limit_before_the_call(
    project: Path, lean_python: Path
) -> None:
    model = always_wrong("anthropic:claude-sonnet-4-5")
    result, _ = sitting(project, lean_python, model, max_cost=0.0001)
    assert model.requests == []
    assert "cost limit of the run of $0.0001" in result.reason


def test_the_day_goes_on_from_run_to_run(project: Path, lean_python: Path) -> None:
    first, ears = sitting(project, lean_python, always_wrong(), max_iters=1)
    used = first.use.tokens
    assert used == sum(call.use.tokens for call in ears.calls) > 0
    model = always_wrong()
    second, _ = sitting(project, lean_python, model, max_iters=1, day_tokens=used + 10)
    assert model.requests == [], "the first run has used the day up"
    assert f"token limit of the day of {used + 10} leaves 10" in second.reason


def test_an_answer_by_another_model_is_said_once(project: Path, lean_python: Path) -> None:
    reply = Reply(
        text="?", model="b:two", note="a:one is out of credit. b:two answers in its place."
    )
    _, ears = sitting(project, lean_python, ScriptedModel(last=reply), max_iters=2)
    assert {call.model for call in ears.calls} == {"b:two"} and len(ears.calls) > 2
    assert ears.warnings.count(reply.note) == 1


def test_what_did_not_fit_into_the_question_is_said(project: Path, lean_python: Path) -> None:
    many = "".join(f"    table[{number}] = {number}\n" for number in range(400))
    (project / "maths.py").write_text(f"def double(n):\n    table = {{}}\n{many}    return n + 2\n")
    model = ScriptedModel(last="?", context_tokens=1200)
    _, ears = sitting(project, lean_python, model, max_iters=1)
    assert model.requests and max(map(estimate, model.requests)) <= 1200
    assert all("characters left out" in request.prompt for request in model.requests)
    assert all("characters of maths.py" in call.left_out for call in ears.calls)
