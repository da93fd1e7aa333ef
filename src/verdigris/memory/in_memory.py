"""A MemoryStore that forgets when the process ends: the fake for tests, and an agent without
memory to measure the other one against.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from verdigris.memory.documents.base import InMemoryDocuments
from verdigris.memory.documents.store import DocumentsStore
from verdigris.vectors.base import Embedder


class InMemoryStore(DocumentsStore):
    def __init__(
        self,
        project: str = "",
        clock: Callable[[], float] = time.time,
        embedder: Embedder | None = None,
    ) -> None:
        super().__init__(InMemoryDocuments(embedder), project, clock)
