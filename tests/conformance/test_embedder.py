"""What every Embedder does, whichever backend is behind it."""

from __future__ import annotations

import asyncio
import math
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vectors.embedding_server import Embeddings, embedding_server
from verdigris.settings import Settings
from verdigris.settings.tree import Memory, Paths, Providers
from verdigris.vectors import minilm
from verdigris.vectors.base import Embedder, Vector
from verdigris.vectors.choose import embedder

FAILURE = (
    "IndexError: list index out of range\ntest last in last\ndef last(xs):\nreturn xs[len(xs)]"
)
ALIKE = "IndexError: list index out of range\ntest first in head\ndef head(items):\nreturn items[0]"
KNOWN = 8.805954703459884
"""What the vector of the first adds up to, weighted by place, on every machine."""
OTHER = "UnicodeDecodeError: 'utf-8' codec can't decode byte\ntest read in read mail\nopen(path)"


@pytest.fixture(scope="session")
def pulled() -> Settings:
    """Settings of the user's own cache, with the model in it."""
    settings = Settings()
    # In a thread of its own: whoever asks first may be in an event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(minilm.pull(settings, lambda news: None))).result()
    return settings


@pytest.fixture
def server() -> Iterator[Embeddings]:
    with embedding_server() as server:
        yield server


@pytest.fixture(
    params=[
        "hashed",
        pytest.param("minilm", marks=pytest.mark.model),
        "openai-compatible",
        "ollama",
    ]
)
async def one(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Embedder]:
    name = request.param
    settings = Settings(paths=Paths(data=tmp_path, cache=tmp_path))
    if name == "minilm":
        settings = request.getfixturevalue("pulled")
    elif name != "hashed":
        url = request.getfixturevalue("server").url
        settings = settings.model_copy(update={"providers": Providers(ollama_url=f"{url}/v1")})
        name = "ollama:nomic" if name == "ollama" else f"openai-compatible:{url}/v1#m"
    made = await embedder(settings.model_copy(update={"memory": Memory(embedder=name)}))
    assert made is not None
    yield made


def near(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_vectors_have_the_length_one_and_the_size_that_is_told(one: Embedder) -> None:
    vectors = await one.embed([FAILURE, OTHER, "", "\0 ü 😀 \ud800", "x" * 100_000])
    assert len(vectors) == 5
    for vector in vectors:
        assert len(vector) == one.dimension > 0
        assert math.isclose(near(vector, vector), 1.0, abs_tol=1e-3)
    assert await one.embed([]) == []
    assert one.name


async def test_what_reads_alike_is_nearer(one: Embedder) -> None:
    first, second, third = await one.embed([FAILURE, ALIKE, OTHER])
    assert near(first, second) > near(first, third) + 0.1


async def test_the_same_text_gives_the_same_vector_whatever_stands_beside_it(
    one: Embedder,
) -> None:
    [alone] = await one.embed([FAILURE])
    [_, beside, _] = await one.embed([OTHER, FAILURE, "x"])
    assert alone == pytest.approx(beside, abs=1e-6)
    several = await asyncio.gather(*(one.embed([text]) for text in (FAILURE, OTHER, FAILURE)))
    assert several[2][0] == pytest.approx(alone, abs=1e-6)


def test_the_hashed_one_is_the_same_in_every_process() -> None:
    code = (
        "from verdigris.vectors.hashed import hashed\n"
        f"print(sum(n * v for n, v in enumerate(hashed({FAILURE!r}))))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert float(said.pop()) == pytest.approx(KNOWN)


@pytest.mark.model
async def test_the_model_gives_the_figures_that_its_makers_published(pulled: Settings) -> None:
    made = minilm.MiniLm(pulled)
    texts = ["That is a happy person", "That is a happy dog", "Today is a sunny day"]
    # The first half of each vector is the model's; its length is the root of its share.
    halves = [vector[:384] for vector in await made.embed(texts)]
    asked, dog, day = [[value / math.sqrt(near(h, h)) for value in h] for h in halves]
    assert near(asked, dog) == pytest.approx(0.695, abs=0.04)
    assert near(asked, day) == pytest.approx(0.256, abs=0.04)


@pytest.mark.model
async def test_a_paraphrase_is_found_by_its_meaning(pulled: Settings) -> None:
    made = minilm.MiniLm(pulled)
    question, right, wrong = await made.embed(
        ["the test hangs for ever", "Hang: did not end within its time limit", OTHER]
    )
    assert near(question, right) > near(question, wrong)
