"""How PostgreSQL is used: its connections, and a write lock like that of SQLite.

Writers of all machines take turns, as they do on one file, so whatever holds there holds here: what
a transaction looked at stays true until it ends, and numbers rise in the order of commits. Nobody
holds the lock for long: the server ends a transaction whose client has stopped answering.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

CONNECT_SECONDS = 4
"""How long a server may take to answer at all."""
WRITES = "verdigris_writes"
"""Execution option: this transaction takes the write lock."""
_LOCK = 7_366_310_214
_TURN = "20s"
"""How long a writer waits for its turn, and how long a client may leave its transaction open."""
_WORK = "120s"
"""How long one statement may take; migrations of a large memory are the longest."""

_OPTIONS: dict[str, Any] = {
    "hide_parameters": True,
    "pool_size": 3,
    "max_overflow": 5,
    "pool_timeout": 10,
    "pool_pre_ping": True,
}
_CONNECT: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "verdigris",
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
# Statements that are prepared on one connection fail behind a pooler such as PgBouncer.
_ALWAYS: dict[str, Any] = {"prepare_threshold": None}


def options(url: URL) -> dict[str, Any]:
    """Return how connections are made; what the URL itself says of them comes first."""
    given = {name: value for name, value in _CONNECT.items() if name not in url.query}
    return {**_OPTIONS, "connect_args": {**given, **_ALWAYS}}


READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""One view for a whole transaction, also where a server only serves reads."""


def attend(engine: Engine) -> None:
    """Limit every transaction, and let those that write take their turn."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    # For this transaction only, since behind a pooler the next one may be somebody else's.
    connection.exec_driver_sql(
        f"SELECT set_config('lock_timeout', '{_TURN}', true), "
        f"set_config('idle_in_transaction_session_timeout', '{_TURN}', true), "
        f"set_config('statement_timeout', '{_WORK}', true)"
    )
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


async def vector_extension(connection: AsyncConnection) -> str:
    """Return the version of pgvector in this database, made where allowed; empty without it."""
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    known = text("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    found = await connection.scalar(known)
    if found is None:
        try:
            async with connection.begin_nested():
                await connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS vector")
        except DBAPIError:
            return ""
        found = await connection.scalar(known)
    return str(found or "")


NO_VECTORS = (
    "The server has no pgvector, or you may not add it: cards are found by signature, not by "
    "likeness."
)
NO_VECTORS_CURE = "Let an administrator run `CREATE EXTENSION vector` in that database."
