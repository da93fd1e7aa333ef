"""Statements that may be carried out twice: insert, or update the row that is already there."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Table, case
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from verdigris.store.tables import Table as Base
from verdigris.store.tables import TallyRow


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


@cache
def raising(dialect: str, fades_in: float) -> Insert:
    """Return an insert of tallies that adds to those that are there, old ones counting less.

    The database does the sum, so that two processes that count at once lose nothing.
    """
    table = TallyRow.__table__
    assert isinstance(table, Table)
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table)
    old, new = table.c, statement.excluded
    age = case((new.updated_at > old.updated_at, new.updated_at - old.updated_at), else_=0.0)
    less = 1.0 / (1.0 + age / fades_in)
    return statement.on_conflict_do_update(
        index_elements=[old.subject, old.kind],
        set_={
            "tried": old.tried + new.tried,
            "green": old.green + new.green,
            "recent_tried": old.recent_tried * less + new.recent_tried,
            "recent_green": old.recent_green * less + new.recent_green,
            "updated_at": case(
                (new.updated_at > old.updated_at, new.updated_at), else_=old.updated_at
            ),
        },
    )
