"""Every protocol a provider may speak, over a real socket, behaving well and badly.

Whatever the server does, a question ends with an answer or with one sentence and its cure.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from email.utils import formatdate
from typing import get_args

import pytest
from pydantic import SecretStr

from model_server import (
    Act,
    Dialect,
    Server,
    breaks_off,
    calls_a_tool,
    is_silent,
    keeps_the_line,
    redirects,
    refuses,
    says,
    sends,
    serving,
    trickles,
)
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Model, Reply, Request, answer, close, sample
from verdigris.models.resolve import resolve
from verdigris.settings import Keys, Models, Providers, Settings

ASK = Request(system="be brief", prompt="what is 2 + 2?", temperature=0.25, seed=7, max_tokens=99)
KEY = "key-of-the-user-0123456789"


@pytest.fixture(params=get_args(Dialect))
def dialect(request: pytest.FixtureRequest) -> Dialect:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=["whole", "streamed"])
def streamed(request: pytest.FixtureRequest) -> bool:
    return request.param == "streamed"  # type: ignore[no-any-return]


def model_of(
    server: Server, dialect: Dialect, *, seconds: float = 20, retries: int = 0, more: str = ""
) -> Model:
    settings = Settings(
        models=Models(timeout_seconds=seconds, retries=retries),
        keys=Keys(openai=SecretStr(KEY), anthropic=SecretStr(KEY)),
        providers=Providers(openai_url=f"{server.url}/v1", anthropic_url=server.url),
    )
    return resolve(f"{dialect}:m{more}", settings)


async def ask(model: Model, streamed: bool, request: Request = ASK) -> tuple[Reply, list[str]]:
    heard: list[str] = []
    reply = await answer(model, request, heard.append if streamed else None)
    return reply, heard


async def test_an_answer_comes_whole_or_in_words_and_is_counted(
    dialect: Dialect, streamed: bool
) -> None:
    text = "größe 😀: the answer is four, and nothing else.\n"
    async with serving(says(text)) as server:
        reply, heard = await ask(model_of(server, dialect), streamed)
    assert (reply.text, reply.finish) == (text, "stop")
    assert "".join(heard) == (text if streamed else "")
    assert len(heard) > 3 or not streamed
    use = reply.use
    assert (use.calls, use.tokens_in, use.tokens_out, use.cached_tokens) == (1, 11, 3, 5)
    assert use.unpriced_calls == 1, "nobody knows what a model called m costs"
    [asked] = server.asked
    assert KEY in f"{asked.headers.get('authorization')} {asked.headers.get('x-api-key')}"
    assert (asked.body["model"], asked.body["temperature"]) == ("m", 0.25)
    assert "be brief" in asked.data.decode() and "what is 2 + 2?" in asked.data.decode()


async def test_an_answer_that_was_cut_short_says_so(dialect: Dialect, streamed: bool) -> None:
    async with serving(says("four and", "length")) as server:
        reply, _ = await ask(model_of(server, dialect), streamed)
    assert (reply.text, reply.finish) == ("four and", "length")


@pytest.mark.parametrize(
    ("dialect", "finish"), [("openai", "content_filter"), ("anthropic", "refusal")]
)
async def test_content_that_was_refused_is_no_fault_but_no_answer(
    dialect: Dialect, finish: str
) -> None:
    async with serving(says("", finish)) as server:
        reply, _ = await ask(model_of(server, dialect), False)
    assert (reply.text, reply.finish) == ("", "refused")
    assert reply.note == (
        f"{dialect}:m refused to answer; say the goal in other words, or name another model."
    )


async def test_a_tool_that_nobody_offered_is_passed_over(dialect: Dialect) -> None:
    async with serving(calls_a_tool("four")) as server:
        reply, _ = await ask(model_of(server, dialect), False)
        assert reply.text == "four"
        assert "tools" not in server.asked[0].body


FAULTS: dict[str, tuple[Act, str, str, bool, bool]] = {
    "a wrong key": (refuses(401), "refused the key", "Check the key", False, True),
    "not allowed": (refuses(403), "refused the key", "Check the key", False, True),
    "no credit": (refuses(402), "is out of credit", "Add credit", False, True),
    "no credit, in words": (
        refuses(400, "Your credit balance is too low to access the API."),
        "is out of credit", "Add credit", False, True,
    ),
    "an unknown model": (refuses(404), "not known to its provider", "spelling", False, True),
    "too long": (refuses(413), "too long", "larger context", False, False),
    "too long, in words": (
        refuses(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        "too long", "larger context", False, False,
    ),
    "too many requests": (refuses(429), "limits the rate", "Wait a little", True, False),
    "another refusal": (refuses(400), "rejected the request: said the server", "provider's", False,
                        False),
    "a server error": (refuses(500), "failed: said the server", "Try again later", True, False),
    "overloaded": (refuses(529), "failed", "Try again later", True, False),
    "a gateway": (sends(b"<html>Bad Gateway</html>", "text/html", 502), "failed", "Try again",
                  True, False),
    "hanging up": (breaks_off(), "", "", True, False),
    "silence": (is_silent(), "did not answer in time", "timeout_seconds", True, False),
    "bytes that trickle in": (trickles(), "did not answer in time", "timeout_seconds", True, False),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
async def test_each_fault_is_one_sentence_with_its_cure(
    name: str, dialect: Dialect, streamed: bool
) -> None:
    act, sentence, cure, transient, lasting = FAULTS[name]
    seconds = 1.0 if "time" in sentence else 20
    async with serving(act) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await ask(model_of(server, dialect, seconds=seconds), streamed)
        assert len(server.asked) == 1, "trying again is not the client's business"
    fault = caught.value
    assert sentence in str(fault) and f"{dialect}:m" in str(fault)
    assert "\n" not in str(fault) and str(fault).endswith(".") and len(str(fault)) < 400
    assert cure in fault.hint and fault.hint
    assert (fault.transient, fault.lasting) == (transient, lasting)
    assert KEY not in str(fault) + fault.hint


GARBAGE = {
    "a page": sends(b"<html>login</html>", "text/html"),
    "half of a JSON object": sends(b'{"choices": ['),
    "JSON of another kind": sends(b'{"hello": [1]}'),
    "a list": sends(b"[1, 2]"),
    "nothing": sends(b""),
    "noise": sends(bytes(range(256)) * 40),
    "events that are no JSON": sends(b"data: {oops\n\ndata: [DONE]\n\n", "text/event-stream"),
    "events of another kind": sends(b'data: {"x": 1}\n\ndata: 7\n\n', "text/event-stream"),
    "an error inside the stream": sends(
        b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", '
        b'"message": "Overloaded"}}\n\n', "text/event-stream",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GARBAGE)
async def test_garbage_is_an_empty_answer_or_a_fault_and_never_a_crash(
    name: str, dialect: Dialect, streamed: bool
) -> None:
    async with serving(GARBAGE[name]) as server:
        try:
            reply, _ = await ask(model_of(server, dialect), streamed)
        except ModelUnavailable as fault:
            assert "\n" not in str(fault) and len(str(fault)) < 400 and fault.hint
        else:
            assert reply.text == ""


async def test_a_huge_answer_is_taken_or_refused_but_not_choked_on(
    dialect: Dialect, streamed: bool
) -> None:
    async with serving(says("x" * 1_000_000)) as server:
        reply, _ = await ask(model_of(server, dialect), streamed)
        assert len(reply.text) == 1_000_000
    async with serving(says("x" * 4_100_000)) as server:
        with pytest.raises(ModelUnavailable, match="did not stop talking"):
            await ask(model_of(server, dialect), streamed)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_key_does_not_follow_a_redirect(
    dialect: Dialect, streamed: bool, status: int
) -> None:
    async with serving(says("stolen")) as thief, serving(redirects(thief.url, status)) as server:
        with pytest.raises(ModelUnavailable, match="another address") as caught:
            await ask(model_of(server, dialect), streamed)
        assert thief.asked == [] and len(server.asked) == 1
    assert "final address" in caught.value.hint


@pytest.mark.parametrize("act", [is_silent(), trickles()], ids=["silent", "trickling"])
async def test_taking_a_question_back_closes_the_connection(
    dialect: Dialect, streamed: bool, act: Act
) -> None:
    async with serving(act) as server:
        asking = asyncio.ensure_future(ask(model_of(server, dialect), streamed))
        await asyncio.wait_for(server.reached.wait(), 20)
        assert not server.hung_up.is_set()
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
        await asyncio.wait_for(server.hung_up.wait(), 20)


async def test_closing_gives_the_connections_back_and_a_later_question_opens_others(
    dialect: Dialect, streamed: bool
) -> None:
    async with serving(keeps_the_line()) as server:
        model = model_of(server, dialect)
        assert (await ask(model, streamed))[0].text == "four"
        assert not server.hung_up.is_set()
        await close(model)
        await asyncio.wait_for(server.hung_up.wait(), 20)
        assert (await ask(model, streamed))[0].text == "four"
        await close(model)
        await close(model)


async def test_passing_faults_are_tried_again_and_the_answer_is_the_last_ones(
    dialect: Dialect, streamed: bool
) -> None:
    acts = [refuses(429, retry_after="0"), refuses(503, retry_after="0"), says("four")]
    async with serving(*acts) as server:
        reply, heard = await ask(model_of(server, dialect, retries=3), streamed)
        assert reply.text == "four" and len(server.asked) == 3
    assert "".join(heard) == ("four" if streamed else "")


@pytest.mark.parametrize("how", ["seconds", "milliseconds", "a date"])
async def test_the_pause_a_provider_asks_for_is_understood(dialect: Dialect, how: str) -> None:
    asked_for = {
        "seconds": {"retry_after": "3600"},
        "milliseconds": {"retry_after_ms": "3600000"},
        "a date": {"retry_after": formatdate(time.time() + 3600, usegmt=True)},
    }[how]
    async with serving(refuses(429, **asked_for)) as server:
        with pytest.raises(ModelUnavailable) as caught:
            await ask(model_of(server, dialect), False)
    assert caught.value.retry_after is not None
    assert 3000 <= caught.value.retry_after <= 3600


async def test_the_next_model_of_the_tier_answers_for_one_that_cannot(streamed: bool) -> None:
    async with serving(refuses(402)) as poor, serving(says("four")) as rich:
        settings = Settings(
            models=Models(retries=0),
            keys=Keys(openai=SecretStr(KEY)),
            providers=Providers(openai_url=f"{poor.url}/v1"),
        )
        second = f"openai-compatible:{rich.url}/v1#m"
        model = resolve(f"openai:m, {second}", settings)
        for _ in range(2):
            reply, _ = await ask(model, streamed)
            assert (reply.text, reply.model) == ("four", second)
            assert reply.note == f"openai:m is out of credit. {second} answers in its place."
        assert len(poor.asked) == 1, "credit does not come back within a run"
        assert KEY not in "".join(one.raw for one in rich.asked)


async def test_several_answers_are_asked_for_side_by_side(dialect: Dialect) -> None:
    async with serving(says("four")) as server:
        model = model_of(server, dialect)
        asked = ASK.model_copy(update={"greedy_first": True})
        assert [reply.text async for reply in sample(model, asked, 3)] == ["four"] * 3
        temperatures = sorted(one.body["temperature"] for one in server.asked)
        assert temperatures == [0.0, 0.25, 0.25]
        if dialect == "openai":
            assert sorted(one.body["seed"] for one in server.asked) == [7, 8, 9]


async def test_leaving_a_batch_early_takes_back_what_is_still_out(dialect: Dialect) -> None:
    async with serving(says("four"), is_silent()) as server:
        replies = sample(model_of(server, dialect), ASK, 3)
        assert (await anext(replies)).text == "four"
        await replies.aclose()
        await asyncio.wait_for(server.hung_up.wait(), 20)


async def test_what_questions_have_in_common_is_marked_for_keeping() -> None:
    begin = "This test fails: " + "x" * 5000
    asked = ASK.model_copy(update={"prompt": f"{begin}\nMend it.", "shared": len(begin)})
    async with serving(says("four")) as server:
        await ask(model_of(server, "anthropic"), False, asked)
        await ask(model_of(server, "openai"), False, asked)
        await ask(model_of(server, "anthropic"), False, ASK)
    kept, plain, short = (one.body["messages"][-1]["content"] for one in server.asked)
    marked = [part for part in kept if "cache_control" in part]
    assert [part["text"] for part in marked] == [begin]
    assert "".join(part["text"] for part in kept) == asked.prompt
    assert asked.prompt in (plain, "".join(part["text"] for part in plain if part != plain))
    assert "cache_control" not in json.dumps(short)


async def test_a_schema_is_passed_on_where_the_provider_takes_one() -> None:
    schema = {
        "type": "object",
        "properties": {"lesson": {"type": "string"}},
        "required": ["lesson"],
        "additionalProperties": False,
    }
    asked = ASK.model_copy(update={"json_schema": schema})
    async with serving(says('{"lesson": "x"}')) as server:
        reply, _ = await ask(model_of(server, "openai", more="pt-4o"), False, asked)
        assert reply.text == '{"lesson": "x"}'
        form = server.asked[0].body["response_format"]
        assert form["json_schema"]["schema"]["properties"] == schema["properties"]


async def test_the_environment_sends_nobody_anywhere(
    dialect: Dialect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another-token-0123456789")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with serving(says("four")) as server:
        reply, _ = await ask(model_of(server, dialect), False)
        assert reply.text == "four"
        assert "another-token" not in server.asked[0].raw
