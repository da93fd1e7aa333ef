"""What every MemoryStore does, whichever backend is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import mem0_server
from conformance.delivering import told_at_once
from verdigris.core.change import Change, FileEdit, make_change
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.memory.base import MOST_SEARCHES, MemoryStore
from verdigris.memory.documents.boxed import Box, BoxedFolder
from verdigris.memory.documents.embedded import EmbeddedDocuments
from verdigris.memory.documents.store import DocumentsStore
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.modes import ShuffledMemory
from verdigris.memory.shared.opening import open_shared
from verdigris.memory.sql import SqlMemoryStore
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.vectors.hashed import HashedEmbedder

KEY = "sk-ant-" + "a1B2" * 8
SIGNATURE = Signature(exception="ValueError", shape="bad <n>", test="tests/test_a.py::test_it")
OTHER = Signature(exception="KeyError", shape="'x'", test="tests/test_a.py::test_it")


@asynccontextmanager
async def in_memory(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    yield InMemoryStore()


@asynccontextmanager
async def sqlite(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    folder = request.getfixturevalue("tmp_path")
    async with await Database.open(f"sqlite:///{folder}/a.db") as database:
        yield SqlMemoryStore(database)


@asynccontextmanager
async def postgresql(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    async with await Database.open(request.getfixturevalue("postgres_url")) as database:
        yield SqlMemoryStore(database)


@asynccontextmanager
async def chroma(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    yield boxed(request.getfixturevalue("chroma_box"), request)


@asynccontextmanager
async def mem0(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    yield boxed(request.getfixturevalue("mem0_box"), request)


def boxed(box: Box, request: pytest.FixtureRequest) -> MemoryStore:
    folder = BoxedFolder(box, request.getfixturevalue("tmp_path") / "memory")
    return DocumentsStore(EmbeddedDocuments(folder, HashedEmbedder()))


@asynccontextmanager
async def chroma_server(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    url = request.getfixturevalue("chroma_url")
    opened = await open_shared(url, Settings(), HashedEmbedder())
    assert isinstance(opened, DocumentsStore)
    yield opened
    await opened.close()


@asynccontextmanager
async def mem0_api(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    url = request.getfixturevalue("mem0_service").url
    keys = Settings.model_validate({"keys": {"mem0": mem0_server.KEY}})
    opened = await open_shared(f"mem0+{url}", keys, None)
    assert isinstance(opened, DocumentsStore)
    yield opened
    await opened.close()


@asynccontextmanager
async def delivering(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    async with told_at_once(request.getfixturevalue("tmp_path"), trusted=False) as opened:
        yield opened


@asynccontextmanager
async def trusting(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    async with told_at_once(request.getfixturevalue("tmp_path"), trusted=True) as opened:
        yield opened


STORES = {
    "in_memory": in_memory,
    "sqlite": sqlite,
    "postgresql": postgresql,
    "delivering": delivering,
    "trusting": trusting,
    "chroma": chroma,
    "chroma_server": chroma_server,
    "mem0": mem0,
    "mem0_api": mem0_api,
}
"""Every backend: a name, and how it is opened for one test."""


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore]:
    async with STORES[request.param](request) as opened:
        yield opened


def change(text: str, before: str = "x = 0\n") -> Change:
    made = make_change({"a.py": before}, {"a.py": text}, "fast", note="a model")
    assert made is not None
    return made


def card(
    number: int,
    *,
    green: bool = False,
    signature: Signature = SIGNATURE,
    made: Change | None = None,
    summary: str = "",
) -> Card:
    return Card(
        id=f"run:{number}",
        run_id="run",
        iteration=number,
        signature=signature,
        green=green,
        summary=summary or f"card {number}",
        change=made,
    )


async def test_an_empty_store(store: MemoryStore) -> None:
    assert await store.count() == 0
    assert await store.by_signature(SIGNATURE) == []
    assert await store.known_bad(SIGNATURE) == frozenset()


async def test_a_card_comes_back_as_it_was(store: MemoryStore) -> None:
    kept = Card(
        id="run:1",
        run_id="run",
        iteration=1,
        signature=SIGNATURE,
        green=True,
        summary="Off by one.",
        root_cause="range(n)",
        fix="range(n + 1)",
        verification="12 passed",
        files_changed=("a.py", "ü.py"),
        debug_steps=("looked", "thought"),
        change=change("x = 1\n"),
    )
    await store.put(kept)
    assert await store.by_signature(SIGNATURE) == [kept]


async def test_green_first_then_newest_first(store: MemoryStore) -> None:
    for number, green in enumerate([False, True, False, True, False]):
        await store.put(card(number, green=green))
    await store.put(card(9, green=True, signature=OTHER))
    found = [each.iteration for each in await store.by_signature(SIGNATURE)]
    assert found == [3, 1, 4, 2, 0]
    assert [each.iteration for each in await store.by_signature(SIGNATURE, limit=3)] == [3, 1, 4]
    assert await store.by_signature(SIGNATURE, limit=0) == []


async def test_storing_twice_stores_once_and_keeps_the_place(store: MemoryStore) -> None:
    await store.put(card(1))
    await store.put(card(2))
    await store.put(card(1, summary="said better"))
    assert await store.count() == 2
    found = await store.by_signature(SIGNATURE)
    assert [each.summary for each in found] == ["card 2", "said better"]


async def test_a_card_stored_again_with_another_signature_moves(store: MemoryStore) -> None:
    await store.put(card(1))
    await store.put(card(1, signature=OTHER))
    assert await store.by_signature(SIGNATURE) == []
    assert await store.by_signature(OTHER) == [card(1, signature=OTHER)]


async def test_known_bad_is_what_never_went_green(store: MemoryStore) -> None:
    bad, good, elsewhere = change("x = 1\n"), change("x = 2\n"), change("x = 3\n")
    await store.put(card(1, made=bad))
    await store.put(card(2, made=good))
    await store.put(card(3, made=good, green=True))
    await store.put(card(4, made=elsewhere, signature=OTHER))
    await store.put(card(5, made=bad))
    await store.put(card(6))
    assert await store.known_bad(SIGNATURE) == {bad.fingerprint}
    assert await store.known_bad(OTHER) == {elsewhere.fingerprint}


async def test_green_elsewhere_does_not_excuse(store: MemoryStore) -> None:
    made = change("x = 1\n")
    await store.put(card(1, made=made))
    await store.put(card(2, made=made, green=True, signature=OTHER))
    assert await store.known_bad(SIGNATURE) == {made.fingerprint}


async def test_credentials_in_text_are_masked(store: MemoryStore) -> None:
    leaky = card(1, summary=f"used {KEY}").model_copy(
        update={
            "root_cause": KEY,
            "fix": f"export KEY={KEY}",
            "verification": KEY,
            "debug_steps": (f"curl -H {KEY}",),
            "files_changed": (f"{KEY}.py",),
            "signature": SIGNATURE.model_copy(update={"shape": f"bad key {KEY}"}),
        }
    )
    await store.put(leaky)
    # Asked for as it will be seen again: with the credential in the message.
    [found] = await store.by_signature(leaky.signature)
    assert KEY not in repr(found)
    assert found.summary == "used [masked]"


@pytest.mark.parametrize(
    "before, after",
    [
        ("x = 0\n", f'x = "{KEY}"\n'),
        (f'x = "{KEY}"\n', "x = 0\n"),
        (f'x = 0\n{"# far away" + chr(10) * 50}y = "{KEY}"\n', None),
        ('token = "abcdefgh12345"\nx = 0\n', None),
    ],
    ids=["added", "removed", "elsewhere in the file", "first line"],
)
async def test_a_change_near_a_credential_is_not_kept_but_its_fingerprint_is(
    store: MemoryStore, before: str, after: str | None
) -> None:
    made = change(after or before.replace("x = 0", "x = 1"), before)
    await store.put(card(1, made=made))
    [found] = await store.by_signature(SIGNATURE)
    assert found.change is None
    assert await store.known_bad(SIGNATURE) == {made.fingerprint}


HOSTILE = [
    "\0",
    "\ud800",
    "\udcff",
    "'; DROP TABLE cards; --",
    "[bold]x[/]",
    "\x1b[2J",
    "ß" * 10**6,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_comes_back_unchanged(store: MemoryStore, text: str) -> None:
    signature = Signature(exception=text, shape=text, test=text, place=text)
    edit = FileEdit(path="a.py", before=text, after=f"{text}\n")
    made = Change(edits=(edit,), origin="fast", fingerprint="f" * 16)
    kept = card(1, signature=signature, made=made, summary=text)
    await store.put(kept)
    assert await store.by_signature(signature) == [kept]
    assert await store.known_bad(signature) == {made.fingerprint}


def like(name: str, about: str = "return v1 [ v2 ]; 1 deep") -> Signature:
    """The same failure in code with other names."""
    return Signature(
        exception="KeyError",
        shape=f"KeyError: '{name}'",
        test=f"test_{name}.py::test_{name}",
        place=f"{name}.py:{name}",
        about=about,
    )


async def test_the_same_failure_under_other_names_is_similar(store: MemoryStore) -> None:
    await store.put(card(1, green=True, signature=like("a"), made=change("x = 1\n")))
    await store.put(card(2, green=False, signature=like("b"), made=change("x = 2\n")))
    await store.put(card(3, green=True, signature=like("c", "return v1; 1 deep")))
    assert [each.iteration for each in await store.similar(like("d"))] == [1]
    assert await store.similar(like("a")) == [], "that one is about the very failure"
    assert await store.similar(SIGNATURE) == [], "without a general key nothing is alike"
    assert await store.by_signature(like("d")) == []


async def test_the_same_change_is_kept_once_and_counted(store: MemoryStore) -> None:
    for number in range(1, 5):
        await store.put(card(number, green=True, made=change("x = 1\n")))
    await store.put(card(5, made=change("x = 2\n")))
    await store.put(card(6, made=change("x = 2\n")))
    assert await store.count() == 2
    assert [each.iteration for each in await store.by_signature(SIGNATURE)] == [1, 5]


async def test_a_fix_that_failed_twice_in_a_row_is_not_tried_first(store: MemoryStore) -> None:
    old, new = change("x = 1\n"), change("x = 2\n")
    await store.put(card(1, green=True, made=old))
    await store.put(card(2, green=True, made=new))
    first = await store.by_signature(SIGNATURE)
    assert [each.iteration for each in first] == [2, 1]
    await store.used("run:2", "run later 1", green=False)
    await store.used("run:2", "run later 1", green=False)
    assert new.fingerprint not in await store.known_bad(SIGNATURE), "one key counts once"
    await store.used("run:2", "run later 2", green=False)
    assert [each.iteration for each in await store.by_signature(SIGNATURE)] == [1, 2]
    assert await store.known_bad(SIGNATURE) == {new.fingerprint}
    await store.used("run:2", "run later 3", green=True)
    assert await store.known_bad(SIGNATURE) == frozenset()


async def test_red_after_green_counts_against_the_fix(store: MemoryStore) -> None:
    made = change("x = 1\n")
    await store.put(card(1, green=True, made=made))
    await store.put(card(2, made=made))
    assert await store.known_bad(SIGNATURE) == frozenset()
    await store.put(card(3, made=made))
    assert await store.known_bad(SIGNATURE) == {made.fingerprint}


async def test_failing_on_the_like_of_it_says_nothing_against_a_fix(store: MemoryStore) -> None:
    made = change("x = 1\n")
    await store.put(card(1, green=True, signature=like("a"), made=made))
    for number in range(2):
        await store.used("run:1", f"run later {number}", green=False, exact=False)
    assert await store.similar(like("b")) == [], "it is not tried elsewhere any more"
    assert await store.known_bad(like("a")) == frozenset()
    assert [each.iteration for each in await store.by_signature(like("a"))] == [1]


async def test_using_what_is_not_kept_does_nothing(store: MemoryStore) -> None:
    await store.used("nobody", "run 1", green=True)
    assert await store.count() == 0


async def test_a_fix_that_helps_comes_before_one_that_does_not(store: MemoryStore) -> None:
    await store.put(card(1, green=True, made=change("x = 1\n")))
    await store.put(card(2, green=True, made=change("x = 2\n")))
    await store.used("run:2", "run later 1", green=False)
    assert [each.iteration for each in await store.by_signature(SIGNATURE)] == [1, 2]


async def test_foreign_cards_come_last_and_condemn_nothing(store: MemoryStore) -> None:
    good = change("x = 1\n")
    foreign = {"foreign": True}
    await store.put(card(1, green=True, made=good))
    await store.put(card(2, made=good).model_copy(update=foreign))
    await store.put(card(3, made=change("x = 3\n")).model_copy(update=foreign))
    await store.put(card(4, green=True, made=change("x = 4\n")).model_copy(update=foreign))
    assert await store.known_bad(SIGNATURE) == frozenset()
    assert [each.iteration for each in await store.by_signature(SIGNATURE)] == [1, 4, 3, 2]


async def test_what_is_for_one_project_stays_there(store: MemoryStore) -> None:
    private = {"scope": "repository", "project": "another"}
    await store.put(card(1, green=True, signature=like("a")).model_copy(update=private))
    assert await store.by_signature(like("a")) == []
    assert await store.similar(like("b")) == []
    assert await store.unlike(SIGNATURE) == []


async def test_candidates_that_failed_are_known_for_the_same_files_only(store: MemoryStore) -> None:
    digests = [bytes([number]) * 8 for number in range(5)]
    await store.missed(SIGNATURE, "v1", "run 1 1", digests[:2])
    await store.missed(SIGNATURE, "v1", "run 1 1", digests[:3])
    await store.missed(SIGNATURE, "v1", "run 2 1", digests[3:])
    assert await store.misses(SIGNATURE, "v1") == frozenset(digests)
    assert await store.misses(SIGNATURE, "v2") == frozenset()
    assert await store.misses(OTHER, "v1") == frozenset()


async def test_only_the_newest_searches_are_kept(store: MemoryStore) -> None:
    for number in range(MOST_SEARCHES + 3):
        await store.missed(SIGNATURE, "v", f"run {number} 1", [bytes([number]) * 8])
    kept = await store.misses(SIGNATURE, "v")
    assert kept == {bytes([number]) * 8 for number in range(3, MOST_SEARCHES + 3)}


async def test_shuffled_says_as_much_about_other_failures(store: MemoryStore) -> None:
    for number in range(1, 4):
        await store.put(card(number, green=True, made=change(f"x = {number}\n")))
        await store.put(card(10 + number, green=True, signature=OTHER, made=change("x = 9\n")))
        await store.put(card(20 + number, signature=like(str(number))))
    await store.put(card(30, made=change("x = 7\n")))
    await store.missed(SIGNATURE, "v", "run 1 1", [b"12345678"])
    shuffled = ShuffledMemory(store)
    wrong = await shuffled.by_signature(SIGNATURE)
    assert len(wrong) == len(await store.by_signature(SIGNATURE)) == 4
    assert all(each.signature != SIGNATURE for each in wrong)
    assert wrong == await shuffled.by_signature(SIGNATURE), "the same ones every time"
    assert len(await shuffled.known_bad(SIGNATURE)) == 1
    assert not await shuffled.known_bad(SIGNATURE) & await store.known_bad(SIGNATURE)
    assert len(await shuffled.misses(SIGNATURE, "v")) == 1
    assert b"12345678" not in await shuffled.misses(SIGNATURE, "v")


async def test_many_at_once(store: MemoryStore) -> None:
    await asyncio.gather(*(store.put(card(number % 25)) for number in range(50)))
    assert await store.count() == 25
