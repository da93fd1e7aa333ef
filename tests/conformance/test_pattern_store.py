"""What every PatternStore does, whichever backend is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from conformance.delivering import patterns_told_at_once
from verdigris.core.template import Learned, Provenance, Tallies, Template
from verdigris.memory.patterns import InMemoryPatterns, PatternStore
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.scoring import FADES_IN
from verdigris.store.database import Database

BOUNDARY = Template(form="expr", before="_e1_ < _e2_", after="_e1_ <= _e2_")
GUARD = Template(
    form="stmts",
    before="_s1_",
    after="if not _e2_:\n    return None\n_s1_",
    uses={"_s1_": ("_e2_",)},
)
COPY = Template(
    form="expr", before="_e1_", after="copy.copy(_e1_)", imports=("import copy",)
)  # fmt: skip


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["in_memory", "sqlite", "postgresql", "delivering"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock
) -> AsyncIterator[PatternStore]:
    if request.param == "in_memory":
        yield InMemoryPatterns(clock)
        return
    if request.param == "delivering":
        async with patterns_told_at_once(tmp_path, clock, trusted=False) as patterns:
            yield patterns
        return
    url = f"sqlite:///{tmp_path}/a.db"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    async with await Database.open(url) as database:
        yield SqlPatterns(database, clock)


def source(key: str, weight: float = 1.0) -> Provenance:
    return Provenance(key=key, at=5.0, repository="abc", weight=weight)


def learned(template: Template, *sources: Provenance, shape: str = "a") -> Learned:
    return Learned(template=template, shape=shape, sources=sources or (source("one"),))


def tallies(kind: str = "IndexError", **counts: tuple[int, int]) -> Tallies:
    return Tallies(kind=kind, counts={k.replace("_", "."): v for k, v in counts.items()})


async def test_an_empty_store(store: PatternStore) -> None:
    assert await store.kept() == []
    assert await store.of_shape("a") == []
    assert await store.tallies() == await store.tallies("IndexError") == []
    assert not await store.forget(BOUNDARY.id)
    assert await store.learn([]) == 0


async def test_templates_come_back_as_they_were(store: PatternStore) -> None:
    kept = [learned(t) for t in (BOUNDARY, GUARD, COPY)]
    assert await store.learn(kept) == 3
    found = await store.of_shape("a")
    assert {one.template.id: one for one in found} == {one.template.id: one for one in kept}
    assert await store.of_shape("b") == []


async def test_learning_the_same_again_changes_nothing(store: PatternStore) -> None:
    first = [learned(BOUNDARY, source("one"), source("two", 0.5))]
    assert await store.learn(first) == 1
    before = await store.kept()
    assert await store.learn(first) == 0
    assert await store.learn([learned(BOUNDARY, source("two", 0.5))]) == 0
    assert await store.kept() == before
    assert (before[0].support, before[0].sources) == (1.5, 2)


async def test_changes_that_were_learned_from_are_known(store: PatternStore) -> None:
    await store.learn([learned(BOUNDARY, source("one")), learned(GUARD, source("two"))])
    many = [f"key {n}" for n in range(1200)]
    assert await store.known(["one", *many, "two", "three"]) == {"one", "two"}
    assert await store.known([]) == frozenset()


async def test_a_new_source_adds_to_what_is_known(store: PatternStore) -> None:
    await store.learn([learned(BOUNDARY, source("one"))])
    await store.learn([learned(BOUNDARY, source("two"))])
    [kept] = await store.kept()
    assert (kept.support, kept.sources) == (2.0, 2)


async def test_support_is_told_apart_by_the_kind_of_failure(store: PatternStore) -> None:
    index = source("one").model_copy(update={"kind": "IndexError"})
    await store.learn([learned(BOUNDARY, index, source("two", 0.5))])
    [here] = await store.kept("IndexError")
    assert (here.support, here.support_here) == (1.5, 1.0)
    [there], [anywhere] = await store.kept("KeyError"), await store.kept()
    assert there.support_here == anywhere.support_here == 0.0
    [again] = await store.of_shape("a")
    assert index in again.sources


async def test_the_most_promising_come_first(store: PatternStore) -> None:
    await store.learn([learned(BOUNDARY, source("a"), source("b")), learned(GUARD), learned(COPY)])
    await store.tally("run 1", Tallies(kind="KeyError", counts={COPY.operator: (9, 4)}))
    assert [k.template.id for k in await store.kept(limit=2)] == [COPY.id, BOUNDARY.id]
    assert [one.template.id for one in await store.of_shape("a", limit=1)] == [BOUNDARY.id]


async def test_tallies_add_up_by_kind_and_over_all(store: PatternStore) -> None:
    await store.tally("run 1", tallies(compare_boundary=(10, 1), call_swap=(5, 0)))
    await store.tally("run 2", tallies(compare_boundary=(4, 0)))
    await store.tally("run 3", tallies("KeyError", compare_boundary=(6, 2)))
    here = {t.subject: (t.tried, t.green, t.red) for t in await store.tallies("IndexError")}
    assert here == {"compare.boundary": (14, 1, 13), "call.swap": (5, 0, 5)}
    overall = {t.subject: (t.tried, t.green) for t in await store.tallies()}
    assert overall == {"compare.boundary": (20, 3), "call.swap": (5, 0)}
    assert all(t.kind == "IndexError" for t in await store.tallies("IndexError"))


async def test_a_search_is_counted_once(store: PatternStore) -> None:
    assert await store.tally("run 1", tallies(a=(3, 1)))
    assert not await store.tally("run 1", tallies(a=(3, 1)))
    assert not await store.tally("run 1", tallies(a=(50, 9)))
    assert [(t.tried, t.green) for t in await store.tallies()] == [(3, 1)]


async def test_a_template_knows_how_it_fared_here_and_elsewhere(store: PatternStore) -> None:
    await store.learn([learned(BOUNDARY)])
    await store.tally("run 1", Tallies(kind="IndexError", counts={BOUNDARY.operator: (3, 1)}))
    await store.tally("run 2", Tallies(kind="KeyError", counts={BOUNDARY.operator: (7, 0)}))
    [kept] = await store.kept("IndexError")
    assert (kept.overall.tried, kept.overall.green) == (10, 1)
    assert (kept.here.tried, kept.here.green, kept.here.kind) == (3, 1, "IndexError")
    [kept] = await store.kept("hang")
    assert (kept.here.tried, kept.here.green) == (0, 0)


async def test_old_experience_fades_and_its_record_does_not(
    store: PatternStore, clock: Clock
) -> None:
    await store.tally("run 1", tallies(a=(8, 4)))
    [fresh] = await store.tallies()
    assert (fresh.recent_tried, fresh.recent_green) == (8.0, 4.0)
    clock.now += FADES_IN
    [old] = await store.tallies()
    assert (old.recent_tried, old.recent_green) == pytest.approx((4.0, 2.0))
    await store.tally("run 2", tallies(a=(2, 0)))
    [now] = await store.tallies()
    assert (now.recent_tried, now.recent_green) == pytest.approx((6.0, 2.0))
    assert (now.tried, now.green) == (10, 4)


async def test_a_clock_that_goes_back_adds_nothing_out_of_thin_air(
    store: PatternStore, clock: Clock
) -> None:
    await store.tally("run 1", tallies(a=(8, 4)))
    clock.now -= 10 * FADES_IN
    await store.tally("run 2", tallies(a=(2, 0)))
    [now] = await store.tallies()
    assert (now.recent_tried, now.recent_green) == pytest.approx((10.0, 4.0))


async def test_what_is_forgotten_is_gone(store: PatternStore) -> None:
    await store.learn([learned(BOUNDARY), learned(GUARD)])
    await store.tally("run 1", Tallies(kind="KeyError", counts={BOUNDARY.operator: (9, 4)}))
    assert await store.forget(BOUNDARY.id)
    assert [kept.template for kept in await store.kept()] == [GUARD]
    assert await store.tallies() == []
    assert not await store.forget(BOUNDARY.id)
    await store.learn([learned(BOUNDARY, source("new"))])
    again = next(k for k in await store.kept() if k.template == BOUNDARY)
    assert (again.sources, again.overall.tried) == (1, 0)


HOSTILE = ["\0", "\ud800", "'; DROP TABLE patterns; --", "\x1b[2J", "ß" * 10**5]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_is_kept_as_text(store: PatternStore, text: str) -> None:
    template = Template(form="expr", before=text, after=f"{text}!")
    await store.learn([learned(template, source("k"))])
    await store.tally("run 1", Tallies(kind="KeyError", counts={"x": (1, 0)}))
    assert [kept.template for kept in await store.kept("KeyError")] == [template]
    assert len(await store.tallies("KeyError")) == 1


async def test_many_at_once(store: PatternStore) -> None:
    await asyncio.gather(*(store.tally(f"run {n % 10}", tallies(a=(2, 1))) for n in range(30)))
    await asyncio.gather(*(store.learn([learned(GUARD, source(str(n % 7)))]) for n in range(20)))
    assert [(t.tried, t.green) for t in await store.tallies()] == [(20, 10)]
    assert [kept.sources for kept in await store.kept()] == [7]
