"""Chroma as a server, by its HTTP interface. Needs nothing of the `chromadb` package.

An engine (`embedded.py`) that lays documents out as the folder does (`chroma_rows.py`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from verdigris.errors import VerdigrisError
from verdigris.memory.documents.chroma_rows import (
    DOCUMENTS,
    WORDED,
    from_row,
    placeholder,
    space_name,
    to_meta,
    to_where,
)
from verdigris.memory.documents.embedded import Space
from verdigris.memory.documents.remote import Remote

_PAGE = 300
"""Rows that are asked for at once; what a hosted Chroma allows."""
_LOOK_SECONDS = 0.5
"""How long one look-up may look for documents without a vector."""
Row = dict[str, Any]


class ChromaServer:
    longest = 1_000_000

    def __init__(
        self, base: str, key: str = "", tenant: str = "default_tenant",
        database: str = "default_database",
    ) -> None:  # fmt: skip
        self._collections = (
            f"/api/v2/tenants/{quote(tenant)}/databases/{quote(database)}/collections"
        )
        self._remote = Remote(
            base,
            called=f"The Chroma server {base}",
            headers={"x-chroma-token": key} if key else {},
            key_hint="Set CHROMA_API_KEY, or `keys.chroma` in your own settings.",
        )
        self._ids: dict[str, str] = {}
        """Of collections, by name."""
        self._complete: dict[str, tuple[int, int]] = {}
        """How many documents and vectors there were when no vector was missing, by space."""
        self._looked: dict[str, tuple[int, tuple[int, int] | None]] = {}
        """How far the documents were looked through for missing vectors, by space, and how many
        there were of both at the beginning; None where one has been found missing since."""

    async def ask(self, space: Space, what: str, **asked: Any) -> Any:
        try:
            return await getattr(self, f"_{what}")(space, **asked)
        except VerdigrisError:
            # Whatever it was: collections may have been made anew, under other ids.
            self._ids.clear()
            raise
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise self._remote.nonsense() from None

    async def close(self) -> None:
        await self._remote.close()

    async def _put(self, space: Space, documents: list[Row]) -> None:
        last = {one["id"]: one for one in documents}
        rows = {
            "ids": list(last),
            "embeddings": [placeholder(name) for name in last],
            "metadatas": [to_meta(one) for one in last.values()],
            "documents": [one["body"] for one in last.values()],
        }
        await self._call(await self._documents(), "upsert", rows)
        await self._fill(space, [one for one in last.values() if one["vector"]])

    async def _get(self, space: Space, ids: list[str]) -> list[Row]:
        return _rows(await self._call(await self._documents(), "get", {"ids": ids, **_WHOLE}))

    async def _find(self, space: Space, where: Mapping[str, Any], limit: int) -> list[Row]:
        asked = {"where": to_where(where), **_WHOLE}
        return _rows(await self._all(await self._documents(), asked, limit))

    async def _nearest(
        self, space: Space, vector: list[float], where: Mapping[str, Any], limit: int
    ) -> list[tuple[Row, float]]:
        asked = {
            "query_embeddings": [vector],
            "n_results": limit,
            "where": to_where(where),
            "include": ["distances"],
        }
        hits = await self._call(await self._vectors(space), "query", asked)
        near = dict(zip(hits["ids"][0], hits["distances"][0], strict=True))
        if not near:
            return []
        # Asked again of the documents: they are the truth, and may have changed since.
        again = {"ids": list(near), "where": to_where(where), **_WHOLE}
        found = await self._call(await self._documents(), "get", again)
        by_id = {one["id"]: one for one in _rows(found)}
        return [(by_id[name], 1.0 - near[name]) for name in near if name in by_id]

    async def _lacking(self, space: Space, limit: int) -> list[Row]:
        """Return some that lack a vector; a large server is gone through in several look-ups."""
        documents, vectors = await self._documents(), await self._vectors(space)
        known = await self._size(documents), await self._size(vectors)
        if self._complete.get(space.name) == known:
            return []
        asked = {"where": to_where(WORDED), "include": ["metadatas"], "limit": _PAGE}
        lacking: list[Row] = []
        at, unchanged = self._looked.pop(space.name, (0, known))
        until = time.monotonic() + _LOOK_SECONDS
        while len(lacking) < limit and time.monotonic() < until:
            rows = _rows(await self._call(documents, "get", {**asked, "offset": at}))
            names = [one["id"] for one in rows]
            told = await self._call(vectors, "get", {"ids": names, "include": []}) if names else {}
            lacking += [one for one in rows if one["id"] not in set(told["ids"])]
            at += len(rows)
            unchanged = None if lacking else unchanged
            if len(rows) < _PAGE:
                if unchanged == known:
                    self._complete[space.name] = known
                return lacking
        self._looked[space.name] = at, unchanged
        return lacking

    async def _size(self, collection: str) -> int:
        return int(await self._remote.ask("GET", f"{self._collections}/{collection}/count"))

    async def _fill(self, space: Space, documents: list[Row]) -> None:
        if documents:
            rows = {
                "ids": [one["id"] for one in documents],
                "embeddings": [one["vector"] for one in documents],
                "metadatas": [one["meta"] for one in documents],
            }
            await self._call(await self._vectors(space), "upsert", rows)

    async def _delete(self, space: Space, ids: list[str]) -> None:
        for one in await self._remote.ask("GET", self._collections):
            if str(one["name"]).startswith(DOCUMENTS):
                await self._call(quote(str(one["id"]), safe=""), "delete", {"ids": ids})

    async def _count(self, space: Space, where: Mapping[str, Any]) -> int:
        asked = {"where": to_where(where), "include": []}
        return len((await self._all(await self._documents(), asked))["ids"])

    async def _documents(self) -> str:
        return await self._collection(DOCUMENTS, {})

    async def _vectors(self, space: Space) -> str:
        about = {"embedder": space.name, "dimension": space.dimension}
        return await self._collection(space_name(space.name), about)

    async def _collection(self, name: str, about: Row) -> str:
        if name not in self._ids:
            said = {
                "name": name,
                "get_or_create": True,
                "metadata": {"hnsw:space": "cosine", **about},
            }
            made = await self._remote.ask("POST", self._collections, said)
            self._ids[name] = quote(str(made["id"]), safe="")
        return self._ids[name]

    async def _call(self, collection: str, what: str, said: Row) -> Any:
        return await self._remote.ask("POST", f"{self._collections}/{collection}/{what}", said)

    async def _all(self, collection: str, asked: Row, limit: int | None = None) -> Row:
        """Return what `get` finds, page by page."""
        found: Row = {"ids": [], "metadatas": [], "documents": []}
        while limit is None or len(found["ids"]) < limit:
            most = _PAGE if limit is None else min(_PAGE, limit - len(found["ids"]))
            page = {**asked, "limit": most, "offset": len(found["ids"])}
            told = await self._call(collection, "get", page)
            for field, values in found.items():
                values.extend(told.get(field) or [None] * len(told["ids"]))
            if len(told["ids"]) < most:
                break
        return found


_WHOLE: Row = {"include": ["metadatas", "documents"]}


def _rows(found: Row) -> list[Row]:
    bodies = found.get("documents") or [None] * len(found["ids"])
    columns = zip(found["ids"], found["metadatas"], bodies, strict=True)
    return [from_row(name, meta, body) for name, meta, body in columns]
