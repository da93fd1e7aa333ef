"""Mem0's hosted API, by key. Needs nothing of the `mem0ai` package.

What is added is kept as it is (`infer` is false), and processed in the background: a document
counts as kept once that is confirmed. Mem0 gives its own ids, so ours stand in the metadata, and
the same one twice, from two writers at once, is read as one. Likeness is Mem0's own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from verdigris.errors import StoreError, StoreUnreachable
from verdigris.memory.documents.base import MOST_FOUND, Document, Scalar, Where, matches
from verdigris.memory.documents.remote import SECONDS, Remote

HOST = "https://api.mem0.ai"
OWNER = {"agent_id": "verdigris"}
"""Mem0 wants to know whose a memory is."""
LONGEST_TEXT, LONGEST_META = 40_000, 2_000
"""Characters of a memory and of its metadata; Mem0 refuses metadata above 2,000."""
CONFIRM_SECONDS = 8.0
"""How long we wait until what was added is there."""
_PAGE = 100
_QUERY = 1_000
"""Characters of a question."""
_ID = "document"


class Mem0Api:
    longest = LONGEST_TEXT - 2_000
    """The rest is for the words before the body."""

    def __init__(
        self,
        key: str,
        host: str = HOST,
        *,
        seconds: float = SECONDS,
        confirm: float = CONFIRM_SECONDS,
    ) -> None:
        self._confirm = confirm
        self._remote = Remote(
            host,
            called="Mem0" if host == HOST else f"The Mem0 server {host}",
            headers={"Authorization": f"Token {key}", "Accept": "application/json"},
            key_hint="Set MEM0_API_KEY, or `keys.mem0` in your own settings.",
            seconds=seconds,
        )

    async def put(self, documents: Sequence[Document]) -> None:
        known = await self._memories({_ID: tuple(one.id for one in documents)})
        ours = {_document_id(memory): str(memory["id"]) for memory in known}
        events = []
        for one in documents:
            meta = {**one.meta, _ID: one.id}
            said: dict[str, Any]
            if one.id in ours:
                said = {"text": _text(one), "metadata": meta}
                await self._remote.ask("PUT", f"/v1/memories/{_safe(ours[one.id])}/", said)
            else:
                message = {"role": "user", "content": _text(one)}
                said = {"messages": [message], "metadata": meta, "infer": False, **OWNER}
                events.append(_event(await self._remote.ask("POST", "/v3/memories/add/", said)))
        until = time.monotonic() + self._confirm
        for event in filter(None, events):
            await self._kept(event, until)

    async def get(self, ids: Sequence[str]) -> list[Document]:
        return await self.find({_ID: tuple(ids)})

    async def find(self, where: Where, limit: int = MOST_FOUND) -> list[Document]:
        return _documents(await self._memories(where), where)[:limit]

    async def nearest(self, text: str, where: Where, limit: int) -> list[tuple[Document, float]]:
        said = {
            "query": text.strip()[:_QUERY] or "failure",
            "filters": _filters(where),
            "top_k": 4 * limit,
            "threshold": 0.0,
        }
        found = self._results(await self._remote.ask("POST", "/v3/memories/search/", said))
        scores = {_document_id(memory): memory.get("score") for memory in reversed(found)}
        near = [
            (one, float(score))
            for one in _documents(found, where)
            if isinstance(score := scores[one.id], int | float)
        ]
        return sorted(near, key=lambda hit: -hit[1])[:limit]

    async def delete(self, ids: Sequence[str]) -> None:
        for memory in await self._memories({_ID: tuple(ids)}):
            await self._remote.ask("DELETE", f"/v1/memories/{_safe(str(memory['id']))}/")

    async def count(self, where: Where) -> int:
        return len(await self.find(where, limit=10**9))

    async def close(self) -> None:
        await self._remote.close()

    async def _memories(self, where: Where) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for page in range(1, 1 + 10 * MOST_FOUND // _PAGE):
            told = await self._remote.ask(
                "POST",
                "/v3/memories/",
                {"filters": _filters(where)},
                params={"page": page, "page_size": _PAGE},
            )
            found += self._results(told)
            if not told.get("next"):
                break
        return found

    def _results(self, told: object) -> list[dict[str, Any]]:
        """Return the memories of an answer that are ours. Raises StoreUnreachable for nonsense."""
        if not isinstance(told, dict) or not isinstance(told.get("results"), list):
            raise self._remote.nonsense()
        return [
            one
            for one in told["results"]
            if isinstance(one, dict)
            and isinstance(one.get("memory"), str)
            and isinstance(one.get("metadata"), dict)
            and "id" in one
            and _document_id(one)
        ]

    async def _kept(self, event: str, until: float) -> None:
        pause = 0.05
        while True:
            told = await self._remote.ask("GET", f"/v1/event/{_safe(event)}/")
            status = told.get("status") if isinstance(told, dict) else None
            if status == "SUCCEEDED":
                return
            if status == "FAILED":
                raise StoreError("Mem0 accepted a memory, and failed to keep it.")
            if status not in ("PENDING", "RUNNING"):
                raise self._remote.nonsense()
            if time.monotonic() + pause > until:
                raise StoreUnreachable("Mem0 has not confirmed yet that a memory is kept.")
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)


def _text(one: Document) -> str:
    # The body is one line; what stands before it is what Mem0 compares.
    return f"{one.words[:1_900]}\n{one.body}" if one.words else one.body or one.id


def _documents(memories: Iterable[dict[str, Any]], where: Where) -> list[Document]:
    found: dict[str, Document] = {}
    for memory in sorted(memories, key=lambda one: str(one["id"])):
        meta: dict[str, Scalar] = dict(memory["metadata"])
        name = str(meta.pop(_ID))
        body = memory["memory"].rpartition("\n")[2]
        if matches({**meta, _ID: name}, where):
            found.setdefault(name, Document(name, meta, "" if body == name else body))
    return list(found.values())


def _filters(where: Where) -> dict[str, Any]:
    """Return what Mem0 is asked: whose, and the names. Whatever else there is, we look at."""
    conditions: list[dict[str, Any]] = [OWNER]
    for field, asked in where.items():
        if isinstance(asked, tuple):
            conditions.append({"OR": [{"metadata": {field: one}} for one in asked]})
        elif isinstance(asked, str):
            conditions.append({"metadata": {field: asked}})
    return {"AND": conditions}


def _document_id(memory: dict[str, Any]) -> str:
    name = memory["metadata"].get(_ID)
    return name if isinstance(name, str) else ""


def _event(told: object) -> str:
    return str(told["event_id"]) if isinstance(told, dict) and told.get("event_id") else ""


def _safe(name: str) -> str:
    return quote(name, safe="")
