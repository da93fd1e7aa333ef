"""Tables of the lending desk."""

import sqlite3

TABLES = """
CREATE TABLE IF NOT EXISTS members (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    card TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS books (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    restricted INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS loans (
    book_id INTEGER NOT NULL REFERENCES books(id),
    member_id INTEGER NOT NULL REFERENCES members(id),
    due TEXT NOT NULL,
    returned TEXT
);
"""


def connect(path=":memory:"):
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    db.executescript(TABLES)
    return db
