"""Chroma in a folder. Runs in a process of its own (`serve`), never in the agent's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

from verdigris.memory.documents.chroma_rows import (
    DOCUMENTS,
    WORDED,
    from_row,
    placeholder,
    space_name,
    to_meta,
    to_where,
)
from verdigris.memory.documents.engines.serve import Row


class ChromaEngine:
    def __init__(self, folder: Path, space: str, dimension: int) -> None:
        self._client = chromadb.PersistentClient(
            path=str(folder), settings=Settings(anonymized_telemetry=False)
        )
        self._documents = self._collection(DOCUMENTS, {})
        about = {"embedder": space, "dimension": dimension}
        self._vectors = self._collection(space_name(space), about) if space else None
        self._complete_at = (-1, -1)
        """How many documents and vectors there were when no vector was missing."""

    def _collection(self, name: str, about: dict[str, Any]) -> Any:
        return self._client.get_or_create_collection(
            name, embedding_function=None, metadata={"hnsw:space": "cosine", **about}
        )

    def put(self, documents: list[Row]) -> None:
        """Keep documents, all or none; their vectors follow, and are made again if they do not."""
        last = {one["id"]: one for one in documents}
        self._documents.upsert(
            ids=list(last),
            embeddings=[placeholder(name) for name in last],
            metadatas=[to_meta(one) for one in last.values()],
            documents=[one["body"] for one in last.values()],
        )
        self.fill([one for one in last.values() if one["vector"]])

    def get(self, ids: list[str]) -> list[Row]:
        return _rows(self._documents.get(ids=ids))

    def find(self, where: dict[str, Any], limit: int) -> list[Row]:
        return _rows(self._documents.get(where=to_where(where), limit=limit))

    def nearest(self, vector: list[float], where: dict[str, Any], limit: int) -> list[Any]:
        if self._vectors is None or not (known := self._vectors.count()):
            return []
        hits = self._vectors.query(
            query_embeddings=[vector],
            n_results=min(known, limit),
            where=to_where(where),
            include=["distances"],
        )
        near = dict(zip(hits["ids"][0], hits["distances"][0], strict=True))
        # Asked again of the documents: they are the truth, and may have changed since.
        found = self._documents.get(ids=list(near), where=to_where(where)) if near else None
        by_id = {one["id"]: one for one in _rows(found)} if found else {}
        return [[by_id[name], 1.0 - near[name]] for name in near if name in by_id]

    def lacking(self, limit: int) -> list[Row]:
        if self._vectors is None:
            return []
        known = self._documents.count(), self._vectors.count()
        if self._complete_at == known:
            return []
        have = set(self._vectors.get(include=[])["ids"])
        rows = _rows(self._documents.get(where=to_where(WORDED), include=["metadatas"]))
        lacking = [one for one in rows if one["id"] not in have]
        if not lacking:
            self._complete_at = known
        return lacking[:limit]

    def fill(self, documents: list[Row]) -> None:
        if self._vectors is not None and documents:
            self._vectors.upsert(
                ids=[one["id"] for one in documents],
                embeddings=[one["vector"] for one in documents],
                metadatas=[one["meta"] for one in documents],
            )

    def delete(self, ids: list[str]) -> None:
        for collection in self._client.list_collections():
            if collection.name.startswith(DOCUMENTS):
                self._client.get_collection(collection.name, embedding_function=None).delete(
                    ids=ids
                )

    def count(self, where: dict[str, Any]) -> int:
        return len(self._documents.get(where=to_where(where), include=[])["ids"])

    def close(self) -> None:
        self._client.close()  # type: ignore[attr-defined]


def _rows(found: Any) -> list[Row]:
    bodies = found.get("documents") or [None] * len(found["ids"])
    return [
        from_row(name, meta, body)
        for name, meta, body in zip(found["ids"], found["metadatas"], bodies, strict=True)
    ]
