"""Mem0, self-hosted, on its local vector store. Runs in a process of its own (`serve`).

No model is asked: what is added is kept as it is. Mem0 gives its own ids, so ours stand in the
metadata. As with Chroma, all documents stand in one collection and each embedder's vectors in
another (`chroma_rows.py`). Mem0 keeps a history of every change unless it is kept in memory.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from mem0 import Memory  # type: ignore[import-untyped]
from mem0.utils.factory import EmbedderFactory  # type: ignore[import-untyped]
from qdrant_client import QdrantClient
from qdrant_client.models import FieldCondition, Filter, FilterSelector, MatchAny

from verdigris.memory.documents.chroma_rows import DOCUMENTS, placeholder, space_name
from verdigris.memory.documents.engines.serve import Row

OWNER = {"agent_id": "verdigris"}
"""Mem0 wants to know whose a memory is."""
_MOST = 100_000
_PROVIDER = "huggingface"
"""The one of Mem0's names for an embedder that stands for ours; it allows no new ones."""


class Handed:
    """An embedder in Mem0's sense, which gives back the vector it was handed."""

    def __init__(self, config: Any) -> None:
        self.config = config
        self.vector: list[float] = []

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self.vector


EmbedderFactory.provider_to_class[_PROVIDER] = f"{__name__}.Handed"


class Mem0Engine:
    def __init__(self, folder: Path, space: str, dimension: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._client = QdrantClient(path=str(folder / "vectors"))
            try:
                self._documents = self._memory(DOCUMENTS, 2)
                self._vectors = self._memory(space_name(space), dimension) if space else None
            except BaseException:
                self._client.close()
                raise
        self._space = space_name(space)
        self._complete_at = (-1, -1)
        """How many documents and vectors there were when no vector was missing."""

    def _memory(self, collection: str, dimension: int) -> Memory:
        return Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "client": self._client,
                        "collection_name": collection,
                        "embedding_model_dims": dimension,
                        "on_disk": True,
                    },
                },
                "embedder": {"provider": _PROVIDER, "config": {"embedding_dims": dimension}},
                # Never asked, but made: the key is sent nowhere.
                "llm": {"provider": "openai", "config": {"api_key": "unused"}},
                "history_db_path": ":memory:",
            }
        )

    def put(self, documents: list[Row]) -> None:
        for one in documents:
            meta = {**one["meta"], "document": one["id"], "words": one["words"]}
            text = one["body"] or one["id"]
            self._keep(self._documents, meta, text, placeholder(one["id"]))
        self.fill([one for one in documents if one["vector"]])

    def _keep(self, memory: Memory, meta: Row, text: str, vector: list[float]) -> None:
        memory.embedding_model.vector = vector
        known = _listed(memory, {"document": meta["document"]}, 10)
        if known:
            memory.update(known[0]["id"], text=text, metadata=meta)
            for double in known[1:]:
                memory.delete(double["id"])
        else:
            memory.add(text, **OWNER, metadata=meta, infer=False)

    def get(self, ids: list[str]) -> list[Row]:
        return _rows(_listed(self._documents, {"document": ids}, _MOST))

    def find(self, where: dict[str, Any], limit: int) -> list[Row]:
        return _rows(_listed(self._documents, where, limit))

    def nearest(self, vector: list[float], where: dict[str, Any], limit: int) -> list[Any]:
        if self._vectors is None:
            return []
        self._vectors.embedding_model.vector = vector
        hits = self._vectors.search("likeness", filters=_filters(where), top_k=limit, threshold=0.0)
        near = {str(hit["metadata"]["document"]): float(hit["score"]) for hit in hits["results"]}
        # Asked again of the documents: they are the truth, and may have changed since.
        found = {one["id"]: one for one in self.find({**where, "document": list(near)}, _MOST)}
        return [[found[name], near[name]] for name in near if name in found]

    def lacking(self, limit: int) -> list[Row]:
        if self._vectors is None:
            return []
        known = self._client.count(DOCUMENTS).count, self._client.count(self._space).count
        if self._complete_at == known:
            return []
        have = {one["id"] for one in _rows(_listed(self._vectors, {}, _MOST))}
        every = _rows(_listed(self._documents, {}, _MOST))
        lacking = [one for one in every if one["words"] and one["id"] not in have]
        if not lacking:
            self._complete_at = known
        return lacking[:limit]

    def fill(self, documents: list[Row]) -> None:
        if self._vectors is not None:
            for one in documents:
                meta = {**one["meta"], "document": one["id"]}
                self._keep(self._vectors, meta, one["id"], one["vector"])

    def delete(self, ids: list[str]) -> None:
        named = FieldCondition(key="document", match=MatchAny(any=ids))
        # Of every embedder that was ever used here, not of ours alone.
        for collection in self._client.get_collections().collections:
            if collection.name.startswith(DOCUMENTS):
                gone = FilterSelector(filter=Filter(must=[named]))
                self._client.delete(collection.name, gone)

    def count(self, where: dict[str, Any]) -> int:
        return len(self.find(where, _MOST))

    def close(self) -> None:
        self._client.close()


def _filters(where: dict[str, Any]) -> dict[str, Any]:
    return OWNER | {
        name: {"in": list(asked)} if isinstance(asked, list) else asked
        for name, asked in where.items()
    }


def _listed(memory: Memory, where: dict[str, Any], limit: int) -> list[dict[str, Any]]:
    found = memory.get_all(filters=_filters(where), top_k=limit, show_expired=True)
    return list(found["results"])


def _rows(found: list[dict[str, Any]]) -> list[Row]:
    rows = []
    for one in found:
        meta = dict(one.get("metadata") or {})
        name, words = str(meta.pop("document", "")), str(meta.pop("words", ""))
        body = "" if one["memory"] == name else one["memory"]
        rows.append({"id": name, "meta": meta, "body": body, "words": words})
    return rows
