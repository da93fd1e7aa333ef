"""Statements that may be carried out twice: insert, or update the row that is already there."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from verdigris.store.tables import Table as Base


@cache
def upsert(
    dialect: str,
    row: type[Base],
    changes: tuple[str, ...],
    key: tuple[str, ...] = (),
) -> Insert:
    """Return an insert that sets `changes` instead where the key (by default primary) exists.

    With no changes, a row that is there stays as it is. Cached, because building the statement
    takes longer than carrying it out.
    """
    table = row.__table__
    assert isinstance(table, Table)
    on = list(key) or [column.name for column in table.primary_key]
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table)
    changes = tuple(name for name in changes if name not in on)
    if not changes:
        return statement.on_conflict_do_nothing(index_elements=on)
    return statement.on_conflict_do_update(
        index_elements=on, set_={name: statement.excluded[name] for name in changes}
    )
