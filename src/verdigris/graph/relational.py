"""The knowledge graph in two tables of the database: a GraphStore, and writing for whoever holds a
transaction of a run already.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Table,
    case,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.dml import Insert

from verdigris.core.graph import (
    LEAVES,
    BugType,
    Facts,
    Fix,
    HotFile,
    Link,
    Node,
    NodeKind,
    Plain,
)
from verdigris.graph import questions
from verdigris.store.database import Database
from verdigris.store.tables import GraphLinkRow, GraphNodeRow
from verdigris.store.types import storable
from verdigris.store.upserts import upsert

_AT_ONCE = 400
"""Keys in one statement."""


class SqlGraph:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, facts: Facts) -> None:
        await self._database.transact(lambda connection: write(connection, facts))

    async def forget(self, cards: Sequence[str]) -> None:
        await self._database.transact(lambda connection: forget(connection, cards))

    async def keys(self, kind: NodeKind, beginning: str, limit: int = 11) -> list[str]:
        async with self._database.read() as connection:
            return await questions.keys(connection, kind, beginning, limit)

    async def around(self, run: str) -> Facts:
        start, links = f"Run:{storable(run)}", list[Link]()
        async with self._database.read() as connection:
            reached, edge = {start}, {start}
            while edge:
                out = await questions.links_from(connection, sorted(edge))
                links += out
                edge = {link.target for link in out} - reached
                reached |= edge
            nodes = await questions.nodes(connection, sorted(reached))
        return Facts(nodes=tuple(nodes), links=tuple(links))

    async def hot_files(self, limit: int = 20, project: str = "") -> list[HotFile]:
        async with self._database.read() as connection:
            return await questions.hot_files(connection, limit, project)

    async def fixes(self, signature: str, limit: int = 20) -> list[Fix]:
        async with self._database.read() as connection:
            return await questions.fixes(connection, signature, limit)

    async def tried(self, project: str, limit: int = 20) -> list[Fix]:
        async with self._database.read() as connection:
            return await questions.tried(connection, project, limit)

    async def bug_types(self, limit: int = 20) -> list[BugType]:
        async with self._database.read() as connection:
            return await questions.bug_types(connection, limit)


def write(connection: Connection, facts: Facts) -> None:
    """Add facts in the caller's transaction."""
    rows: dict[str, dict[str, Any]] = {}
    for node in facts.nodes:
        name = storable(node.id)
        known = rows[name]["properties"] if name in rows else {}
        properties = {**known, **node.properties}
        rows[name] = {
            "id": name,
            "kind": node.kind,
            "key": node.key,
            "project": _project(node, properties),
            "properties": properties,
        }
    dialect = connection.dialect.name
    # In order, so that two writers on one server never wait for each other in a circle.
    if rows:
        connection.execute(_adding(dialect), [rows[name] for name in sorted(rows)])
    links = {(link.source, link.kind, link.target): link for link in facts.links}
    if links:
        connection.execute(
            upsert(dialect, GraphLinkRow, ("properties",)),
            [links[key].model_dump() for key in sorted(links)],
        )


@cache
def _adding(dialect: str) -> Insert:
    """Return an insert of nodes that adds its properties to those of one that is there."""
    table = GraphNodeRow.__table__
    assert isinstance(table, Table)
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table)
    old, new = table.c, statement.excluded
    if dialect == "postgresql":
        both = cast(old.properties, JSONB).op("||")(cast(new.properties, JSONB))
        merged: ColumnElement[Any] = cast(both, JSON)
    else:
        merged = func.json_patch(old.properties, new.properties)
    project = case((new.project != "", new.project), else_=old.project)
    return statement.on_conflict_do_update(
        index_elements=[old.id], set_={"properties": merged, "project": project}
    )


def _project(node: Node, properties: dict[str, Plain]) -> str:
    return str(properties.get("project", "")) if node.kind in ("File", "FixCard") else ""


def forget(connection: Connection, cards: Sequence[str]) -> None:
    """Remove cards from the graph in the caller's transaction, and what nothing else leads to."""
    _remove(connection, [storable(f"FixCard:{card}") for card in cards])
    drop_loose_ends(connection)


def forget_runs(connection: Connection, runs: Sequence[str]) -> None:
    """Remove runs, their iterations and steps, in the caller's transaction, and loose ends."""
    gone = {storable(run) for run in runs}
    # In one reading: an index does not help to find `Step:RUN/…` by its beginning.
    kinds = GraphNodeRow.kind.in_(("Run", "Iteration", "Step"))
    every = connection.execute(select(GraphNodeRow.id, GraphNodeRow.key).where(kinds))
    _remove(connection, [name for name, key in every if key.partition("/")[0] in gone])
    drop_loose_ends(connection)


def drop_loose_ends(connection: Connection) -> None:
    """Remove failures, types and files that nothing links to any more."""
    for kind in LEAVES:
        held = exists().where(GraphLinkRow.target == GraphNodeRow.id)
        alone = select(GraphNodeRow.id).where(GraphNodeRow.kind == kind, ~held)
        _remove(connection, list(connection.scalars(alone)))


def _remove(connection: Connection, ids: Sequence[str]) -> None:
    """Remove nodes and their links."""
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        loose = or_(GraphLinkRow.source.in_(some), GraphLinkRow.target.in_(some))
        connection.execute(delete(GraphLinkRow).where(loose))
        connection.execute(delete(GraphNodeRow).where(GraphNodeRow.id.in_(some)))
