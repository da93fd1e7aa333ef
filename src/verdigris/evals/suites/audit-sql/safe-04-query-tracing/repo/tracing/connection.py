"""A sqlite3 connection that tells what it does. Statements and parameters pass through unchanged."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Sequence
from typing import Any

log = logging.getLogger("sql")


class SlowQuery(Exception):
    def __init__(self, sql: str, parameters: Sequence[Any], seconds: float) -> None:
        super().__init__(f"{seconds:.1f} s for: {shown(sql, parameters)}")


class TracedConnection:
    def __init__(self, inner: sqlite3.Connection, limit: float | None = None) -> None:
        self._inner = inner
        self._limit = limit
        self.statements: list[str] = []

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        self.statements.append(shown(sql, parameters))
        log.debug(f"running {sql} with {parameters}")
        started = time.perf_counter()
        cursor = self._inner.execute(sql, parameters)
        seconds = time.perf_counter() - started
        if self._limit is not None and seconds > self._limit:
            raise SlowQuery(sql, parameters, seconds)
        return cursor

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> sqlite3.Cursor:
        log.debug("running %s for %d rows", sql, len(rows))
        return self._inner.executemany(sql, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def shown(sql: str, parameters: Sequence[Any]) -> str:
    """Return the statement as one would type it, for people. Never run this."""
    text = " ".join(sql.split())
    for value in parameters:
        text = text.replace("?", f"'{value}'" if isinstance(value, str) else str(value), 1)
    return text + ";"
