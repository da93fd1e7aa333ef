"""From settings and a database to what compares its failures, and forgetting what is gone there.

Nothing is opened before the first look-up: neither a model nor a file, and no server is asked.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from verdigris.errors import MissingError, StoreError
from verdigris.memory.likeness.near_sql import SqlFailures
from verdigris.memory.likeness.nearness import Nearness, floor_of
from verdigris.memory.likeness.wording import FORMAT
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.vectors.base import Embedder, Space, VectorIndex
from verdigris.vectors.choose import OFF, chosen, embedder


@asynccontextmanager
async def comparing(settings: Settings, database: Database) -> AsyncIterator[Nearness | None]:
    """Give what compares the failures of a database; None where that is switched off."""
    nearness = nearness_of(settings, database)
    try:
        yield nearness
    finally:
        if nearness is not None:
            await nearness.close()


def nearness_of(settings: Settings, database: Database) -> Nearness | None:
    """Return the same, for someone who closes it."""
    name = chosen(settings)
    if name == OFF or settings.memory.mode == "off":
        return None

    async def opened() -> tuple[Embedder, VectorIndex]:
        made = await embedder(settings)
        assert made is not None, "it is not switched off"
        return made, index(database, made)

    return Nearness(opened, floor_of(name))


def index(database: Database, made: Embedder) -> VectorIndex:
    """Return where the vectors of a database are: beside its file, or in the server itself."""
    space = Space(f"{made.name}/{FORMAT}", made.dimension)
    if database.dialect == "postgresql":
        from verdigris.vectors.pgvector import PgVectorIndex

        return PgVectorIndex(database, space)
    from verdigris.vectors.sqlite_vec import SqliteVecIndex, beside

    return SqliteVecIndex(beside(Path(database.where)), space)


async def forget_vectors(settings: Settings, database: Database) -> None:
    """Drop the vectors of failures that no card is about any more. May raise StoreError."""
    failures = SqlFailures(database)
    if database.dialect == "postgresql":
        from verdigris.vectors.pgvector import drop_strays

        await drop_strays(database, await failures.keys())
        return
    from verdigris.vectors.sqlite_vec import beside, remove

    path = beside(Path(database.where))
    if not path.exists():
        return
    try:
        async with comparing(settings, database) as nearness:
            if nearness is not None:
                await nearness.sweep(failures)
                return
    except (StoreError, MissingError):
        pass
    remove(path)  # cannot be looked into: it is made again when it is needed
