"""Documents as Chroma keeps them, in a folder and on a server alike. Pure.

All documents stand in one collection, under vectors that say nothing; the vectors of an embedder
are in a collection of their own, by the same ids. So another embedder finds all documents, and
makes its own vectors of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

DOCUMENTS = "verdigris"
"""Name of the collection of all documents."""
WORDED: Mapping[str, Any] = {"worded": True}
"""What tells a document that can be found by likeness."""
_WORDS = "words"


def space_name(space: str) -> str:
    """Return the name of the collection of one embedder's vectors."""
    return f"{DOCUMENTS}-{hashlib.sha256(space.encode()).hexdigest()[:16]}"


def placeholder(name: str) -> list[float]:
    """Return a vector that says nothing, another one for each: an index chokes on equal ones."""
    told = hashlib.sha256(name.encode()).digest()
    return [int.from_bytes(told[:4], "big") / 2**32, int.from_bytes(told[4:8], "big") / 2**32]


def to_meta(document: Mapping[str, Any]) -> dict[str, Any]:
    worded = {_WORDS: document["words"], **WORDED} if document["words"] else {}
    return {**document["meta"], **worded}


def from_row(name: str, meta: Mapping[str, Any] | None, body: object) -> dict[str, Any]:
    fields = {key: value for key, value in (meta or {}).items() if key not in WORDED}
    words = str(fields.pop(_WORDS, ""))
    return {
        "id": name,
        "meta": fields,
        "body": body if isinstance(body, str) else "",
        "words": words,
    }


def to_where(where: Mapping[str, Any]) -> dict[str, Any]:
    conditions = [
        {name: {"$in": list(asked)} if isinstance(asked, list | tuple) else {"$eq": asked}}
        for name, asked in where.items()
    ]
    return conditions[0] if len(conditions) == 1 else {"$and": conditions}
