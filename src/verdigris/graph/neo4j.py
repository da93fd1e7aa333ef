"""The knowledge graph in Neo4j, or in a server that speaks its protocol (Bolt). A GraphStore.

Writing is MERGE on unique ids, so that whatever is sent twice, or by two at once, is there once.
The statements are in `cypher.py`, what can go wrong in `faults.py`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from verdigris.core.graph import LEAVES, BugType, Facts, Fix, HotFile, Link, Node, NodeKind
from verdigris.core.value import Value
from verdigris.errors import UserError
from verdigris.graph import cypher
from verdigris.graph.addresses import Address
from verdigris.graph.faults import explained, said
from verdigris.graph.walking import fix_of, in_order

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction

_TRIES = 8
"""How often a transaction that lost against another is tried again."""
_PASSES = r"Constraint|DatabaseError"


class Table(Value):
    """What a question in the user's own words came to."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool
    """Whether there would have been more rows."""


class Neo4jGraph:
    def __init__(self, address: Address) -> None:
        self._address = address
        self._open: AsyncDriver | None = None
        self._prepared = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._open is not None:
            await self._open.close()

    async def write(self, facts: Facts) -> None:
        if not facts.nodes and not facts.links:
            return
        await self._prepare()
        work: list[tuple[str, dict[str, Any]]] = []
        for kind in dict.fromkeys(node.kind for node in facts.nodes):
            merged: dict[str, dict[str, Any]] = {}
            for node in facts.nodes:
                if node.kind == kind:
                    merged[node.key] = merged.get(node.key, {}) | node.properties
            # In order, so that two writers never wait for each other in a circle.
            rows = [
                {"id": f"{kind}:{key}", "key": key, "properties": merged[key]}
                for key in sorted(merged)
            ]
            work.append((cypher.merge_nodes(kind), {"rows": rows}))
        for form in dict.fromkeys((link.kind, *link.ends) for link in facts.links):
            found = {
                (link.source, link.target): link
                for link in facts.links
                if (link.kind, *link.ends) == form
            }
            rows = [
                {"source": at, "target": to, "properties": found[at, to].properties}
                for at, to in sorted(found)
            ]
            work.append((cypher.merge_links(*form), {"rows": rows}))

        async def write(transaction: AsyncManagedTransaction) -> None:
            for text, parameters in work:
                await (await transaction.run(text, parameters)).consume()

        await self._write(write)

    async def forget(self, cards: Sequence[str]) -> None:
        await self._prepare()
        ids = [f"FixCard:{card}" for card in cards]

        async def write(transaction: AsyncManagedTransaction) -> None:
            found = await transaction.run(cypher.LED_TO, {"cards": ids})
            # Only these: what another writer has sent may have no links yet.
            led_to = [str(record["id"]) async for record in found]
            await (await transaction.run(cypher.FORGET, {"cards": ids})).consume()
            for kind in LEAVES:
                loose = [one for one in led_to if one.startswith(f"{kind}:")]
                await (await transaction.run(cypher.DROP_LOOSE, {"ids": loose})).consume()

        await self._write(write)

    async def keys(self, kind: NodeKind, beginning: str, limit: int = 11) -> list[str]:
        text = cypher.KEYS.replace("{kind}", kind)
        rows = await self._read(text, beginning=beginning, limit=limit)
        return [row["key"] for row in rows]

    async def around(self, run: str) -> Facts:
        nodes = await self._read(cypher.NODES_AROUND, run=run)
        links = await self._read(cypher.LINKS_AROUND, run=run)
        return Facts(
            nodes=tuple(_node(row["id"], row["properties"]) for row in nodes),
            links=tuple(Link(**row) for row in links),
        )

    async def hot_files(self, limit: int = 20, project: str = "") -> list[HotFile]:
        rows = await self._read(cypher.HOT_FILES, limit=limit, project=project)
        return [HotFile(**row) for row in rows]

    async def fixes(self, signature: str, limit: int = 20) -> list[Fix]:
        rows = await self._read(cypher.FIXES, key=signature)
        return in_order([_fix(row, signature) for row in rows])[:limit]

    async def tried(self, project: str, limit: int = 20) -> list[Fix]:
        rows = await self._read(cypher.TRIED, project=project)
        return in_order([_fix(row) for row in rows])[:limit]

    async def bug_types(self, limit: int = 20) -> list[BugType]:
        return [BugType(**row) for row in await self._read(cypher.BUG_TYPES, limit=limit)]

    async def ask(self, text: str, *, limit: int = 100, write: bool = False) -> Table:
        """Carry out a statement in the user's own words.

        Without `write` the transaction is opened for reading and taken back at its end: a server
        that does not hold readers to reading keeps nothing either. Raises UserError where the
        server does not understand it, or it would write.
        """
        async with explained(self._address):
            from neo4j import READ_ACCESS, WRITE_ACCESS
            from neo4j.exceptions import ClientError

            mode = WRITE_ACCESS if write else READ_ACCESS
            driver = self._driver()
            try:
                async with (
                    driver.session(**self._where(), default_access_mode=mode) as session,
                    await session.begin_transaction() as transaction,
                ):
                    result = await transaction.run(text)
                    rows = [record.values() async for record in _first(result, limit + 1)]
                    columns = tuple(result.keys())
                    summary = await result.consume()
                    if write:
                        await transaction.commit()
                    elif summary.counters.contains_updates:
                        raise UserError(
                            "That statement changes the graph; nothing was changed.",
                            hint="Add --write if it is meant to.",
                        )
            except ClientError as error:
                if "AccessMode" in (error.code or "") or "Statement" in (error.code or ""):
                    raise UserError(
                        f"The server does not take that statement: {said(error)}",
                        hint="" if write else "A statement that writes needs --write.",
                    ) from error
                raise
        shown = tuple(tuple(_plain(value) for value in row) for row in rows[:limit])
        return Table(columns=columns, rows=shown, more=len(rows) > limit)

    async def _read(self, text: str, **parameters: Any) -> list[dict[str, Any]]:
        async def work(transaction: AsyncManagedTransaction) -> list[dict[str, Any]]:
            result = await transaction.run(text, parameters)
            return [record.data() async for record in result]

        async with explained(self._address):
            driver = self._driver()
            async with driver.session(**self._where()) as session:
                return await session.execute_read(work)

    async def _write(self, work: Callable[[AsyncManagedTransaction], Awaitable[None]]) -> None:
        async with explained(self._address):
            from neo4j.exceptions import Neo4jError

            driver = self._driver()
            for tries in range(1, _TRIES + 1):
                try:
                    async with driver.session(**self._where()) as session:
                        return await session.execute_write(work)
                except Neo4jError as error:
                    # The driver tries again what is said to pass; two that make the same node at
                    # once are told of the constraint, or of an error of the server itself, and the
                    # second finds it made.
                    if tries == _TRIES or not re.search(_PASSES, error.code or ""):
                        raise
                    await asyncio.sleep(0.05 * tries)

    async def _prepare(self) -> None:
        if self._prepared:
            return
        async with explained(self._address):
            driver = self._driver()
            async with driver.session(**self._where()) as session:
                for text in cypher.PREPARE:
                    await (await session.run(text)).consume()
        self._prepared = True

    def _driver(self) -> AsyncDriver:
        if self._open is None:
            from neo4j import AsyncGraphDatabase

            # A server's advice on our statements is for us; nobody who listens gets it on stderr.
            logging.getLogger("neo4j").addHandler(logging.NullHandler())
            where = self._address
            self._open = AsyncGraphDatabase.driver(
                where.url,
                auth=(where.user, where.password) if where.password else None,
                connection_timeout=where.seconds,
                connection_acquisition_timeout=2 * where.seconds,
                max_transaction_retry_time=where.seconds,
                user_agent="verdigris",
            )
        return self._open

    def _where(self) -> dict[str, Any]:
        return {"database": self._address.database} if self._address.database else {}


