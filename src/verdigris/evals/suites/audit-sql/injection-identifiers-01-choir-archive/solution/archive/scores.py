"""The sheet music of the choir."""

import logging
import sqlite3

log = logging.getLogger(__name__)

SORTS = {
    "title": "title COLLATE NOCASE, composer",
    "composer": "composer, title",
    "newest": "bought_on DESC, title",
}
COUNTABLE = {"composer", "voicing", "shelf"}
BORROWED_SORTS = ("due_on", "singer", "title")


def all_scores(db: sqlite3.Connection, sort: str = "title") -> list[tuple]:
    """Everything, in one of the orders that the page offers."""
    order = SORTS.get(sort, SORTS["title"])
    return db.execute(f"SELECT title, composer, voicing FROM scores ORDER BY {order}").fetchall()


def count_by(db: sqlite3.Connection, column: str) -> dict[str, int]:
    if column not in COUNTABLE:
        raise ValueError(f"scores cannot be counted by {column!r}")
    return dict(db.execute(f"SELECT {column}, count(*) FROM scores GROUP BY {column}"))


def values_of(db: sqlite3.Connection, column: str) -> list[str]:
    """What the filter boxes offer."""
    if column not in COUNTABLE:
        log.warning("somebody asks for the values of %s", column)
        raise ValueError(f"there are no filters for {column!r}")
    rows = db.execute(f"SELECT DISTINCT {column} FROM scores WHERE {column} IS NOT NULL")
    return sorted(row[0] for row in rows)


def borrowed(
    db: sqlite3.Connection, sort: str = "due_on", descending: bool = False
) -> list[tuple]:
    """Who has what at home. The headings of the table are links: ?sort=singer&descending=1"""
    if sort not in BORROWED_SORTS:
        raise ValueError(f"borrowings cannot be sorted by {sort!r}")
    direction = "DESC" if descending else "ASC"
    query = (
        "SELECT s.title, b.singer, b.due_on FROM borrowings b JOIN scores s ON s.id = b.score_id"
        " WHERE b.returned_on IS NULL"
        f" ORDER BY {sort} {direction}"
    )
    return db.execute(query).fetchall()
