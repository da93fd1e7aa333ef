"""The next model of a tier answers, and a provider that keeps failing is left alone."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from verdigris.core.budget import Use
from verdigris.errors import MissingError, ModelUnavailable, StoreError, UserError
from verdigris.models.base import Model, Reply, Request, sample
from verdigris.models.fallback import FAULTS, PAUSE, Breakers, Falling, Guarded
from verdigris.models.wrappers import names_of
from verdigris.testing import ScriptedModel

ASK = Request(system="s", prompt="p", seed=0)
DOWN = ModelUnavailable("a cannot be reached.", hint="Start it.", transient=True)
BROKE = ModelUnavailable("a is out of credit.", hint="Add credit.", lasting=True)
TOO_LONG = ModelUnavailable("The question is too long for a.")
NO_FILE = UserError("There is no model file at /a.gguf.", hint="Check the path.")
NOT_INSTALLED = MissingError("The package for a models is not installed.", hint="Install it.")


def scripted(name: str, *lines: object, context: int = 8192) -> ScriptedModel:
    return ScriptedModel(lines, name=name, context_tokens=context)  # type: ignore[arg-type]


@pytest.mark.parametrize("fault", [DOWN, BROKE, TOO_LONG, NOT_INSTALLED, NO_FILE])
async def test_the_next_model_answers_and_says_so(fault: Exception) -> None:
    model = Falling([scripted("a", fault), scripted("b", "yes")])
    reply = await model.complete(ASK)
    assert (reply.text, reply.model) == ("yes", "b")
    assert reply.note == f"{fault} b answers in its place."


@pytest.mark.parametrize(
    ("fault", "asked"), [(DOWN, 3), (TOO_LONG, 3), (BROKE, 1), (NOT_INSTALLED, 1), (NO_FILE, 1)]
)
async def test_a_model_that_will_never_answer_is_not_asked_again(
    fault: Exception, asked: int
) -> None:
    first = ScriptedModel(last=fault, name="a")
    model = Falling([first, ScriptedModel(last="yes", name="b")])
    for _ in range(3):
        assert (await model.complete(ASK)).model == "b"
    assert len(first.requests) == asked


async def test_what_is_wrong_with_the_disk_is_no_reason_to_ask_another_model() -> None:
    second = scripted("b", "yes")
    model = Falling([scripted("a", StoreError("The disk is full.")), second])
    with pytest.raises(StoreError):
        await model.complete(ASK)
    with pytest.raises(StoreError):
        [_ async for _ in Falling([scripted("a", StoreError("full")), second]).sample(ASK, 2)]
    assert second.requests == []


async def test_a_refused_answer_is_asked_of_the_next_and_paid_for() -> None:
    no = Reply(text="", finish="refused", use=Use(calls=1, tokens_in=7), note="a refused.")
    yes = Reply(text="yes", use=Use(calls=1, tokens_in=5))
    first = ScriptedModel(last=no, name="a")
    model = Falling([first, ScriptedModel(last=yes, name="b")])
    for _ in range(2):
        reply = await model.complete(ASK)
        assert (reply.text, reply.model, reply.use.calls) == ("yes", "b", 2)
        assert reply.use.tokens_in == 12
        assert reply.note == "a refused to answer this question. b answers in its place."
    assert len(first.requests) == 2, "another question may be answered"
    refused = await Falling([ScriptedModel([no], name="a"), scripted("b", DOWN)]).complete(ASK)
    assert (refused.finish, refused.note) == ("refused", "a refused.")


async def test_the_first_is_taken_as_long_as_it_answers() -> None:
    second = scripted("b")
    model = Falling([scripted("a", "one", "two"), second])
    assert isinstance(model, Model)
    reply = await model.complete(ASK)
    assert (reply.text, reply.model, reply.note) == ("one", "", "")
    assert second.requests == []


async def test_when_nobody_answers_each_says_why_and_the_first_cure_is_given() -> None:
    model = Falling([scripted("a", BROKE), scripted("b", ModelUnavailable("b refused the key."))])
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(ASK)
    said = "None of the 2 models can answer: a is out of credit. b refused the key."
    assert str(caught.value) == said
    assert caught.value.hint == "Add credit."


def test_a_question_is_sized_for_whoever_may_answer_it() -> None:
    model = Falling([scripted("a", context=200_000), scripted("b", context=4096)])
    assert (model.name, model.context_tokens) == ("a", 4096)
    assert names_of(model) == ("a", "b")


async def test_samples_go_on_with_the_next_model() -> None:
    second = scripted("b", "two", "three")
    model = Falling([scripted("a", "one", DOWN), second])
    replies = [reply async for reply in sample(model, ASK, 3)]
    assert [(reply.text, reply.model) for reply in replies] == [
        ("one", ""), ("two", "b"), ("three", "b"),
    ]  # fmt: skip
    assert [request.seed for request in second.requests] == [1, 2]


NO = Reply(text="", finish="refused", use=Use(calls=1, tokens_in=7), note="a refused.")
YES = Reply(text="yes", use=Use(calls=1, tokens_in=5))


async def test_refused_samples_are_asked_of_the_next_model_and_paid_for() -> None:
    second = ScriptedModel(last=YES, name="b")
    model = Falling([ScriptedModel([NO, "one", NO], name="a"), second])
    replies = [reply async for reply in sample(model, ASK, 3)]
    assert [(reply.text, reply.model) for reply in replies] == [
        ("one", ""), ("yes", "b"), ("yes", "b"),
    ]  # fmt: skip
    assert replies[0].note == "", "who answers some of them is no stand-in"
    assert replies[1].note == "a refused to answer this question. b answers in its place."
    assert sum(reply.use.calls for reply in replies) == 5
    assert len(second.requests) == 2


async def test_who_stops_listening_has_paid_for_the_refusals_before() -> None:
    model = Falling([ScriptedModel([NO, NO, YES], name="a"), scripted("b")])
    async with aclosing(sample(model, ASK, 3)) as replies:
        first = await anext(replies)
    assert (first.text, first.use) == ("yes", Use(calls=3, tokens_in=19))


@pytest.mark.parametrize(
    ("first", "second", "texts", "calls"),
    [
        ([NO, NO], [NO, NO], ["", ""], 4),
        ([NO, YES], [NO], ["yes", ""], 3),
        ([NO, NO], [DOWN], ["", ""], 2),
        ([NO, NO], [YES, DOWN], ["yes", ""], 3),
        ([NO, NO], [BROKE], ["", ""], 2),
    ],
)
async def test_a_refused_sample_is_given_only_where_nobody_answers(
    first: list[Reply], second: list[Reply], texts: list[str], calls: int
) -> None:
    model = Falling([scripted("a", *first), scripted("b", *second)])
    replies = [reply async for reply in sample(model, ASK, 2)]
    assert [reply.text for reply in replies] == texts
    assert all((reply.finish == "refused") == (not reply.text) for reply in replies)
    assert sum(reply.use.calls for reply in replies) == calls


async def test_samples_that_nobody_was_there_to_refuse_are_a_fault() -> None:
    model = Falling([scripted("a", NO, DOWN), scripted("b", DOWN)])
    found: list[Reply] = []
    with pytest.raises(ModelUnavailable, match="None of the 2 models can answer"):
        async for reply in sample(model, ASK, 2):
            found.append(reply)
    assert [(reply.finish, reply.use.calls) for reply in found] == [("refused", 1)]


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def failing(model: Model) -> str:
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(ASK)
    return str(caught.value)


async def test_after_some_faults_a_provider_is_left_alone_for_a_while() -> None:
    clock = Clock()
    breakers = Breakers(clock)
    inner = ScriptedModel([DOWN] * FAULTS, last="back", name="x:one")
    model = Guarded(inner, breakers.of("x:one"))
    sibling = Guarded(ScriptedModel(last="?", name="x:two"), breakers.of("x:two"))
    stranger = Guarded(ScriptedModel(last="fine", name="y:one"), breakers.of("y:one"))
    for _ in range(FAULTS):
        assert await failing(model) == str(DOWN)
    assert "left alone" in await failing(model)
    assert "left alone" in await failing(sibling), "it is the provider that is down"
    assert (await stranger.complete(ASK)).text == "fine"
    assert len(inner.requests) == FAULTS
    clock.now += PAUSE
    assert (await model.complete(ASK)).text == "back"
    assert (await sibling.complete(ASK)).text == "?"


async def test_a_provider_that_still_fails_is_left_alone_again() -> None:
    clock = Clock()
    inner = ScriptedModel(last=DOWN, name="x:one")
    model = Guarded(inner, Breakers(clock).of("x:one"))
    for _ in range(FAULTS):
        await failing(model)
    clock.now += PAUSE
    assert await failing(model) == str(DOWN)
    assert "left alone" in await failing(model)
    assert len(inner.requests) == FAULTS + 1


async def test_one_question_at_a_time_finds_out_whether_it_is_back() -> None:
    clock, gate = Clock(), asyncio.Event()

    class Slow(ScriptedModel):
        async def complete(self, request: Request) -> Reply:
            if len(self.requests) >= FAULTS:
                await gate.wait()
            return await super().complete(request)

    model = Guarded(Slow([DOWN] * FAULTS, last="back", name="x"), Breakers(clock).of("x"))
    for _ in range(FAULTS):
        await failing(model)
    clock.now += PAUSE
    trial = asyncio.ensure_future(model.complete(ASK))
    await asyncio.sleep(0)
    assert "left alone" in await failing(model)
    trial.cancel()
    await asyncio.gather(trial, return_exceptions=True)
    gate.set()
    assert (await model.complete(ASK)).text == "back", "a question taken back proves nothing"


@pytest.mark.parametrize("fault", [BROKE, TOO_LONG])
async def test_a_refusal_is_no_sign_of_a_dead_provider(fault: Exception) -> None:
    inner = ScriptedModel([*[fault] * (3 * FAULTS)], last="yes", name="x")
    model = Guarded(inner, Breakers(Clock()).of("x"))
    for _ in range(3 * FAULTS):
        await failing(model)
    assert (await model.complete(ASK)).text == "yes"


def test_servers_of_ones_own_have_a_breaker_each() -> None:
    breakers = Breakers()
    one = breakers.of("openai-compatible:http://a/v1#m")
    assert one is breakers.of("openai-compatible:http://a/v1#n")
    assert one is not breakers.of("openai-compatible:http://b/v1#m")
