"""Puts cards into a folder and says which are kept; started several times at once."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from memory.cards import card
from verdigris.memory.documents.boxed import Box, BoxedFolder
from verdigris.memory.documents.embedded import EmbeddedDocuments
from verdigris.memory.documents.store import DocumentsStore
from verdigris.vectors.hashed import HashedEmbedder


async def main(engine: str, folder: str, run: str, how_many: str) -> None:
    assert engine in ("chroma", "mem0")
    box = Box("chroma" if engine == "chroma" else "mem0")
    store = DocumentsStore(EmbeddedDocuments(BoxedFolder(box, Path(folder)), HashedEmbedder()))
    for number in range(int(how_many)):
        await store.put(card(number, f"{run}{number}", run=run))
        print(f"{run}:{number}", flush=True)  # noqa: T201
        # A pause now and then, so that the folder changes hands.
        await asyncio.sleep(0.15 if number % 2 else 0)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
