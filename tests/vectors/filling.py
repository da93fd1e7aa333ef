"""A process that fills an index, for tests in which several do, or one is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from verdigris.vectors.base import Space
from verdigris.vectors.hashed import HashedEmbedder
from verdigris.vectors.sqlite_vec import SqliteVecIndex


async def fill(path: Path, who: str, rounds: int) -> None:
    embedder = HashedEmbedder()
    index = SqliteVecIndex(path, Space(embedder.name, embedder.dimension))
    for number in range(rounds):
        texts = {f"{who} {number} {n}": f"failure {n} of {who}" for n in range(20)}
        vectors = await embedder.embed(list(texts.values()))
        await index.put(list(zip(texts, vectors, strict=True)))
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    await index.close()


if __name__ == "__main__":
    asyncio.run(fill(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
