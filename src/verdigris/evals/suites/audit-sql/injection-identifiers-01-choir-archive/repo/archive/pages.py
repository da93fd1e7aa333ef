"""Pages as plain functions of a query string."""

import sqlite3
from html import escape
from urllib.parse import parse_qs

from archive.scores import all_scores, borrowed


def scores_page(db: sqlite3.Connection, query: str) -> str:
    wanted = parse_qs(query).get("sort", ["title"])[0]
    return _table(("Title", "Composer", "Voicing"), all_scores(db, wanted))


def borrowed_page(db: sqlite3.Connection, query: str) -> str:
    asked = parse_qs(query)
    rows = borrowed(db, asked.get("sort", ["due_on"])[0], "descending" in asked)
    return _table(("Title", "Singer", "Due"), rows)


def _table(head: tuple[str, ...], rows: list[tuple]) -> str:
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
