"""A VectorIndex in PostgreSQL: the vectors of each embedder in a table of their own, found by HNSW.

A table for each embedder, because several machines may share the server and not the embedder. What
is dropped is dropped from all of them. Tables are made when first needed, by one process at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from verdigris.errors import StoreError
from verdigris.store.database import Database
from verdigris.vectors.base import Hit, Space, Vector

_SPACES = "verdigris_vector_spaces"
_LOOKED_AT = 200
"""How many neighbours a look-up keeps in mind; the default of 40 finds fewer of the nearest."""
_MOST_INDEXED = 2_000
"""Numbers up to which pgvector can build its index; longer vectors are all compared."""
_AT_ONCE = 500
_NOT_TO_BE_HAD = ("0A000", "58P01", "42501")
"""What PostgreSQL says of an extension that is not installed, or that the user may not create."""


class PgVectorIndex:
    def __init__(self, database: Database, space: Space) -> None:
        if database.dialect != "postgresql":
            raise ValueError("PgVectorIndex needs a database on PostgreSQL.")
        self._database = database
        self._space = space
        told = f"{space.name} {space.dimension}".encode("utf-8", "replace")
        self._table = f"verdigris_vectors_{hashlib.sha256(told).hexdigest()[:12]}"
        self._made = False

    async def lacking(self, ids: Sequence[str]) -> frozenset[str]:
        return frozenset(ids) - await self._ids()

    async def strays(self, ids: Sequence[str]) -> frozenset[str]:
        return await self._ids() - frozenset(ids)

    async def put(self, vectors: Sequence[tuple[str, Vector]]) -> None:
        if any(len(vector) != self._space.dimension for _, vector in vectors):
            raise StoreError(f"A vector has not the {self._space.dimension} numbers of its index.")
        await self._make()
        statement = text(
            f"INSERT INTO {self._table} (id, vector) VALUES (:id, CAST(:vector AS vector)) "
            "ON CONFLICT (id) DO UPDATE SET vector = excluded.vector"
        )
        rows = [{"id": name, "vector": _written(vector)} for name, vector in dict(vectors).items()]
        if rows:

            def work(connection: Connection) -> None:
                connection.execute(statement, rows)

            await self._database.transact(work)

    async def drop(self, ids: Sequence[str]) -> None:
        await self._make()

        def work(connection: Connection) -> None:
            tables = connection.scalars(text(f"SELECT place FROM {_SPACES}")).all()
            for table in tables:
                for start in range(0, len(ids), _AT_ONCE):
                    some = list(ids[start : start + _AT_ONCE])
                    connection.execute(
                        text(f"DELETE FROM {table} WHERE id = ANY(:ids)"), {"ids": some}
                    )

        await self._database.transact(work)

    async def nearest(self, vector: Vector, limit: int) -> list[Hit]:
        await self._make()
        statement = text(
            f"SELECT id, 1 - (vector <=> CAST(:vector AS vector)) AS nearness FROM {self._table} "
            "ORDER BY vector <=> CAST(:vector AS vector) LIMIT :limit"
        )
        asked = {"vector": _written(vector), "limit": limit}
        async with self._database.read() as connection:
            # For this transaction only: the connection goes back to others.
            await connection.execute(
                text("SELECT set_config('hnsw.ef_search', :n, true)"),
                {"n": str(min(1000, max(_LOOKED_AT, limit)))},
            )
            rows = (await connection.execute(statement, asked)).all()
        hits = [Hit(row.id, float(row.nearness)) for row in rows]
        return sorted(hits, key=lambda hit: (-hit.nearness, hit.id))

    async def count(self) -> int:
        await self._make()
        async with self._database.read() as connection:
            return int(await connection.scalar(text(f"SELECT count(*) FROM {self._table}")) or 0)

    async def close(self) -> None:
        """Leave the connection to whoever opened it."""

    async def _ids(self) -> frozenset[str]:
        await self._make()
        async with self._database.read() as connection:
            found = await connection.scalars(text(f"SELECT id FROM {self._table}"))
            return frozenset(found.all())

    async def _make(self) -> None:
        if self._made:
            return
        name, size = self._space

        def work(connection: Connection) -> None:
            if not connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'vector'")):
                self._switch_on(connection)
            connection.execute(text(
                f"CREATE TABLE IF NOT EXISTS {_SPACES} "
                "(place text PRIMARY KEY, name text NOT NULL, dimension integer NOT NULL)"
            ))  # fmt: skip
            connection.execute(text(
                f"CREATE TABLE IF NOT EXISTS {self._table} "
                f"(id text PRIMARY KEY, vector vector({size:d}) NOT NULL)"
            ))  # fmt: skip
            if size <= _MOST_INDEXED:
                connection.execute(text(
                    f"CREATE INDEX IF NOT EXISTS {self._table}_near ON {self._table} "
                    "USING hnsw (vector vector_cosine_ops)"
                ))  # fmt: skip
            connection.execute(
                text(f"INSERT INTO {_SPACES} VALUES (:place, :name, :size) ON CONFLICT DO NOTHING"),
                {"place": self._table, "name": name, "size": size},
            )

        async with self._database.read() as connection:
            known = await connection.scalar(
                text("SELECT to_regclass(:name)"), {"name": self._table}
            )
        if known is None:
            await self._database.transact(work)
        self._made = True

    def _switch_on(self, connection: Connection) -> None:
        try:
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in _NOT_TO_BE_HAD:
                raise
            raise StoreError(
                f"{self._database.where} has no pgvector, or its user may not switch it on.",
                hint="Let an administrator run `CREATE EXTENSION vector` in that database; until "
                "then failures there are found by their signature only.",
            ) from error


async def drop_strays(database: Database, ids: Sequence[str]) -> None:
    """Drop, from the tables of all embedders, what is none of these. Raises StoreError."""

    def work(connection: Connection) -> None:
        if connection.scalar(text("SELECT to_regclass(:name)"), {"name": _SPACES}) is None:
            return
        for table in connection.scalars(text(f"SELECT place FROM {_SPACES}")).all():
            connection.execute(
                text(f"DELETE FROM {table} WHERE NOT (id = ANY(:ids))"), {"ids": list(ids)}
            )

    await database.transact(work)


def _written(vector: Vector) -> str:
    return "[" + ",".join(f"{value:.7g}" for value in vector) + "]"
