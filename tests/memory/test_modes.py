"""Experience under the wrong names is as much as the right one, and the same every time."""

from __future__ import annotations

from verdigris.core.template import Learned, Provenance, Tallies, Template
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.modes import ShuffledPatterns, experienced, remembering
from verdigris.memory.patterns import InMemoryPatterns
from verdigris.repair.templates.trees import shape

TEMPLATES = [
    Template(form="expr", before="_e1_ < _e2_", after=f"_e1_ {sign} _e2_")
    for sign in ("<=", ">", ">=", "==")
]


async def filled() -> InMemoryPatterns:
    store = InMemoryPatterns(clock=lambda: 0.0)
    for number, one in enumerate(TEMPLATES, 1):
        sources = tuple(Provenance(key=f"{number} {n}", at=0.0) for n in range(number))
        await store.learn([Learned(template=one, shape=shape(one), sources=sources)])
    counts = {"compare": (10, 1), "name": (20, 2), "call": (30, 3), TEMPLATES[0].operator: (4, 1)}
    await store.tally("a", Tallies(kind="IndexError", counts=counts))
    return store


async def test_every_template_has_the_record_of_another() -> None:
    store = await filled()
    right = {one.template.id: one.support for one in await store.kept()}
    wrong = {one.template.id: one.support for one in await ShuffledPatterns(store).kept()}
    assert right.keys() == wrong.keys()
    assert sorted(right.values()) == sorted(wrong.values())
    assert all(right[name] != wrong[name] for name in right)
    assert wrong == {one.template.id: one.support for one in await ShuffledPatterns(store).kept()}


async def test_every_operator_has_the_tally_of_another() -> None:
    store = await filled()
    right = {one.subject: one.tried for one in await store.tallies("IndexError")}
    wrong = {one.subject: one.tried for one in await ShuffledPatterns(store).tallies("IndexError")}
    assert right.keys() == wrong.keys()
    operators = {name for name in right if not name.startswith("template:")}
    assert all(right[name] != wrong[name] for name in operators)


async def test_what_a_shuffled_run_learns_is_kept_as_it_is() -> None:
    store = InMemoryPatterns()
    await ShuffledPatterns(store).tally("a", Tallies(kind="", counts={"compare": (1, 1)}))
    [found] = await store.tallies()
    assert (found.subject, found.green) == ("compare", 1)


async def test_off_knows_and_keeps_nothing_and_on_is_the_store_itself() -> None:
    memory, patterns = InMemoryStore(), await filled()
    assert remembering(memory, "on") is memory and experienced(patterns, "on") is patterns
    assert await experienced(patterns, "off").kept() == []
    await experienced(patterns, "off").tally("b", Tallies(kind="", counts={"x": (1, 1)}))
    assert "x" not in {one.subject for one in await patterns.tallies()}