async def _first(result: Any, limit: int) -> AsyncIterator[Any]:
    count = 0
    async for record in result:
        yield record
        count += 1
        if count == limit:
            return


def _node(name: str, properties: dict[str, Any]) -> Node:
    kind, _, key = name.partition(":")
    known = {name: value for name, value in properties.items() if name not in ("id", "key")}
    return Node.model_validate({"kind": kind, "key": key, "properties": known})


def _fix(row: dict[str, Any], asked: str = "") -> Fix:
    about = row["signature"]
    failure = _node(f"FailureSignature:{about}", row["failure"]) if about else None
    return fix_of(
        _node(f"FixCard:{row['key']}", row["properties"]),
        failure=failure,
        files=row["files"],
        times=row["times"],
        recalled=row["recalled"],
        alike=bool(asked) and bool(about) and about != asked,
    )


def _plain(value: Any) -> Any:
    """Return a node, a link or a path as what JSON can say."""
    if hasattr(value, "nodes") and hasattr(value, "relationships"):
        return [_plain(one) for one in value.relationships] or [_plain(o) for o in value.nodes]
    if hasattr(value, "items") and not isinstance(value, dict):
        labels = getattr(value, "labels", None)
        name = ":".join(sorted(labels)) if labels is not None else getattr(value, "type", "")
        return {"kind": name, **{key: _plain(one) for key, one in value.items()}}
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
