"""Embedders behind HTTP: what they send, and what they make of bad answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from vectors.embedding_server import Embeddings, embedding_server
from verdigris.errors import MissingError, ModelUnavailable, SettingsError
from verdigris.settings import Settings, load
from verdigris.settings.tree import Keys, Memory, Paths, Providers
from verdigris.vectors.base import Embedder
from verdigris.vectors.choose import chosen, embedder

KEY = "sk-ant-" + "a1B2" * 8
OWN = "own-key-of-the-user-12345"


@pytest.fixture
def server() -> Iterator[Embeddings]:
    with embedding_server() as server:
        yield server


def settings(name: str, tmp_path: Path, url: str = "", **more: Any) -> Settings:
    return Settings(
        memory=Memory(embedder=name),
        providers=Providers(openai_url=f"{url}/v1" if url else None),
        paths=Paths(data=tmp_path, cache=tmp_path),
        keys=Keys(openai=SecretStr(OWN)),
        **more,
    )


async def made(server: Embeddings, tmp_path: Path) -> Embedder:
    found = await embedder(settings("openai:text-embedding-3-small", tmp_path, server.url))
    assert found is not None
    return found


async def test_no_credential_leaves_in_a_text(server: Embeddings, tmp_path: Path) -> None:
    one = await made(server, tmp_path)
    await one.embed(
        [f"ValueError: bad key {KEY}", f"curl -H 'X: {OWN}'", 'password = "hunter2hunter"']
    )
    assert KEY not in server.sent and OWN not in server.sent and "hunter2" not in server.sent
    path, headers, body = server.asked[-1]
    assert path == "/v1/embeddings" and headers["Authorization"] == f"Bearer {OWN}"
    assert body["model"] == "text-embedding-3-small" and len(body["input"]) == 3


async def test_many_texts_go_in_few_requests_and_come_back_in_order(
    server: Embeddings, tmp_path: Path
) -> None:
    one = await made(server, tmp_path)
    texts = [f"failure number {n} of {'abcdefg'[n % 7]}" for n in range(150)]
    together = await one.embed(texts)
    assert len(server.asked) == 1 + 3
    assert together[140] == pytest.approx((await one.embed([texts[140]]))[0])


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>sign in</html>",
        [],
        {"data": []},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 0, "embedding": ["x"]}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": [1e999, 1.0]}]},
        {"data": [{"index": 0}]},
        {"data": None},
        b"[" * 100_000,
    ],
)
async def test_a_bad_answer_is_said_to_be_one(
    server: Embeddings, tmp_path: Path, answer: Any
) -> None:
    server.answer = answer
    with pytest.raises(ModelUnavailable):
        await made(server, tmp_path)


async def test_vectors_of_another_size_than_before_are_refused(
    server: Embeddings, tmp_path: Path
) -> None:
    one = await made(server, tmp_path)
    server.answer = {"data": [{"index": 0, "embedding": [1.0, 2.0]}]}
    with pytest.raises(ModelUnavailable, match="2 numbers now"):
        await one.embed(["x"])


@pytest.mark.parametrize(("status", "said"), [(401, "key"), (404, "model"), (500, "500")])
async def test_a_refusal_is_explained(
    server: Embeddings, tmp_path: Path, status: int, said: str
) -> None:
    server.status, server.answer = status, {"error": f"no {KEY}"}
    with pytest.raises(ModelUnavailable, match=said) as caught:
        await made(server, tmp_path)
    assert KEY not in str(caught.value)


async def test_a_key_does_not_follow_a_redirect(server: Embeddings, tmp_path: Path) -> None:
    with embedding_server() as thief:
        server.status, server.location = 307, f"{thief.url}/v1/embeddings"
        with pytest.raises(ModelUnavailable, match="another address"):
            await made(server, tmp_path)
        assert thief.asked == []


async def test_an_answer_that_never_ends_is_given_up(
    server: Embeddings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await made(server, tmp_path)
    monkeypatch.setattr("verdigris.vectors.providers.SECONDS", 0.3)
    server.drips = True
    with pytest.raises(ModelUnavailable, match="no answer within") as caught:
        await one.embed(["x"])
    assert caught.value.transient


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with embedding_server() as gone:
        url = gone.url
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await embedder(settings("ollama:nomic", tmp_path).model_copy(
            update={"providers": Providers(ollama_url=url)}
        ))  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["nonsense", "openai", "anthropic:claude", "openai:", "openai-compatible:http://h/v1",
     "openai-compatible:ftp://h#m"],
)  # fmt: skip
def test_a_name_that_means_nothing_is_refused_before_anything_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERDIGRIS_MEMORY__EMBEDDER", name)
    with pytest.raises(SettingsError, match="openrouter:MODEL") as caught:
        load(tmp_path)
    assert "'memory.embedder' from environment" in str(caught.value)
    assert caught.value.exit_code == 2 and caught.value.hint


async def test_auto_is_hashed_until_a_model_is_pulled(tmp_path: Path) -> None:
    assert chosen(settings("auto", tmp_path)) == "hashed"
    assert await embedder(settings("off", tmp_path)) is None
    with pytest.raises(MissingError, match="not been pulled") as caught:
        await embedder(settings("minilm", tmp_path))
    assert "verdigris model pull minilm" in caught.value.hint
