"""Who is given tools: a strong model that is large enough, or whoever is meant to have them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from verdigris.core.budget import Budget
from verdigris.edits.workspace import Workspace
from verdigris.models.wrappers import Masking
from verdigris.settings import Settings
from verdigris.steps.coder.dialogue import coder_with_tools
from verdigris.steps.deps import Deps
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore, ScriptedModel


@pytest.mark.parametrize(
    ("tools", "name", "context", "tiers", "given"),
    [
        ("auto", "anthropic:large", 200_000, ("fast", "strong"), True),
        ("auto", "anthropic:small", 8192, ("fast", "strong"), False),
        ("auto", "local:qwen", 32_768, ("fast", "strong"), False),
        ("auto", "anthropic:large", 200_000, ("fast",), False),
        ("on", "local:qwen", 8192, ("fast", "strong"), True),
        ("off", "anthropic:large", 200_000, ("fast", "strong"), False),
    ],
)
async def test_tools_are_for_strong_models_with_room(
    tools: str, name: str, context: int, tiers: tuple[str, ...], given: bool
) -> None:
    settings = Settings.model_validate({"build": {"tools": tools}, "cascade": {"tiers": tiers}})
    model = Masking(ScriptedModel(name=name, context_tokens=context))
    deps = Deps(
        settings=settings, budget=Budget(), bus=Bus("r", []), suite=NoSuite(),
        workspace=cast("Workspace", None), memory=InMemoryStore(),
        models={"fast": model, "strong": model}, archive=Path("unused"),
    )  # fmt: skip
    assert (await coder_with_tools(deps) is model) == given


async def test_without_models_nobody_is_given_tools() -> None:
    deps = Deps(
        settings=Settings(), budget=Budget(), bus=Bus("r", []), suite=NoSuite(),
        workspace=cast("Workspace", None), memory=InMemoryStore(), models={},
        archive=Path("unused"),
    )  # fmt: skip
    assert await coder_with_tools(deps) is None
