"""What every VectorIndex does, whichever backend is behind it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from verdigris.errors import StoreError
from verdigris.store.database import Database
from verdigris.vectors.base import Space, VectorIndex, unit
from verdigris.vectors.in_memory import InMemoryIndex
from verdigris.vectors.pgvector import PgVectorIndex
from verdigris.vectors.sqlite_vec import SqliteVecIndex

SPACE = Space("letters-1", 48)


@pytest.fixture(params=["in_memory", "sqlite", "sqlite_by_sql", "pgvector"])
async def index(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[VectorIndex]:
    if request.param == "in_memory":
        yield InMemoryIndex()
    elif request.param == "pgvector":
        url = request.getfixturevalue("postgres_url")
        async with await Database.open(url) as database:
            yield PgVectorIndex(database, SPACE)
    else:
        by_sql = request.param == "sqlite_by_sql"
        made = SqliteVecIndex(tmp_path / "a.db.vectors", SPACE, by_sql=by_sql)
        yield made
        await made.close()


def vector(seed: int) -> list[float]:
    draw = random.Random(seed)
    return unit([draw.gauss(0, 1) for _ in range(SPACE.dimension)], "a test")


def near(one: list[float], seed: int, how: float = 0.05) -> list[float]:
    draw = random.Random(seed)
    return unit([value + how * draw.gauss(0, 1) for value in one], "a test")


async def test_an_empty_index(index: VectorIndex) -> None:
    assert await index.count() == 0
    assert await index.nearest(vector(1), 3) == []
    assert await index.lacking(["a", "b"]) == {"a", "b"}
    assert await index.strays(["a"]) == frozenset()
    await index.drop(["a"])
    await index.put([])
    assert await index.count() == 0


async def test_the_nearest_come_first_with_how_near_they_are(index: VectorIndex) -> None:
    await index.put([(f"k{n}", vector(n)) for n in range(200)])
    asked = near(vector(77), 1)
    hits = await index.nearest(asked, 5)
    assert hits[0].id == "k77"
    exact = sum(a * b for a, b in zip(asked, vector(77), strict=True))
    assert hits[0].nearness == pytest.approx(exact, abs=0.02)
    assert [hit.nearness for hit in hits] == sorted((h.nearness for h in hits), reverse=True)
    assert len(hits) == 5 and len({hit.id for hit in hits}) == 5
    assert await index.nearest(asked, 0) == []


async def test_it_finds_what_comparing_with_all_of_them_finds(index: VectorIndex) -> None:
    # Bundles of neighbours, as failures of one kind are.
    rows = [(f"{bundle} {n}", near(vector(bundle), 1000 * bundle + n, 0.1))
            for bundle in range(40) for n in range(25)]  # fmt: skip
    await index.put(rows)
    exact = InMemoryIndex()
    await exact.put(rows)
    found = 0
    for bundle in range(40):
        asked = near(vector(bundle), bundle, 0.1)
        right = {hit.id for hit in await exact.nearest(asked, 10)}
        found += len(right & {hit.id for hit in await index.nearest(asked, 10)})
    assert found / 400 > 0.95


async def test_what_is_put_again_is_replaced(index: VectorIndex) -> None:
    await index.put([("a", vector(1)), ("b", vector(2))])
    await index.nearest(vector(1), 2)
    await index.put([("a", vector(3))])
    assert await index.count() == 2
    hits = await index.nearest(vector(3), 1)
    assert hits[0].id == "a" and hits[0].nearness > 0.98
    assert all(hit.nearness < 0.9 for hit in await index.nearest(vector(1), 2))


async def test_what_is_dropped_is_gone(index: VectorIndex) -> None:
    await index.put([(f"k{n}", vector(n)) for n in range(20)])
    assert (await index.nearest(vector(7), 1))[0].id == "k7"
    await index.drop(["k7", "k8", "never there"])
    assert await index.count() == 18
    assert not {"k7", "k8"} & {hit.id for hit in await index.nearest(vector(7), 20)}
    assert await index.lacking(["k6", "k7", "k8"]) == {"k7", "k8"}
    await index.put([("k7", vector(7))])
    assert (await index.nearest(vector(7), 1))[0].id == "k7"


async def test_it_knows_what_it_lacks_and_what_it_has_too_much(index: VectorIndex) -> None:
    await index.put([("a", vector(1)), ("b", vector(2)), ("ü '\"%", vector(3))])
    assert await index.lacking(["a", "c", "ü '\"%"]) == {"c"}
    assert await index.strays(["a", "c"]) == {"b", "ü '\"%"}
    await index.drop(["ü '\"%"])
    assert await index.strays(["a", "b"]) == frozenset()


async def test_many_at_once(index: VectorIndex) -> None:
    await asyncio.gather(*(index.put([(f"k{n}", vector(n))]) for n in range(12)))
    hits = await asyncio.gather(*(index.nearest(vector(n), 1) for n in range(12)))
    assert [hit[0].id for hit in hits] == [f"k{n}" for n in range(12)]
    await index.drop([f"k{n}" for n in range(12)])
    assert await index.count() == 0


async def test_a_vector_of_another_size_is_refused(index: VectorIndex) -> None:
    if isinstance(index, InMemoryIndex):
        return  # it belongs to nobody
    with pytest.raises(StoreError):
        await index.put([("a", [1.0, 0.0])])
    assert await index.count() == 0
