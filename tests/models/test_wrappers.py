"""What is added around a model."""

from __future__ import annotations

from pathlib import Path

import pytest

from verdigris.core.budget import Use
from verdigris.core.text import MASK
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Model, Reply, Request
from verdigris.models.wrappers import Keeping, Masking, NoModel, Retrying
from verdigris.testing import ScriptedModel

ASK = Request(system="s", prompt="p")
BUSY = ModelUnavailable("busy", transient=True)
GONE = ModelUnavailable("no such model")


class Pauses(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def busy(seconds: float | None) -> ModelUnavailable:
    return ModelUnavailable("busy", transient=True, retry_after=seconds)


@pytest.mark.parametrize(
    ("lines", "retries", "asked", "answer"),
    [
        pytest.param(["yes"], 3, 1, "yes", id="at once"),
        pytest.param([BUSY, "yes"], 3, 2, "yes", id="after one fault"),
        pytest.param([BUSY, BUSY, BUSY, "yes"], 3, 4, "yes", id="at the last try"),
        pytest.param([BUSY, BUSY, BUSY, BUSY, "yes"], 3, 4, BUSY, id="one fault too many"),
        pytest.param([BUSY, "yes"], 0, 1, BUSY, id="no retries wanted"),
        pytest.param([GONE, "yes"], 3, 1, GONE, id="a fault that will not pass"),
        pytest.param([BUSY, GONE, "yes"], 3, 2, GONE, id="first the one, then the other"),
        pytest.param([UserError("spent"), "yes"], 3, 1, UserError, id="no fault of a model"),
        pytest.param([ValueError("bug"), "yes"], 3, 1, ValueError, id="a bug is not hidden"),
    ],
)
async def test_only_passing_faults_are_tried_again(
    lines: list[object], retries: int, asked: int, answer: object
) -> None:
    inner = ScriptedModel(lines)  # type: ignore[arg-type]
    pauses = Pauses()
    model = Retrying(inner, retries, pauses)
    if isinstance(answer, str):
        assert (await model.complete(ASK)).text == answer
    else:
        with pytest.raises(answer if isinstance(answer, type) else type(answer)):
            await model.complete(ASK)
    assert len(inner.requests) == asked
    assert len(pauses) == asked - 1
    assert isinstance(model, Model) and model.name == inner.name


@pytest.mark.parametrize(
    ("asked_for", "waited"), [([7.0, 0.5], [7.0, 0.5]), ([3600.0], [60.0]), ([60.0], [60.0])]
)
async def test_the_pause_a_provider_asks_for_is_kept_within_reason(
    asked_for: list[float], waited: list[float]
) -> None:
    pauses = Pauses()
    model = Retrying(ScriptedModel([*map(busy, asked_for), "yes"]), 5, pauses)
    await model.complete(ASK)
    assert pauses == waited


async def test_pauses_grow_and_are_not_all_alike() -> None:
    pauses = Pauses()
    await Retrying(ScriptedModel([busy(None)] * 8 + ["yes"]), 8, pauses).complete(ASK)
    for attempt, pause in enumerate(pauses):
        assert min(0.5 * 2**attempt, 60) <= pause <= min(1.5 * 2**attempt, 60)


SECRET = "not-shaped-like-a-key-0123456789"


@pytest.mark.parametrize(
    "secret",
    [SECRET, "sk-" + "ant-api03-AbCdEf0123456789AbCdEf", "ghp" + "_0123456789abcdefghijABCDEFGHIJ"],
)
@pytest.mark.parametrize("place", ["system", "prompt"])
async def test_a_secret_never_reaches_the_inner_model(secret: str, place: str) -> None:
    inner = ScriptedModel(last="ok")
    model = Masking(inner, [SECRET, "short"])
    asked = ASK.model_copy(update={place: f"use {secret}, twice: {secret}; short", "seed": 7})
    await model.complete(asked)
    (seen,) = inner.requests
    assert secret not in seen.model_dump_json()
    assert getattr(seen, place) == f"use {MASK}, twice: {MASK}; short"
    assert (seen.seed, seen.max_tokens) == (7, asked.max_tokens)
    assert secret in getattr(asked, place), "the caller's request stays as it was"


async def test_wrappers_can_be_stacked_either_way() -> None:
    for stack in (
        lambda inner: Masking(Retrying(inner, 1, Pauses()), [SECRET]),
        lambda inner: Retrying(Masking(inner, [SECRET]), 1, Pauses()),
    ):
        inner = ScriptedModel([BUSY, "ok"], name="me", context_tokens=77)
        model = stack(inner)
        assert (await model.complete(ASK.model_copy(update={"prompt": SECRET}))).text == "ok"
        assert SECRET not in str(inner.requests)
        assert (model.name, model.context_tokens) == ("me", 77)


async def test_an_answer_that_was_kept_is_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    given = Reply(text="größe \ufffd\n", use=Use(calls=1, tokens_in=5, cost=0.25), finish="length")
    inner = ScriptedModel([given, "second"])
    assert await Keeping(inner, path).complete(ASK) == given
    again = Keeping(ScriptedModel([]), path)
    assert await again.complete(ASK) == given
    other = Keeping(inner, path)
    assert (await other.complete(ASK.model_copy(update={"seed": 1}))).text == "second"
    assert len(inner.requests) == 2


async def test_a_line_cut_off_by_a_kill_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    await Keeping(ScriptedModel(["one"]), path).complete(ASK)
    path.write_text(path.read_text()[:-10])
    assert (await Keeping(ScriptedModel(["two"]), path).complete(ASK)).text == "two"
    assert (await Keeping(ScriptedModel(["three"]), path).complete(ASK)).text == "two"


async def test_no_model_says_why_when_it_is_asked() -> None:
    with pytest.raises(ModelUnavailable, match="no such model"):
        await NoModel(GONE).complete(ASK)
