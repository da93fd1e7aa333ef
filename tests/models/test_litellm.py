"""A LiteLLM proxy, started from its package, as the provider of whole runs.

In front of it stands the command line, behind it a server of ours that keeps what it was sent, or
the real local engine. One test walks through it all, because starting a proxy takes ten seconds
of a processor.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from litellm_proxy import KEY, proxy
from pydantic import SecretStr

from model_server import Server, refuses, says, serving
from model_shop import Shop, make_project, mends
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Model, Request, answer, close
from verdigris.models.local.client import ensure_engine, stop_engine
from verdigris.models.resolve import resolve
from verdigris.settings import Keys, Models, Paths, Providers, Settings

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
ASK = Request(system="be brief", prompt="what is 2 + 2?", max_tokens=50)
UPSTREAM = "key-of-the-server-behind-0123456789"
PRICED = "openai/gpt-4o-mini"


@pytest.mark.thorough
async def test_a_litellm_proxy_is_a_provider_like_any_other(
    tmp_path: Path, lean_python: Path
) -> None:
    make_project(tmp_path / "project")
    shop = Shop(tmp_path, lean_python)
    async with serving(mends()) as server:
        behind = {"api_base": f"{server.url}/v1", "api_key": UPSTREAM}
        names = {"fixer": "openai/m", PRICED: PRICED}
        passed_on = {name: {"model": model, **behind} for name, model in names.items()}
        async with proxy(tmp_path, passed_on) as url:
            known = {"VERDIGRIS_PROVIDERS__LITELLM_URL": url}
            await _it_is_listed(shop, known)
            await _a_trial_tells_its_price(shop, known, server)
            await _it_mends_a_project(shop, known, server)
            await _faults_are_told(shop, known, server)
            await _answers_stream_and_are_counted(url, server)
    assert not [one for one in server.asked if KEY in one.raw], "the proxy's key stays with it"


async def _it_is_listed(shop: Shop, known: dict[str, str]) -> None:
    named = {
        "VERDIGRIS_MODELS__FAST": f"litellm:{PRICED}",
        "VERDIGRIS_MODELS__STRONG": "litellm:m2",
    }
    status, out, _ = await shop.say(
        "model", "list", "--json", **known, **named, LITELLM_API_KEY=KEY
    )
    fast, strong = json.loads(out)["configured"]
    assert (status, fast["reachable"], strong["reachable"]) == (3, True, False)
    assert strong["detail"] == f"has no such model; it has fixer, {PRICED}"
    assert fast["price"]["tokens_in"] > 0 and fast["context_tokens"] == 128_000
    _, out, _ = await shop.say(
        "model", "list", "--json", **known, **named, LITELLM_API_KEY="sk-bad"
    )
    assert [one["detail"] for one in json.loads(out)["configured"]] == ["refused the key"] * 2


async def _a_trial_tells_its_price(shop: Shop, known: dict[str, str], server: Server) -> None:
    right = "```python\ndef mean(values):\n    return sum(values) / len(values)\n```"
    told = {}
    for name in ("fixer", PRICED):
        server.acts[:] = [says(right)]
        status, out, err = await shop.say(
            "model", "test", f"litellm:{name}", "--json", **known, LITELLM_API_KEY=KEY
        )
        assert status == 0, (out, err)
        [told[name]] = json.loads(out)["trials"]
    for trial in told.values():
        assert trial["right"] and (trial["tokens_in"], trial["tokens_out"]) == (11, 3)
        assert trial["first_word_seconds"] is not None, "it was streamed"
    assert not told["fixer"]["price_known"], "nobody knows what a proxy's `fixer` costs"
    assert told[PRICED]["price_known"] and 0 < told[PRICED]["cost"] < 0.001


async def _it_mends_a_project(shop: Shop, known: dict[str, str], server: Server) -> None:
    server.acts[:] = [mends()]
    asked = len(server.questions)
    result, status, err = await shop.fix("--model", "litellm:fixer", **known, LITELLM_API_KEY=KEY)
    assert (result.get("status"), status) == ("green", 0), (result, err)
    assert len(server.questions) > asked
    assert result["use"]["tokens_out"] > 0 and result["use"]["unpriced_calls"] > 0
    assert all(UPSTREAM in one.raw for one in server.questions)


async def _faults_are_told(shop: Shop, known: dict[str, str], server: Server) -> None:
    asked = len(server.questions)
    for name, key, sentence in (
        ("fixer", "sk-bad", "litellm:fixer refused the key."),
        ("fixer", "bad", "litellm:fixer refused the key."),
        ("unheard-of", KEY, "litellm:unheard-of is not known to its provider."),
    ):
        status, _, err = await shop.say(
            "model", "test", f"litellm:{name}", **known, LITELLM_API_KEY=key
        )
        assert status == 3 and sentence in err, err
    assert len(server.questions) == asked


def _model(url: str) -> Model:
    settings = Settings(
        models=Models(retries=0, timeout_seconds=60),
        keys=Keys(litellm=SecretStr(KEY)),
        providers=Providers(litellm_url=url),
    )
    return resolve("litellm:fixer", settings)


async def _answers_stream_and_are_counted(url: str, server: Server) -> None:
    model = _model(url)
    server.acts[:] = [says("four, in words"), refuses(429), refuses(500), refuses(400, "oh no")]
    heard: list[str] = []
    reply = await answer(model, ASK, heard.append)
    assert reply.text == "".join(heard) == "four, in words" and len(heard) > 2
    assert (reply.use.tokens_in, reply.use.tokens_out) == (11, 3)
    for sentence, transient in (
        ("limits the rate", True), ("failed", True), ("rejected the request", False)
    ):  # fmt: skip
        with pytest.raises(ModelUnavailable, match=sentence) as caught:
            await model.complete(ASK)
        assert caught.value.transient is transient and "\n" not in str(caught.value)
    await close(model)


@pytest.mark.model
async def test_a_litellm_proxy_in_front_of_the_local_engine_mends_a_line(
    tmp_path: Path, lean_python: Path
) -> None:
    cache = Path.home() / ".cache" / "verdigris"
    settings = Settings(paths=Paths(data=tmp_path / "data", cache=cache))
    shop = Shop(tmp_path, lean_python)
    engine = await ensure_engine(settings, "qwen2.5-coder-1.5b")
    behind = {"api_base": f"{engine.url}/v1", "api_key": engine.key}
    try:
        async with proxy(
            tmp_path, {"coder": {"model": f"openai/{engine.model_name}", **behind}}
        ) as url:
            known = {"VERDIGRIS_PROVIDERS__LITELLM_URL": url, "LITELLM_API_KEY": KEY}
            status, out, err = await shop.say("model", "test", "litellm:coder", "--json", **known)
            assert status == 0, (out, err)
            trial = json.loads(out)["trials"][-1]
            assert trial["right"] and trial["tokens_in"] > 50 and trial["tokens_out"] > 10
    finally:
        await stop_engine(settings, folder=engine.folder)
