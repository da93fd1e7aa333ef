"""Brings the knowledge graph to the server that keeps it as well, at both ends of a run.

A server that is down costs a run nothing but the words: its letters wait in the database.
"""

from __future__ import annotations

from verdigris.core.events import Warned
from verdigris.graph.addresses import Address
from verdigris.graph.letters import deliver
from verdigris.graph.neo4j import Neo4jGraph
from verdigris.store.database import Database
from verdigris.telemetry.bus import Bus


class Courier:
    def __init__(self, database: Database, server: Address | None, bus: Bus) -> None:
        self._database = database
        self._server = server
        self._bus = bus
        self._said = False

    async def go(self) -> None:
        """Send what is waiting; say once where that is not possible. May raise StoreError."""
        if self._server is None:
            return
        async with Neo4jGraph(self._server) as graph:
            done = await deliver(self._database, self._server.target, graph)
        if done.left and not self._said:
            self._said = True
            await self._bus.emit(
                Warned(
                    message=f"the graph elsewhere was not told: {done.why}; {done.waits} "
                    "for the next run or `verdigris graph deliver`"
                )
            )
