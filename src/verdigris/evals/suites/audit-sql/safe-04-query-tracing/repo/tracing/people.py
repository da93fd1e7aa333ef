"""The address list, with a trace of what was asked."""

import logging

from tracing.connection import TracedConnection

log = logging.getLogger(__name__)


def find(db: TracedConnection, surname: str) -> list[tuple]:
    rows = db.execute("SELECT id, surname FROM people WHERE surname = ?", (surname,)).fetchall()
    if not rows:
        log.warning(f"SELECT id, surname FROM people WHERE surname = '{surname}' found nothing")
    return rows


def rename(db: TracedConnection, person: int, surname: str) -> None:
    sql = "UPDATE people SET surname = ? WHERE id = ?"
    message = f"UPDATE people SET surname = '{surname}' WHERE id = {person}"
    changed = db.execute(sql, (surname, person)).rowcount
    if changed != 1:
        raise LookupError("nobody was changed by: " + message)
    print(message)


def plan(db: TracedConnection, which: str) -> list[str]:
    """How the database means to answer one of our queries."""
    queries = {
        "all": "SELECT * FROM people",
        "by name": "SELECT * FROM people WHERE surname = 'x'",
    }
    return [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + queries[which])]


def audit_line(user: str, table: str, person: int) -> str:
    line = "delete from %s where id = %s -- by %s" % (table, person, user)
    return line.upper()
