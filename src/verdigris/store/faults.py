"""From a driver's error to one StoreError that says what is wrong and how to cure it.

Errors that are bugs of ours (a statement that does not compile) are not touched: they surface.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from verdigris.errors import StoreError, StoreUnreachable
from verdigris.store.pg_faults import explain_postgres

_SPACE = "Free some space on that disk and run the command again; nothing was half-written."
_RIGHTS = "Make the file and its folder writable, or set `store.url` to another place."
_MOVE = "Move the file away or set `store.url` to another file; a fresh one will be made."

# What SQLite says by number, since its wording differs between versions.
_KNOWN = {
    sqlite3.SQLITE_BUSY: (
        "is held by another program and was not free within a minute",
        "Close the program that has it open and run the command again.",
    ),
    sqlite3.SQLITE_READONLY: ("is read-only", _RIGHTS),
    sqlite3.SQLITE_PERM: ("may not be accessed", _RIGHTS),
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written",
        "Check the disk it is on, its quota, and that the folder still exists.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "is damaged",
        "Restore it from a backup, or move it away; a fresh one will be made.",
    ),
    sqlite3.SQLITE_FULL: ("cannot grow because the disk is full", _SPACE),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", _RIGHTS),
    sqlite3.SQLITE_NOTADB: ("is not a SQLite database", _MOVE),
}


def is_busy(error: BaseException) -> bool:
    return _code(error) == sqlite3.SQLITE_BUSY


def explain(error: BaseException, where: str) -> StoreError:
    """Return the StoreError for an error from the driver or the operating system."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    if type(cause).__module__.startswith("psycopg"):
        return explain_postgres(cause, where)
    if isinstance(cause, PoolTimeout):
        return StoreUnreachable(f"The database {where} has no free connection ({cause}).")
    said, cure = _KNOWN.get(_code(error) or 0, ("refused the work", ""))
    return StoreError(f"The database {where} {said} ({cause}).", hint=cure)


@contextmanager
def as_store_error(where: str) -> Iterator[None]:
    """Turn what the driver raises inside the block into a StoreError."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, PoolTimeout) as error:
        raise explain(error, where) from error
    except OSError as error:
        # A connection that broke while SQLAlchemy was looking after it.
        raise StoreUnreachable(f"The database {where} broke the connection ({error}).") from error


def _code(error: BaseException) -> int | None:
    """Return SQLite's primary result code, when the error came from SQLite."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
