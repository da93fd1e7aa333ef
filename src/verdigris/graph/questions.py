"""What the two tables of the graph answer. Reads only; `relational.py` writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from verdigris.core.graph import BugType, Fix, HotFile, Link, LinkKind, Node, NodeKind
from verdigris.graph.walking import fix_of, in_order
from verdigris.store.tables import GraphLinkRow, GraphNodeRow
from verdigris.store.types import storable

_AT_ONCE = 400
_GREEN = GraphNodeRow.properties["green"].as_boolean()


async def keys(
    connection: AsyncConnection, kind: NodeKind, beginning: str, limit: int
) -> list[str]:
    name = storable(beginning)
    # Not LIKE: it would take `_` and `%` in the name for wildcards, and ignore case.
    begins = func.substr(GraphNodeRow.key, 1, len(name)) == name
    statement = select(GraphNodeRow.key).where(GraphNodeRow.kind == kind, begins)
    found = await connection.scalars(statement.order_by(GraphNodeRow.key).limit(limit))
    return list(found)


async def links_from(connection: AsyncConnection, ids: Sequence[str]) -> list[Link]:
    found: list[Link] = []
    for start in range(0, len(ids), _AT_ONCE):
        mine = GraphLinkRow.source.in_(ids[start : start + _AT_ONCE])
        found += [
            Link(kind=row.kind, source=row.source, target=row.target, properties=row.properties)
            for row in await connection.execute(select(GraphLinkRow).where(mine))
        ]
    return found


async def nodes(connection: AsyncConnection, ids: Sequence[str]) -> list[Node]:
    found: list[Node] = []
    for start in range(0, len(ids), _AT_ONCE):
        mine = GraphNodeRow.id.in_(ids[start : start + _AT_ONCE])
        rows = await connection.execute(select(GraphNodeRow).where(mine).order_by(GraphNodeRow.id))
        found += [_node(row) for row in rows]
    return found


def _node(row: Row[Any]) -> Node:
    return Node(kind=row.kind, key=row.key, properties=row.properties)


async def hot_files(connection: AsyncConnection, limit: int, project: str) -> list[HotFile]:
    file, source = aliased(GraphNodeRow), aliased(GraphNodeRow)
    changed = and_(GraphLinkRow.kind == "CHANGED_FILE", source.kind == "Iteration")
    green = and_(changed, source.properties["green"].as_boolean())
    figures = {
        "changed": _count(changed),
        "green": _count(green),
        "retrieved": _count(GraphLinkRow.kind == "RETRIEVED_FILE"),
        "cards": _count(and_(GraphLinkRow.kind == "CHANGED_FILE", source.kind == "FixCard")),
    }
    path = file.properties["path"].as_string()
    statement = (
        select(file.id, *(figure.label(name) for name, figure in figures.items()))
        .join(GraphLinkRow, GraphLinkRow.target == file.id)
        .join(source, source.id == GraphLinkRow.source)
        .where(file.kind == "File", *([file.project == project] if project else []))
        .group_by(file.id)
        .order_by(figures["changed"].desc(), figures["retrieved"].desc(), func.min(path), file.id)
        .limit(limit)
    )
    rows = (await connection.execute(statement)).all()
    known = {node.id: node for node in await nodes(connection, [row.id for row in rows])}
    return [
        HotFile(
            path=str(known[row.id].properties.get("path", "")),
            project=str(known[row.id].properties.get("project", "")),
            name=str(known[row.id].properties.get("project_name", "")),
            **{name: int(getattr(row, name) or 0) for name in figures},
        )
        for row in rows
    ]


def _count(what: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((what, 1), else_=0))


async def fixes(connection: AsyncConnection, signature: str, limit: int) -> list[Fix]:
    asked = storable(f"FailureSignature:{signature}")
    here = GraphNodeRow.id == asked
    key = GraphNodeRow.properties["general"].as_string()
    general = await connection.scalar(select(key).where(here))
    if general is None:
        return []
    failures = GraphNodeRow.kind == "FailureSignature"
    like = or_(here, and_(failures, key == general)) if general else here
    found = select(GraphNodeRow.id).where(like)
    about = select(GraphLinkRow.source).where(
        GraphLinkRow.kind == "ABOUT", GraphLinkRow.target.in_(found)
    )
    return in_order(await _fixes(connection, GraphNodeRow.id.in_(about), asked))[:limit]


async def tried(connection: AsyncConnection, project: str, limit: int) -> list[Fix]:
    mine = and_(GraphNodeRow.kind == "FixCard", GraphNodeRow.project == project, _GREEN.is_(False))
    return in_order(await _fixes(connection, mine))[:limit]


async def _fixes(
    connection: AsyncConnection, which: ColumnElement[bool], asked: str = ""
) -> list[Fix]:
    newest = GraphNodeRow.properties["at"].as_float().desc()
    statement = select(GraphNodeRow).where(which).order_by(_GREEN.desc(), newest).limit(_AT_ONCE)
    cards = [_node(row) for row in await connection.execute(statement)]
    ids = [card.id for card in cards]
    out = await links_from(connection, ids)
    ends = {node.id: node for node in await nodes(connection, sorted({o.target for o in out}))}
    counts = {kind: await _into(connection, kind, ids) for kind in ("HAS_FIX_CARD", "RECALLED")}
    found = []
    for card in cards:
        mine = [link for link in out if link.source == card.id]
        about = next((ends[link.target] for link in mine if link.kind == "ABOUT"), None)
        changed = [ends[link.target] for link in mine if link.kind == "CHANGED_FILE"]
        found.append(
            fix_of(
                card,
                failure=about,
                files=[str(node.properties.get("path", "")) for node in changed],
                times=counts["HAS_FIX_CARD"].get(card.id, 0),
                recalled=counts["RECALLED"].get(card.id, 0),
                alike=bool(asked) and about is not None and about.id != asked,
            )
        )
    return found


async def _into(connection: AsyncConnection, kind: LinkKind, ids: Sequence[str]) -> dict[str, int]:
    statement = (
        select(GraphLinkRow.target, func.count().label("times"))
        .where(GraphLinkRow.kind == kind, GraphLinkRow.target.in_(ids))
        .group_by(GraphLinkRow.target)
    )
    return {row.target: row.times for row in await connection.execute(statement)}


async def bug_types(connection: AsyncConnection, limit: int) -> list[BugType]:
    kind = aliased(GraphLinkRow)
    typed = select(kind.target, func.count().label("failures")).where(kind.kind == "OF_TYPE")
    rows = (await connection.execute(typed.group_by(kind.target))).all()
    joined = GraphLinkRow.target == kind.source
    seen = (
        select(kind.target, func.count(GraphLinkRow.source.distinct()).label("seen"))
        .join(GraphLinkRow, and_(joined, GraphLinkRow.kind == "SAW_FAILURE"))
        .where(kind.kind == "OF_TYPE")
        .group_by(kind.target)
    )
    often = {row.target: row.seen for row in await connection.execute(seen)}
    ended = (
        select(kind.target, _count(_GREEN).label("green"), func.count().label("cards"))
        .join(GraphLinkRow, and_(joined, GraphLinkRow.kind == "ABOUT"))
        .join(GraphNodeRow, GraphNodeRow.id == GraphLinkRow.source)
        .where(kind.kind == "OF_TYPE")
        .group_by(kind.target)
    )
    cards = {r.target: (int(r.green or 0), r.cards) for r in await connection.execute(ended)}
    found = []
    for row in rows:
        green, every = cards.get(row.target, (0, 0))
        found.append(
            BugType(
                name=row.target.partition(":")[2],
                failures=row.failures,
                seen=often.get(row.target, 0),
                green=green,
                red=every - green,
            )
        )
    return sorted(found, key=lambda one: (-one.seen, -one.failures, one.name))[:limit]
