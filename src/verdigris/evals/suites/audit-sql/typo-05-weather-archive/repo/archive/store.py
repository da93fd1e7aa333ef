"""The archive of a few weather stations."""

import sqlite3

from archive import statements as sql

TABLE = """
CREATE TABLE IF NOT EXISTS observations (
    station TEXT NOT NULL,
    at TEXT NOT NULL,
    celsius REAL,
    hectopascal REAL,
    wind_from TEXT,
    PRIMARY KEY (station, at)
) WITHOUT ROWID
"""


class Archive:
    """
    >>> archive = Archive()
    >>> archive.add([("Hut", "2024-01-01 10:00", -3.5, 1011.0, "NW")])
    1
    """

    def __init__(self, path=":memory:"):
        self.db = sqlite3.connect(path)
        self.db.execute(TABLE)

    def add(self, rows):
        with self.db:
            return self.db.executemany(sql.INSERT, rows).rowcount

    def between(self, station, start, end):
        return self.db.execute(sql.RANGE, (station, start, end)).fetchall()

    def coldest(self, station):
        return self.db.execute(sql.COLDEST, (station,)).fetchone()

    def last(self, station):
        return self.db.execute(sql.LAST, (station,)).fetchone()

    def daily(self, station):
        return self.db.execute(sql.DAILY, {"station": station}).fetchall()

    def thin_out(self, before):
        """Of what is older, keep the readings of the full hour."""
        with self.db:
            return self.db.execute(sql.THIN_OUT, (before,)).rowcount
