"""What a store of documents is told and what it may say back."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from memory.cards import about, card
from verdigris.memory.documents.base import Document, InMemoryDocuments, Scalar, Where, matches
from verdigris.memory.documents.store import DocumentsStore
from verdigris.memory.shared.receiving import into_store
from verdigris.memory.worth import Use
from verdigris.store.outbox import Letter
from verdigris.vectors.hashed import HashedEmbedder

KEY = "sk-ant-" + "a1B2" * 8


class Watched(InMemoryDocuments):
    """Remembers what was handed over."""

    def __init__(self) -> None:
        super().__init__(HashedEmbedder())
        self.told: list[Document] = []

    async def put(self, documents: Sequence[Document]) -> None:
        self.told += documents
        await super().put(documents)


async def test_no_credential_is_handed_over() -> None:
    documents = Watched()
    leaky = card(1).model_copy(
        update={
            "summary": KEY,
            "fix": f"export KEY={KEY}",
            "debug_steps": (f"curl -H {KEY}",),
            "signature": about("a").model_copy(update={"shape": f"bad key {KEY}"}),
        }
    )
    await DocumentsStore(documents).put(leaky)
    assert documents.told
    assert KEY not in json.dumps(documents.told)


async def test_a_card_is_never_there_without_its_count() -> None:
    documents = Watched()
    await DocumentsStore(documents).put(card(1))
    assert [one.meta["kind"] for one in documents.told] == ["use", "card"]


async def test_fields_are_short_and_plain_whatever_a_card_is_called() -> None:
    documents = Watched()
    odd = card(1).model_copy(
        update={"id": "ü\0\ud800" + "x" * 5_000, "run_id": "r" * 5_000, "project": "\x1b[2J"}
    )
    store = DocumentsStore(documents, project="\x1b[2J")
    await store.put(odd)
    await store.used(odd.id, "k" * 5_000, green=True)
    for one in documents.told:
        assert json.dumps([one.id, one.meta]).isascii()
        assert len(json.dumps([one.id, one.meta])) < 2_000
    assert [found.id for found in await store.by_signature(odd.signature)] == [odd.id]


@pytest.mark.parametrize(
    "meta",
    [
        {},
        {"kind": "card"},
        {"kind": ["card"]},
        {"kind": "card", "signature": about("a").key, "green": "yes"},
    ],
    ids=range(4),
)
async def test_documents_of_others_are_passed_over(meta: dict[str, Scalar]) -> None:
    documents = InMemoryDocuments(HashedEmbedder())
    store = DocumentsStore(documents)
    await store.put(card(1, "a"))
    [kept] = await documents.find({"kind": "card"})
    words = "KeyError: 'a'"
    await documents.put([Document("junk", meta, "junk", words)])
    await documents.put([Document("no card", kept.meta, "no card at all", words)])
    assert [found.id for found in await store.by_signature(about("a"))] == ["run:1"]
    assert [near.card.id for near in await store.nearest(words)] == ["run:1"]
    assert await store.unlike(about("b")) == []
    await store.put(card(2, "a"))
    assert len(await store.by_signature(about("a"))) == 2


async def test_a_letter_counts_when_it_was_written_and_for_whoever_told_the_fix_first() -> None:
    documents = InMemoryDocuments()
    store = DocumentsStore(documents, clock=lambda: 1_000.0)
    first, again = card(1, "a"), card(1, "a", run="elsewhere")
    assert first.change and again.change
    learned = {"created_at": 10.0, "document": first.model_dump(mode="json")}
    used = {"card": again.id, "key": "run later 1", "green": False, "exact": True, "at": 20.0,
            "signature": again.signature.key,
            "fingerprint": again.change.fingerprint}  # fmt: skip
    letters = [
        Letter(number=1, kind="card", key="card", payload=learned),
        Letter(number=2, kind="used", key="used", payload=used),
        Letter(number=3, kind="used", key="never", payload={**used, "fingerprint": "other"}),
    ]
    for _ in range(2):
        await into_store(store, letters)
    [kept] = await store.kept(first.signature)
    assert [(use.green, use.at) for use in kept.uses] == [(True, 10.0), (False, 20.0)]


async def test_uses_of_one_card_crowd_out_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verdigris.memory.documents.store.MOST_USES", 5)
    documents = InMemoryDocuments()
    store = DocumentsStore(documents)
    await store.put(card(1, "a"))
    await store.put(card(2, "a"))
    for number in range(30):
        await store.take_use("run:1", f"run x {number}", Use(number > 26, 1e10 + number))
    found = {one.card.id: one.uses for one in await store.kept(about("a"))}
    assert [use.green for use in found["run:1"]] == [False, False, True, True, True]
    assert len(found["run:2"]) == 1
    mine = ["run run 1", *(f"run x {number}" for number in range(30))]
    await store.take_back("run:1", mine)
    assert await documents.count({"kind": "use", "card": "run:1"}) == 0


async def test_what_is_forgotten_is_gone_with_its_counts() -> None:
    documents = InMemoryDocuments(HashedEmbedder())
    store = DocumentsStore(documents)
    await store.put(card(1))
    await store.put(card(2))
    await store.used("run:1", "run later 1", green=True)
    await store.take_back("run:1", ["run run 1", "run later 1"])
    await store.take_back("never there", ["run never 1"])
    assert await store.count() == 1
    assert await documents.find({"kind": "use", "card": "run:1"}) == []
    assert [near.card.id for near in await store.nearest("KeyError", 9)] == ["run:2"]


async def test_cards_that_read_alike_come_nearest_first_and_only_while_they_help() -> None:
    store = DocumentsStore(InMemoryDocuments(HashedEmbedder()), project="mine")
    await store.put(card(1, "order_total"))
    await store.put(card(2, "parse_header"))
    await store.put(card(3, "order_lines").model_copy(update={"green": False}))
    private = {"scope": "repository", "project": "another"}
    await store.put(card(4, "order_sum").model_copy(update=private))
    near = await store.nearest("KeyError: 'order_total' in order total")
    assert [one.card.id for one in near] == ["run:1", "run:2"]
    assert 1 >= near[0].nearness > near[1].nearness >= 0
    for number in range(2):
        await store.used("run:1", f"run later {number}", green=False)
    assert [one.card.id for one in await store.nearest("KeyError: 'order_total'")] == ["run:2"]


async def test_without_an_embedder_nothing_reads_alike() -> None:
    store = DocumentsStore(InMemoryDocuments())
    await store.put(card(1))
    assert await store.nearest("KeyError: 'name1'") == []


@pytest.mark.parametrize(
    "where, fits",
    [({"a": 1}, True), ({"a": (2, 1)}, True), ({"a": (2,)}, False), ({"a": 1, "b": "x"}, False)],
)
def test_all_fields_must_fit_and_any_of_several_values(where: Where, fits: bool) -> None:
    assert matches({"a": 1, "b": "y"}, where) is fits
