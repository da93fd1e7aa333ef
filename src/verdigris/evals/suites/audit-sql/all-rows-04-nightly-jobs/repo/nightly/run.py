"""Runs the statements of jobs/*.sql one by one, each in a transaction of its own."""

import logging
import sqlite3
from datetime import date
from pathlib import Path

JOBS = Path(__file__).parent.parent / "jobs"
log = logging.getLogger("nightly")


def run_job(db: sqlite3.Connection, name: str, today: date) -> int:
    """Return how many rows the job has changed."""
    text = (JOBS / f"{name}.sql").read_text("utf-8")
    changed = 0
    for statement in _statements(text):
        with db:
            changed += db.execute(statement, {"today": today.isoformat()}).rowcount
    log.info("%s: %d rows", name, changed)
    return changed


def _statements(text: str) -> list[str]:
    found, current = [], ""
    for line in text.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current)
            current = ""
    return found
