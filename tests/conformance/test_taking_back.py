"""Every shared memory gives back what one machine told it, and keeps what others told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from conformance.test_memory_store import STORES
from memory.cards import about, card
from verdigris.core.lesson import Card
from verdigris.memory.base import MemoryStore, use_key
from verdigris.memory.rows import row_of
from verdigris.memory.shared.database import SharedDatabase, SharedStore
from verdigris.memory.shared.delivering import Weighs
from verdigris.store.outbox import Letter

SHARED = ["sqlite", "postgresql", "chroma", "chroma_server", "mem0", "mem0_api"]


@pytest.fixture(params=SHARED)
async def shared(request: pytest.FixtureRequest) -> AsyncIterator[SharedDatabase | SharedStore]:
    if request.param in ("sqlite", "postgresql"):
        place = f"sqlite:///{request.getfixturevalue('tmp_path')}/shared.db"
        at_server = request.param == "postgresql"
        url = request.getfixturevalue("postgres_url") if at_server else place
        database = SharedDatabase(url)
        yield database
        await database.close()
        return
    async with STORES[request.param](request) as opened:

        async def same() -> MemoryStore:
            return opened

        yield SharedStore(same)


def told(one: Card) -> Letter:
    return Letter(number=1, kind="card", key=f"card {one.id}", payload=row_of(one, 10.0))


def used(one: Card, key: str, *, green: bool) -> Letter:
    said = {"card": one.id, "key": key, "green": green, "exact": True, "at": 20.0, **_what(one)}
    return Letter(number=1, kind="used", key=f"used {one.id} {key}", payload=said)


def forgotten(one: Card, *uses: str) -> Letter:
    key = use_key(one.run_id, one.iteration)
    said = {"card": one.id, "key": key, "uses": list(uses), **_what(one)}
    return Letter(number=1, kind="forget", key=f"card {one.id}", payload=said)


def _what(one: Card) -> dict[str, str]:
    assert one.change is not None
    return {"signature": one.signature.key, "fingerprint": one.change.fingerprint}


async def kept(shared: SharedDatabase | SharedStore) -> dict[str, tuple[int, str]]:
    """The cards there, with how many uses they have and what they say."""
    store = await shared.store()
    assert isinstance(store, Weighs)
    found = await store.kept(about("a"))
    return {one.card.id: (len(one.uses), one.card.root_cause) for one in found}


async def test_what_another_machine_found_too_stays_without_the_words_of_the_first(
    shared: SharedDatabase | SharedStore,
) -> None:
    ann, bob, other = card(1, "a", run="ann"), card(1, "a", run="bob"), card(2, "a", run="ann")
    await shared.receive([told(ann), told(bob), told(other)])
    words = ann.root_cause
    assert await kept(shared) == {"ann:1": (2, words), "ann:2": (1, words)}
    for _ in range(2):  # a letter may come twice
        await shared.receive([forgotten(ann)])
        assert await kept(shared) == {"ann:1": (1, ""), "ann:2": (1, words)}
    store = await shared.store()
    [left] = [one for one in await store.by_signature(about("a")) if one.id == "ann:1"]
    assert left.change is not None and left.change.edits == ann.change.edits  # type: ignore[union-attr]
    assert left.summary == left.fix == "" and left.debug_steps == ()
    await shared.receive([forgotten(bob)])
    assert await kept(shared) == {"ann:2": (1, words)}, "now nobody knows it"


async def test_who_told_second_takes_back_a_count_with_all_later_uses(
    shared: SharedDatabase | SharedStore,
) -> None:
    ann, bob = card(1, "a", run="ann"), card(1, "a", run="bob")
    later = [f"run later {number}" for number in range(2)]
    await shared.receive([told(ann), told(bob), *(used(bob, key, green=False) for key in later)])
    assert await kept(shared) == {"ann:1": (4, ann.root_cause)}
    await shared.receive([forgotten(bob, *later)])
    assert await kept(shared) == {"ann:1": (1, ann.root_cause)}
