"""Looking up cards among 100,000: by signature, and by nearness. Aim: under 10 ms at the 95th
percentile, and 95 of 100 of what comparing with every vector finds (recall@10).

The failures are made up (`_failures.py`), their vectors are the embedder's own, kept below the
temporary folder from run to run. Embedding them all takes half an hour, so `--embed` says how many
are embedded at most; the rest are made by mixing two of those and adding noise, and the line
that is printed says how many. The time to embed the question is told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from _failures import cards
from sqlalchemy import insert

from verdigris.core.lesson import Card
from verdigris.memory.likeness.comparing import index
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.likeness.wording import of_card
from verdigris.memory.rows import row_of
from verdigris.memory.sql import SqlMemoryStore
from verdigris.settings import load
from verdigris.store.database import Database
from verdigris.store.tables import CardRow
from verdigris.vectors.base import Embedder, Vector, VectorIndex
from verdigris.vectors.choose import embedder
from verdigris.vectors.sqlite_vec import beside

QUESTIONS = 300
_AT_ONCE = 1000


class Known:
    """An Embedder that gives vectors made before, so that only the look-up is measured."""

    def __init__(self, real: Embedder, vectors: dict[str, Vector]) -> None:
        self.name, self.dimension = real.name, real.dimension
        self._vectors = vectors

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vectors[text] for text in texts]


async def real_vectors(one: Embedder, texts: Sequence[str], most: int) -> np.ndarray:
    """Embed as many as asked for, and keep them for the next time."""
    told = "\n".join([one.name, *texts[:1000]]).encode()
    folder = Path(tempfile.gettempdir()) / "verdigris-benchmarks"
    folder.mkdir(exist_ok=True)
    path = folder / f"{hashlib.sha256(told).hexdigest()[:16]}.f32"
    size = one.dimension * 4
    have = path.stat().st_size // size if path.exists() else 0
    with path.open("ab") as file:
        file.truncate(have * size)
        for start in range(have, most, 50):
            made = await one.embed(texts[start : min(start + 50, most)])
            file.write(np.array(made, "<f4").tobytes())
    found = np.fromfile(path, "<f4").reshape(-1, one.dimension)
    return found[: max(most, min(have, len(texts)))]


def filled_up(real: np.ndarray, count: int) -> np.ndarray:
    """Make up vectors between real ones, of length one."""
    draw = np.random.default_rng(8)
    missing = count - len(real)
    if missing <= 0:
        return real[:count]
    one, other = (real[draw.integers(0, len(real), missing)] for _ in range(2))
    share = draw.uniform(0.2, 0.5, (missing, 1))
    mixed = (1 - share) * one + share * other + draw.normal(0, 0.01, one.shape)
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    return np.concatenate([real, mixed]).astype(np.float32)


async def store(database: Database, made: Sequence[Card]) -> None:
    like = row_of(made[0], time.time())

    def row(card: Card) -> dict[str, object]:
        # Not masked: nothing in them is secret, and masking would take minutes.
        said = {"id": card.id, "run_id": card.run_id, "fingerprint": card.id}
        about = {"signature": card.signature.key, "general": card.signature.general}
        return {**like, **said, **about, "document": card.model_dump(mode="json")}

    for start in range(0, len(made), _AT_ONCE):
        rows = [row(card) for card in made[start : start + _AT_ONCE]]
        await database.transact(lambda one, rows=rows: one.execute(insert(CardRow), rows) and None)


async def put(where: VectorIndex, made: Sequence[Card], vectors: np.ndarray) -> None:
    for start in range(0, len(made), _AT_ONCE):
        some = made[start : start + _AT_ONCE]
        keys = [card.signature.key for card in some]
        await where.put(list(zip(keys, vectors[start : start + _AT_ONCE].tolist(), strict=True)))


def percentile(seconds: Sequence[float], share: float = 0.95) -> float:
    return round(sorted(seconds)[int(len(seconds) * share)] * 1000, 2)


async def measure(count: int, most: int) -> dict[str, object]:
    one = await embedder(load().settings)
    assert one is not None, "memory.embedder is off"
    made = list(cards(count + QUESTIONS))
    texts = [of_card(card) for card in made]
    asked = texts[count:]
    began = time.perf_counter()
    questions, embedding = [], []
    for text in asked:
        started = time.perf_counter()
        questions += await one.embed([text])
        embedding.append(time.perf_counter() - started)
    real = await real_vectors(one, texts[:count], min(most, count))
    vectors, truth = filled_up(real, count), np.array(questions, np.float32)
    made = made[:count]
    with tempfile.TemporaryDirectory() as desk:
        path = Path(desk) / "verdigris.db"
        async with await Database.open(f"sqlite:///{path}") as database:
            await store(database, made)
            where = index(database, one)
            await put(where, made, vectors)
            nearness = Nearness.of(Known(one, dict(zip(asked, questions, strict=True))), where)
            memory = SqlMemoryStore(database, nearness=nearness)
            prepared = time.perf_counter() - began

            started = time.perf_counter()
            await memory.nearest(asked[0], 3)
            first = time.perf_counter() - started
            near, busy, signed, brute, hits = [], [], [], [], 0
            for number, text in enumerate(asked):
                started, worked = time.perf_counter(), time.process_time()
                await memory.nearest(text, 3)
                near.append(time.perf_counter() - started)
                busy.append(time.process_time() - worked)
                started = time.perf_counter()
                await memory.by_signature(made[number * 7 % count].signature)
                signed.append(time.perf_counter() - started)
            # Apart from the rest: the threads of a matrix product keep the cores busy for a while.
            for number, question in enumerate(questions):
                found = {hit.id for hit in await where.nearest(question, 10)}
                started = time.perf_counter()
                best = np.argpartition(-(vectors @ truth[number]), 10)[:10]
                brute.append(time.perf_counter() - started)
                hits += sum(made[at].signature.key in found for at in best)
            await nearness.close()
        sizes = {"cards": path.stat().st_size, "vectors": beside(path).stat().st_size}
    return {
        "benchmark": "memory",
        "aim": "p95 under 10 ms, recall@10 above 0.95",
        "cards": count,
        "embedder": one.name,
        "dimension": one.dimension,
        "vectors_embedded": len(real),
        "vectors_made_up": max(0, count - len(real)),
        "p95_by_signature_ms": percentile(signed),
        "p95_by_nearness_ms": percentile(near),
        "p50_by_nearness_ms": percentile(near, 0.5),
        "p95_by_nearness_cpu_ms": percentile(busy),
        "load": round(os.getloadavg()[0], 1),
        "p95_embedding_the_question_ms": percentile(embedding),
        "first_look_up_of_a_process_ms": round(first * 1000, 1),
        "recall_at_10": round(hits / (10 * QUESTIONS), 4),
        "p95_brute_force_ms": percentile(brute),
        "ratio_to_brute_force": round(percentile(near, 0.5) / percentile(brute, 0.5), 3),
        "file_mb": {name: round(size / 1e6, 1) for name, size in sizes.items()},
        "preparing_seconds": round(prepared),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--embed", type=int, default=5_000, help="texts that are embedded at most")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(measure(given.cards, given.embed))))
