"""Mem0's hosted API, spoken to a server that answers well, badly, or not at all."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from pydantic import SecretStr

from mem0_server import KEY, Act, Mem0Server, drips, hangs_up, says, well
from memory.cards import about, card
from verdigris.core.budget import Budget
from verdigris.core.lesson import Card
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.edits.workspace import Workspace
from verdigris.errors import StoreError, StoreUnreachable
from verdigris.memory.documents.mem0_api import LONGEST_META, LONGEST_TEXT, Mem0Api
from verdigris.memory.documents.store import DocumentsStore
from verdigris.settings import Settings
from verdigris.settings.tree import Keys
from verdigris.steps.deps import Deps
from verdigris.steps.reminding import reminders
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import ScriptedModel

SECRET = "sk-ant-" + "a1B2" * 8
OWN = "own-key-of-the-user-12345"


@pytest.fixture
async def api(mem0_service: Mem0Server) -> AsyncIterator[Mem0Api]:
    opened = Mem0Api(KEY, mem0_service.url, seconds=60, confirm=60)
    yield opened
    await opened.close()


@pytest.fixture
def store(api: Mem0Api) -> DocumentsStore:
    return DocumentsStore(api)


async def test_cards_that_read_alike_are_found_by_mem0_itself(store: DocumentsStore) -> None:
    for number, name in enumerate(["order_total", "parse_header", "open_socket"]):
        await store.put(card(number, name))
    near = await store.nearest("KeyError: 'parse_header' in parse_header")
    assert near[0].card == card(1, "parse_header")
    assert all(0 <= one.nearness <= 1 for one in near)


async def test_what_is_added_counts_once_it_is_confirmed(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    mem0_service.slowness = 2
    await store.put(card(1))
    assert await store.by_signature(about("name1")) == [card(1)]


async def test_what_is_not_confirmed_is_sent_again_and_kept_once(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    mem0_service.slowness = 100
    hasty = Mem0Api(KEY, mem0_service.url, confirm=0.1)
    with pytest.raises(StoreUnreachable, match="not confirmed"):
        await DocumentsStore(hasty).put(card(1))
    await hasty.close()
    mem0_service.slowness = 0
    await store.put(card(1))
    for event in list(mem0_service.events):  # what was queued the first time arrives as well
        mem0_service.events[event]["left"] = 0
        mem0_service.event(event)
    assert len(mem0_service.memories) > 2
    assert await store.count() == 1
    assert await store.by_signature(about("name1")) == [card(1)]
    await store.take_back("run:1", ["run run 1"])
    assert mem0_service.memories == {}, "none of them stays behind"


async def test_what_fails_in_the_background_was_not_kept(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    mem0_service.fails = True
    with pytest.raises(StoreError, match="failed to keep"):
        await store.put(card(1))
    assert await store.count() == 0


async def test_more_than_a_page_is_found(api: Mem0Api, mem0_service: Mem0Server) -> None:
    for number in range(250):
        memory = {
            "id": f"m{number}",
            "memory": "use",
            "metadata": {"document": f"use {number}", "kind": "use", "card": "a"},
            "agent_id": "verdigris",
            "user_id": None,
            "app_id": None,
            "run_id": None,
        }
        mem0_service.memories[f"m{number}"] = memory
    assert await api.count({"kind": "use"}) == 250
    assert len(await api.find({"kind": "use", "card": ("a", "b")}, limit=120)) == 120
    assert await api.find({"kind": "use", "card": ("b",)}) == []


def told(server: Mem0Server) -> list[dict[str, object]]:
    return [said for _, path, said in server.asked if path == "/v3/memories/add/"]


async def test_what_leaves_fits_the_limits_and_says_what_it_lost(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    large = card(1, size=400_000).model_copy(
        update={"id": "x" * 4_000, "debug_steps": tuple(f"{n:>5000}" for n in range(300))}
    )
    await store.put(large)
    for said in told(mem0_service):
        assert said["infer"] is False
        assert len(json.dumps(said["metadata"])) <= LONGEST_META
        assert len(json.dumps(said["messages"])) <= LONGEST_TEXT + 100
    [found] = await store.by_signature(about("name1"))
    assert found.change is None and "change" in found.summary
    assert found.root_cause == large.root_cause and found.signature == large.signature
    assert await store.known_bad(about("name1")) == frozenset()


async def test_a_change_of_a_large_file_fits_all_the_same(store: DocumentsStore) -> None:
    large = card(1, size=40_000)
    assert large.change and len(large.change.model_dump_json()) > 2 * LONGEST_TEXT
    await store.put(large)
    assert await store.by_signature(about("name1")) == [large]


async def test_no_credential_leaves(store: DocumentsStore, mem0_service: Mem0Server) -> None:
    leaky = card(1).model_copy(update={"summary": SECRET, "debug_steps": (f"curl -H {SECRET}",)})
    await store.put(leaky)
    code = f'def name1(rows):\n    key = "{SECRET}"\n    return rows[0]  # {OWN}\n'
    deps = Deps(
        settings=Settings(keys=Keys(mem0=SecretStr(OWN))), budget=Budget(), bus=Bus("r", []),
        suite=NoSuite(), workspace=cast("Workspace", None), memory=store,
        models={"fast": ScriptedModel([])}, archive=Path("unused"),
    )  # fmt: skip
    failure = TestResult(
        id="test_a.py::test_a",
        outcome="failed",
        message=f"KeyError: {SECRET}",
        exception="KeyError",
    )
    place = Place(path="name1.py", name="name1")
    await reminders(failure, [place], {"name1.py": code}, deps)
    [asked] = [said for _, path, said in mem0_service.asked if path == "/v3/memories/search/"]
    assert "return rows[0]" in str(asked["query"]) and OWN not in str(asked["query"])
    assert SECRET not in json.dumps(mem0_service.asked)


DOWN: dict[str, tuple[Act, str]] = {
    "wrong key": (says(401, b'{"detail": "Invalid token."}'), "does not accept the key"),
    "forbidden": (says(403), "does not accept the key"),
    "too many": (says(429, Retry_After="17"), "asks us to wait for 17 seconds"),
    "too many, oddly": (says(429, Retry_After="soon; <b>"), "asks us to wait: too many"),
    "broken": (says(500, b"Traceback ..."), "does not work at the moment"),
    "overloaded": (says(503, b"<html>"), "does not work at the moment"),
    "moved": (says(302, Location="http://evil.example/"), "another address"),
    "a login page": (says(200, b"<html>Log in</html>"), "does not speak its language"),
    "half an answer": (says(200, b'{"results": ['), "does not speak its language"),
    "no list": (says(200, b'{"results": "none"}'), "something unexpected"),
    "no object": (says(200, b"[1, 2]"), "something unexpected"),
    "deep": (says(200, b"[" * 200_000), "does not speak its language"),
    "nothing": (says(204, b""), "something unexpected"),
    "hangs up": (hangs_up, "cannot be reached"),
    "drips": (drips, "no answer within 1 s"),
}


@pytest.mark.parametrize("name", DOWN)
async def test_a_service_that_misbehaves_is_out_of_reach_and_one_sentence_says_why(
    name: str, store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    act, why = DOWN[name]
    mem0_service.acts = [act]
    api = Mem0Api(KEY, mem0_service.url, seconds=1 if act is drips else 60)
    with pytest.raises(StoreUnreachable, match=why) as caught:
        await DocumentsStore(api).put(card(1))
    await api.close()
    assert "\n" not in str(caught.value)
    assert KEY not in caught.value.show()
    await store.put(card(1))
    assert await store.count() == 1, "the next time it works"


async def test_a_service_that_is_not_there(mem0_service: Mem0Server) -> None:
    api = Mem0Api(KEY, "http://127.0.0.1:9", seconds=2)
    with pytest.raises(StoreUnreachable, match="cannot be reached") as caught:
        await api.count({"kind": "card"})
    assert "memory.url" in caught.value.hint
    await api.close()


async def test_what_stays_on_this_machine_goes_through_no_proxy(
    mem0_service: Mem0Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    api = Mem0Api(KEY, mem0_service.url, seconds=60)
    assert await api.count({"kind": "card"}) == 0
    await api.close()


async def test_a_refusal_is_no_failure_of_the_service(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    said = json.dumps({"error": f"bad input {SECRET}\nmore"}).encode()
    mem0_service.acts = [well, well, says(400, said)]
    with pytest.raises(StoreError, match="status 400") as caught:
        await store.put(card(1))
    assert not isinstance(caught.value, StoreUnreachable)
    assert SECRET not in caught.value.show() and "\n" not in str(caught.value)


async def test_memories_of_others_are_passed_over(
    store: DocumentsStore, mem0_service: Mem0Server
) -> None:
    await store.put(card(1))
    mine = next(one for one in mem0_service.memories.values() if one["metadata"]["kind"] == "card")
    odd: list[object] = [
        None,
        {"id": "1"},
        {"id": "2", "memory": 5, "metadata": mine["metadata"]},
        {"id": "3", "memory": "x", "metadata": None},
        {"id": "4", "memory": "x", "metadata": {"document": 7}},
        {**mine, "id": "5", "metadata": {**mine["metadata"], "document": "other", "green": "no"}},
        {**mine, "id": "6", "memory": "no card", "metadata": {**mine["metadata"], "document": "o"}},
    ]
    answer = json.dumps({"results": [*odd, mine], "next": None}).encode()
    mem0_service.acts = [says(200, answer)]
    found: list[Card] = await store.by_signature(about("name1"))
    assert found == [card(1)]
