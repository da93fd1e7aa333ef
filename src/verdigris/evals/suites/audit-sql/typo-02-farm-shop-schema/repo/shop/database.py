"""Opens the shop's database and brings it up to date."""

import sqlite3
from pathlib import Path

SQL = Path(__file__).parent.parent / "sql"


def open_shop(path=":memory:"):
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = ON")
    db.executescript((SQL / "schema.sql").read_text("utf-8"))
    return db


def fill(db):
    """What a new shop starts with."""
    db.executescript((SQL / "seed.sql").read_text("utf-8"))


def add_views(db):
    """Views for the accountant; only made on the office machine."""
    db.executescript((SQL / "views.sql").read_text("utf-8"))
