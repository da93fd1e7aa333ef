"""Ollama's own protocol, against a server that speaks it."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from ollama_server import Ollama, serving

from verdigris.engine.models import guarded, in_touch
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Model, Reply, Request, Streaming, context_of
from verdigris.models.ollama import OllamaModel
from verdigris.settings import Models, Paths, Providers, Settings

QUESTION = Request(system="Be brief.", prompt="What is green?", max_tokens=64, seed=7)
TEXT = "Green is earned."


@pytest.fixture
def ollama() -> Iterator[Ollama]:
    with serving(Ollama()) as server:
        yield server


def model_of(
    server: Ollama, tmp_path: Path, name: str = "coder", context: int = 16384, seconds: float = 60
) -> OllamaModel:
    settings = Settings(
        providers=Providers(ollama_url=server.url, ollama_context=context),
        models=Models(timeout_seconds=seconds),
        paths=Paths(data=tmp_path / "data", cache=tmp_path / "cache"),
    )
    return OllamaModel(name, settings)


async def fault_of(model: OllamaModel, request: Request = QUESTION) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await model.complete(request)
    return caught.value


async def test_an_answer_comes_with_its_count(ollama: Ollama, tmp_path: Path) -> None:
    model = model_of(ollama, tmp_path)
    assert isinstance(model, Model)
    reply = await model.complete(QUESTION)
    assert (reply.text, reply.finish) == (TEXT, "stop")
    assert (reply.use.calls, reply.use.tokens_in, reply.use.tokens_out) == (1, 5, 3)
    body = ollama.asked[0]
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What is green?"},
    ]
    wanted = {"num_ctx": 16384, "num_predict": 64, "temperature": 0.0, "seed": 7}
    assert body["options"] == wanted


async def test_words_are_told_as_they_come(ollama: Ollama, tmp_path: Path) -> None:
    heard: list[str] = []
    model = model_of(ollama, tmp_path)
    assert isinstance(model, Streaming)
    assert (await model.stream(QUESTION, heard.append)).text == TEXT
    assert heard == ["Green", " is", " earned."]


async def test_a_question_longer_than_ollamas_default_reaches_the_model_whole(
    ollama: Ollama, tmp_path: Path
) -> None:
    prompt = " ".join(f"word{number}" for number in range(6000))
    await model_of(ollama, tmp_path).complete(Request(system="", prompt=prompt))
    assert ollama.seen_by_model == [prompt]


async def test_what_does_not_fit_is_refused_and_never_cut_off(
    ollama: Ollama, tmp_path: Path
) -> None:
    model = model_of(ollama, tmp_path, context=512)
    error = await fault_of(model, Request(system="", prompt="word " * 600))
    assert "too long" in str(error)
    assert "512" in str(error)
    assert "providers.ollama_context" in error.hint
    assert not error.transient
    assert ollama.seen_by_model == []


async def test_the_context_is_no_larger_than_the_model_was_trained_for(
    ollama: Ollama, tmp_path: Path
) -> None:
    ollama.models["small:latest"] = 2048
    model = model_of(ollama, tmp_path, "small")
    assert await context_of(model) == 2048, "known before the first question"
    assert ollama.asked == []
    await model.complete(QUESTION)
    assert model.context_tokens == 2048
    assert ollama.asked[0]["options"]["num_ctx"] == 2048


async def test_a_model_that_is_not_pulled_says_how_to_get_it(
    ollama: Ollama, tmp_path: Path
) -> None:
    error = await fault_of(model_of(ollama, tmp_path, "codr"))
    assert str(error) == "Ollama has no model called 'codr'. Did you mean 'coder:latest'?"
    assert error.hint == "Run: ollama pull codr"
    assert error.lasting
    assert not error.transient


async def test_a_shape_is_handed_on(ollama: Ollama, tmp_path: Path) -> None:
    shape = {"type": "object", "properties": {"n": {"type": "integer"}}}
    await model_of(ollama, tmp_path).complete(QUESTION.model_copy(update={"json_schema": shape}))
    assert ollama.asked[0]["format"] == shape


@pytest.mark.parametrize("thinking", [True, False])
async def test_only_a_model_that_thinks_is_told_not_to(
    ollama: Ollama, tmp_path: Path, thinking: bool
) -> None:
    ollama.thinking = thinking
    await model_of(ollama, tmp_path).complete(QUESTION)
    assert ollama.asked[0].get("think") == (False if thinking else None)


async def test_an_answer_that_was_cut_to_length_says_so(ollama: Ollama, tmp_path: Path) -> None:
    ollama.stop_reason = "length"
    assert (await model_of(ollama, tmp_path).complete(QUESTION)).finish == "length"


async def test_loading_a_model_may_take_a_while(ollama: Ollama, tmp_path: Path) -> None:
    ollama.loading = threading.Event()
    answer = asyncio.create_task(model_of(ollama, tmp_path).complete(QUESTION))
    assert await asyncio.to_thread(ollama.came.wait, 30)
    assert not answer.done()
    ollama.loading.set()
    assert (await answer).text == TEXT


async def test_one_that_never_answers_is_given_up(ollama: Ollama, tmp_path: Path) -> None:
    ollama.loading = threading.Event()
    error = await fault_of(model_of(ollama, tmp_path, seconds=0.2))
    assert "did not answer in time" in str(error)
    assert error.transient


async def test_a_cancelled_question_hangs_up(ollama: Ollama, tmp_path: Path) -> None:
    endless = itertools.repeat("word ")
    ollama.words = endless  # type: ignore[assignment]
    first = asyncio.Event()
    model = model_of(ollama, tmp_path)
    answer: asyncio.Task[Reply] = asyncio.create_task(model.stream(QUESTION, lambda _: first.set()))
    await first.wait()
    answer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await answer
    assert await asyncio.to_thread(ollama.gone.wait, 30)


async def test_a_stream_that_is_cut_is_worth_another_try(ollama: Ollama, tmp_path: Path) -> None:
    ollama.cut_after = 1
    model = model_of(ollama, tmp_path)
    error = await fault_of(model)
    assert "broke off in the middle" in str(error)
    assert error.transient
    ollama.cut_after = None
    assert (await model.complete(QUESTION)).text == TEXT


async def test_an_error_inside_the_stream_is_no_answer(ollama: Ollama, tmp_path: Path) -> None:
    ollama.fault_after = 2
    error = await fault_of(model_of(ollama, tmp_path))
    assert "an error was encountered while running the model" in str(error)
    assert error.transient


@pytest.mark.parametrize(
    ("status", "body", "says", "then"),
    [
        (
            500,
            '{"error":"model requires more system memory (5.6 GiB) than is available (2.1 GiB)"}',
            "does not fit into the memory",
            "lasting",
        ),
        (503, '{"error":"server busy, please try again."}', "server busy", "transient"),
        (500, '{"error":"llama runner process has terminated"}', "has terminated", "transient"),
        (401, '{"error":"unauthorized"}', "unauthorized", "lasting"),
        (400, '{"error":"invalid options: temperature"}', "invalid options", ""),
        (502, "<html>bad gateway</html>", "status 502", "transient"),
        (500, '{"error":"\\u001b[31mred \\ud800"}', "red", "transient"),
    ],
)
async def test_each_fault_is_one_sentence_with_its_cure(
    ollama: Ollama,
    tmp_path: Path,
    status: int,
    body: str,
    says: str,
    then: str,
) -> None:
    ollama.fault = (status, body)
    error = await fault_of(model_of(ollama, tmp_path))
    assert says in str(error)
    assert "\n" not in str(error)
    assert error.hint
    assert (error.transient, error.lasting) == (then == "transient", then == "lasting")


@pytest.mark.parametrize("garbage", [b"<html>\n", b"[1]\n", b"{" * 5000 + b"\n", b"\xff\xfe\n"])
async def test_garbage_is_named_as_such(ollama: Ollama, tmp_path: Path, garbage: bytes) -> None:
    ollama.garbage = garbage
    error = await fault_of(model_of(ollama, tmp_path))
    assert "does not speak Ollama's protocol" in str(error)
    assert "providers.ollama_url" in error.hint


async def test_an_answer_without_an_end_is_given_up(ollama: Ollama, tmp_path: Path) -> None:
    ollama.words = itertools.repeat("x" * 1_000_000)  # type: ignore[assignment]
    assert "broke off" in str(await fault_of(model_of(ollama, tmp_path)))
    assert await asyncio.to_thread(ollama.gone.wait, 30)


async def test_a_server_that_is_not_there_says_how_to_start_it(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        nobody = Ollama(url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
        error = await fault_of(model_of(nobody, tmp_path))
    assert "cannot be reached" in str(error)
    assert "ollama serve" in error.hint


async def test_a_server_with_only_the_compatible_address_is_asked_over_that(
    ollama: Ollama, tmp_path: Path
) -> None:
    ollama.native = False
    model = model_of(ollama, tmp_path)
    assert (await model.complete(QUESTION)).text == TEXT
    assert ollama.asked[0]["max_completion_tokens"] == 64


async def test_a_server_that_is_down_tells_nothing_and_spoils_nothing(tmp_path: Path) -> None:
    with serving(Ollama()) as server:
        model = model_of(server, tmp_path)
        other = model_of(server, tmp_path, "unheard-of")
        assert await context_of(other) == 16384
    assert await context_of(model) == 16384
    assert "cannot be reached" in str(await fault_of(model))


async def test_a_recording_says_how_much_really_fits(ollama: Ollama, tmp_path: Path) -> None:
    ollama.models["small:latest"] = 2048
    settings = Settings(
        providers=Providers(ollama_url=ollama.url),
        models=Models(default="ollama:small", record=tmp_path / "r.jsonl"),
    )
    async with in_touch(settings) as models:
        guarded(models, settings, tmp_path, ())
    replayed = Settings(models=Models(replay=tmp_path / "r.jsonl"))
    async with in_touch(replayed) as models:
        assert {model.context_tokens for model in models.values()} == {2048}
