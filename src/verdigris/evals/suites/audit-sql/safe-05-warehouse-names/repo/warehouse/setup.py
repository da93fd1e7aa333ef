"""Makes the tables."""

import re
import sqlite3

from warehouse import names
from warehouse.names import COLUMN_TYPES, MOVES, STOCK

INDEXED = ["sku", "bin"]
_PLAIN = re.compile(r"[a-z][a-z0-9_]{0,40}")


def create(db: sqlite3.Connection) -> None:
    columns = ",\n".join(f"    {name} {kind}" for name, kind in COLUMN_TYPES.items())
    db.execute(f"CREATE TABLE IF NOT EXISTS {STOCK} (\n{columns},\n    PRIMARY KEY (sku, bin)\n)")
    db.execute(
        f"CREATE TABLE IF NOT EXISTS {MOVES} (id INTEGER PRIMARY KEY, sku TEXT, pieces INTEGER,"
        f" status TEXT NOT NULL DEFAULT '{names.Status.OPEN}')"
    )
    for column in INDEXED:
        db.execute(f"CREATE INDEX IF NOT EXISTS {STOCK}_by_{column} ON {STOCK} ({column})")
    for table, column in ((MOVES, "sku"), (MOVES, "status")):
        db.execute("CREATE INDEX IF NOT EXISTS {0}_by_{1} ON {0} ({1})".format(table, column))


def columns_of(db: sqlite3.Connection, table: str) -> list[str]:
    """Names of a table's columns. PRAGMA takes no parameters."""
    if not _PLAIN.fullmatch(table):
        raise ValueError(f"{table!r} is no name of a table")
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
