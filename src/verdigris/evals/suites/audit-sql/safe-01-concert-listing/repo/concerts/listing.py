"""What is on: filters, orders and pages."""

from __future__ import annotations

import enum
import sqlite3

ORDERS = {
    "date": "starts_at",
    "price": "price_cents, starts_at",
    "venue": "venue COLLATE NOCASE, starts_at",
}
FACETS = ("venue", "genre", "city")
PAGE_SIZE = 20


class Window(enum.Enum):
    TODAY = "date(starts_at) = date('now')"
    WEEK = "date(starts_at) BETWEEN date('now') AND date('now', '+6 days')"
    ALL = "starts_at >= datetime('now')"


def concerts(
    db: sqlite3.Connection,
    *,
    window: Window = Window.ALL,
    order: str = "date",
    backwards: bool = False,
    page: str = "1",
    city: str | None = None,
) -> list[sqlite3.Row]:
    try:
        ordering = ORDERS[order]
    except KeyError:
        raise ValueError(f"order by {order!r}? Select one of {', '.join(ORDERS)}") from None
    if backwards:
        ordering = ", ".join(f"{part} DESC" for part in ordering.split(", "))
    offset = (int(page) - 1) * PAGE_SIZE
    sql = f"SELECT * FROM concerts WHERE {window.value}"
    values = []
    if city:
        sql += " AND city = ?"
        values.append(city)
    sql += f" ORDER BY {ordering} LIMIT {PAGE_SIZE} OFFSET {offset}"
    return db.execute(sql, values).fetchall()


def facet(db: sqlite3.Connection, column: str) -> dict[str, int]:
    """How many concerts there are for each value of a column."""
    if column not in FACETS:
        raise ValueError(f"{column} is no facet")
    rows = db.execute(
        f"SELECT {column}, count(*) FROM concerts WHERE {column} IS NOT NULL GROUP BY {column}"
    )
    return dict(rows.fetchall())


def cheapest(db: sqlite3.Connection, genre: str, count: str | None) -> list[sqlite3.Row]:
    limit = int(count) if count else 3
    return db.execute(
        "SELECT * FROM concerts WHERE genre = ? ORDER BY price_cents LIMIT %d" % limit, (genre,)
    ).fetchall()


def column_for(heading: str) -> str:
    match heading:
        case "When":
            return "starts_at"
        case "Where":
            return "venue"
        case _:
            return "title"


def first_by(db: sqlite3.Connection, heading: str) -> sqlite3.Row | None:
    column = column_for(heading)
    return db.execute(f"SELECT * FROM concerts ORDER BY {column} LIMIT 1").fetchone()
