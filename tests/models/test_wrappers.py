"""What is added around a model."""

from __future__ import annotations

import pytest

from verdigris.core.text import MASK
from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Model, Request, sample
from verdigris.models.wrappers import LONGEST_PAUSE, Masking, NoModel, Retrying
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


@pytest.mark.parametrize("asked_for", [[7.0, 0.5], [0.0], [LONGEST_PAUSE], [0.25, 60.0, 1.0]])
async def test_the_pause_a_provider_asks_for_is_kept_exactly(asked_for: list[float]) -> None:
    pauses = Pauses()
    model = Retrying(ScriptedModel([*map(busy, asked_for), "yes"]), 5, pauses)
    await model.complete(ASK)
    assert pauses == asked_for


async def test_a_provider_that_asks_for_an_hour_is_not_waited_for() -> None:
    pauses = Pauses()
    model = Retrying(ScriptedModel([busy(3600.0), "yes"]), 5, pauses)
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(ASK)
    assert "left alone for 3600 s" in caught.value.hint
    assert pauses == []


async def test_samples_that_were_cut_short_are_asked_for_again_and_no_others() -> None:
    inner = ScriptedModel(["one", BUSY, "two", "three"])
    model = Retrying(inner, 3, Pauses())
    asked = ASK.model_copy(update={"seed": 5, "temperature": 0.8, "greedy_first": True})
    assert [reply.text async for reply in sample(model, asked, 3)] == ["one", "two", "three"]
    seeds = [(request.seed, request.temperature) for request in inner.requests]
    assert seeds == [(5, 0.0), (6, 0.8), (6, 0.8), (7, 0.8)]


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


async def test_what_was_masked_comes_back_where_the_answer_repeats_it() -> None:
    other = "ghp" + "_0123456789abcdefghijABCDEFGHIJ"
    code = f"A = '{SECRET}'\nB = '{other}'\n"
    inner = ScriptedModel(last=lambda request: request.prompt)
    reply = await Masking(inner, [SECRET]).complete(ASK.model_copy(update={"prompt": code}))
    assert reply.text == code
    assert reply.masked == inner.requests[0].prompt == f"A = '{MASK}'\nB = '[masked 2]'\n"


async def test_a_mask_that_was_there_before_is_not_taken_for_ours() -> None:
    code = f"A = '{SECRET}'\nB = '{MASK}'\n"
    inner = ScriptedModel(last=lambda request: request.prompt)
    reply = await Masking(inner, [SECRET]).complete(ASK.model_copy(update={"prompt": code}))
    assert reply.text == code
    assert inner.requests[0].prompt == f"A = '[masked a1-1]'\nB = '{MASK}'\n"


async def test_a_prompt_that_cannot_be_written_as_utf_8_is_tidied() -> None:
    inner = ScriptedModel(last="ok")
    await Masking(inner).complete(ASK.model_copy(update={"prompt": "a\udce9b", "shared": 2}))
    assert (inner.requests[0].prompt, inner.requests[0].shared) == ("a?b", 2)


@pytest.mark.parametrize("cut_at", [0, 4, 30, 60])
async def test_what_questions_share_is_still_shared_after_masking(cut_at: int) -> None:
    inner = ScriptedModel(last="ok")
    prompt = f"key {SECRET} and the rest of it, which is long enough"
    asked = ASK.model_copy(update={"prompt": prompt, "shared": cut_at})
    await Masking(inner, [SECRET]).complete(asked)
    (seen,) = inner.requests
    assert SECRET[:12] not in seen.prompt
    assert seen.shared in (0, cut_at, cut_at - len(SECRET) + len(MASK))


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


async def test_no_model_says_why_when_it_is_asked() -> None:
    with pytest.raises(ModelUnavailable, match="no such model"):
        await NoModel(GONE).complete(ASK)
